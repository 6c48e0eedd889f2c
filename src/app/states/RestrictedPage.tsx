import { useContext, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccount, useI18n } from '../app-context.ts';
import { calls, paths } from '../paths.ts';
import { lastRefused } from '../session/destination.ts';
import { ShellContext, useShell } from '../shell-context.ts';
import { HomeButton, StatePage } from './StatePage.tsx';

/** Opens the refused page again when the person's rights change, or changed before this page was there; the guard decides anew. */
function ReturnWhenAllowed(): null {
  const { menu } = useAccount();
  const { queries } = useShell();
  const navigate = useNavigate();
  useEffect(() => {
    const { address, menu: decided } = lastRefused();
    // A person who opened this page itself was refused nothing.
    if (menu === decided || address === paths.home) return;
    // The server may have refused it itself.
    const screen = calls.screen(address.split('?')[0]!);
    queries.outdate((loaded) => loaded === screen);
    void navigate(address, { replace: true });
  }, [menu, navigate, queries]);
  return null;
}

/** The page that the guard opens instead of one that exists and that the person may not read. */
export default function RestrictedPage() {
  const { t } = useI18n();
  // Without a session there is no router.
  const inShell = useContext(ShellContext) !== null;
  return (
    <StatePage
      icon="lock-closed"
      tone="warning"
      title={t('restricted.title')}
      reason={t('restricted.text')}
      text={t('restricted.hint')}
    >
      {inShell && <ReturnWhenAllowed />}
      <HomeButton />
    </StatePage>
  );
}

import { useContext, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccount, useI18n } from '../app-context.ts';
import { paths } from '../paths.ts';
import { refusedAddress } from '../session/destination.ts';
import { ShellContext } from '../shell-context.ts';
import { HomeButton, StatePage } from './StatePage.tsx';

/** Opens the refused page again when the person's rights change; the guard decides anew. */
function ReturnWhenAllowed(): null {
  const { menu } = useAccount();
  const navigate = useNavigate();
  const decided = useRef(menu);
  useEffect(() => {
    if (menu === decided.current) return;
    decided.current = menu;
    const address = refusedAddress();
    // Who opened this page itself was refused nothing.
    if (address !== paths.home) void navigate(address, { replace: true });
  }, [menu, navigate]);
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

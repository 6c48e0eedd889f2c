import { useEffect, useState } from 'react';
import type { PublicHome } from '../../contracts/session.ts';
import { useApp } from '../app-context.ts';

/** The sign-in page's configuration; its colours and language dress the page as soon as they are there. */
export function usePublicHome(): { home: PublicHome | null; failed: boolean; retry(): void } {
  const { account, appearance, i18n } = useApp();
  const [attempt, setAttempt] = useState(0);
  const [home, setHome] = useState<PublicHome | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let left = false;
    async function load() {
      const loaded = await account.publicHome();
      await i18n.suggest(loaded.languageSelected);
      if (left) return;
      const { colors, loginLayout } = loaded;
      appearance.setColors({ ...colors, actionColor: loginLayout.actionColor ?? colors.actionColor });
      setHome(loaded);
    }
    load().catch(() => {
      if (!left) setFailed(true);
    });
    return () => {
      left = true;
    };
  }, [account, appearance, i18n, attempt]);
  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return { home, failed, retry };
}

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { defaultLanguage } from '../contracts/language.ts';
import { createClock, createConnection, createHttp, createSessionStore } from '../client/index.ts';
import { AppContext } from './app-context.ts';
import type { App } from './app-context.ts';
import { AppearanceProvider } from './appearance/AppearanceProvider.tsx';
import { createAppearance } from './appearance/appearance.ts';
import './base.css';
import './fonts.css';
import { chosenLanguage, createI18n } from './i18n/i18n.ts';
import { ErrorBoundary, logError } from '../ui/index.ts';
import { AppRoot, preloadLoginPage } from './AppRoot.tsx';
import { FailedPage } from './FailedPage.tsx';
import { failureText } from './failure-text.ts';
import { restartApplication } from './Overlays.tsx';
import { createAccount } from './session/account.ts';
import type { Account } from './session/account.ts';
import { syncWithOtherTabs } from './session/tab-sync.ts';
import { rememberDestination } from './session/destination.ts';

async function start(root: HTMLElement): Promise<void> {
  const i18n = await createI18n(chosenLanguage() ?? defaultLanguage);
  const session = createSessionStore();
  const connection = createConnection();
  const clock = createClock();
  const http = createHttp({
    token: session.token,
    user: session.owner,
    language: i18n.language,
    text: (code) => i18n.t(failureText[code]),
    signInAgain: () => account.signInAgain(),
    onRenewed: (reply) => account.adopt(reply),
    wait: (...call) =>
      import('./busy.ts').then(
        ({ waitToRepeat }) => waitToRepeat(i18n, ...call),
        () => false,
      ),
    onReply: connection.noteReply,
    onDate: clock.note,
    onPasswordChangeRequired: () => account.requirePasswordChange(),
  });
  const account: Account = createAccount(http, session, async ({ language, theme }) => {
    const isOther = language !== null && language !== i18n.language();
    await Promise.all([
      theme !== null && theme !== appearance.getState().choice && appearance.choose(theme),
      isOther && i18n.setLanguage(language),
    ]).catch(logError);
    return isOther;
  });
  account.sendSignOuts();
  connection.subscribe(({ online }, before) => {
    if (online && !before.online) account.sendSignOuts();
  });
  // Requested before anything else, because the sign-in page waits for it.
  if (!account.getState().signedIn) {
    preloadLoginPage();
    rememberDestination(window.location.pathname + window.location.search);
    account.publicHome().catch(() => undefined);
  }
  const [appearance] = await Promise.all([
    createAppearance(account.getState().signedIn),
    i18n.need(['shell']),
  ]);
  const app: App = { i18n, session, http, account, connection, clock, appearance };

  account.subscribe(({ home }) => {
    if (home) appearance.setColors(home.colors);
  });
  syncWithOtherTabs(session, account, restartApplication);

  createRoot(root, {
    // Each error boundary reports its errors, with the position.
    onCaughtError: () => undefined,
    onUncaughtError: logError,
    onRecoverableError: logError,
  }).render(
    <StrictMode>
      <AppContext value={app}>
        <AppearanceProvider>
          <ErrorBoundary renderFallback={() => <FailedPage />} onError={logError}>
            <AppRoot />
          </ErrorBoundary>
        </AppearanceProvider>
      </AppContext>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root) void start(root);

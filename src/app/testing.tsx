import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createClock, createConnection, createHttp, createSessionStore } from '../client/index.ts';
import type { PublicHome } from '../contracts/session.ts';
import { defaultColors } from '../contracts/session.ts';
import { AppContext } from './app-context.ts';
import type { App } from './app-context.ts';
import { waitToRepeat } from './busy.ts';
import { AppearanceProvider } from './appearance/AppearanceProvider.tsx';
import { createAppearance } from './appearance/appearance.ts';
import { createI18n } from './i18n/i18n.ts';
import { Overlays } from './Overlays.tsx';
import { createAccount } from './session/account.ts';
import type { Account } from './session/account.ts';

/** The replies of a test's server: a status and a body by "METHOD /path". */
export type Answers = Record<string, (body: unknown, headers: Headers) => Response | Promise<Response>>;

export const ok = (data: unknown) => Response.json({ success: true, data, message: '' });
export const failed = (status: number, code: string, message = '') =>
  Response.json({ success: false, message, code }, { status });

export const publicHome: PublicHome = {
  tenant: { key: 'acme', name: 'Acme' },
  environment: 'prod',
  loginKey: '00'.repeat(32),
  loginLayout: {
    selectedLayout: 1,
    backgroundColor: null,
    actionColor: null,
    coverImage: null,
    coverText: null,
  },
  colors: defaultColors,
  images: { LAYOUT_LOGIN_LOGO: null },
  languageSelected: 'pt',
  thirdPartySignIn: false,
  thirdPartyName: null,
};

/** Creates the real application services over a server made of functions. */
export async function testApp(answers: Answers): Promise<App> {
  window.matchMedia = () =>
    ({ matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
  const i18n = await createI18n('pt');
  await i18n.need(['shell']);
  const session = createSessionStore();
  const connection = createConnection(() => Promise.resolve());
  const http = createHttp({
    token: session.token,
    user: session.owner,
    language: i18n.language,
    text: (code) => code,
    signInAgain: () => account.signInAgain(),
    wait: (...call) => waitToRepeat(i18n, ...call),
    onPasswordChangeRequired: () => account.requirePasswordChange(),
    fetch: async (input, init) => {
      const answer = answers[`${init?.method ?? ''} ${String(input)}`];
      if (!answer) throw new TypeError(`no answer for ${init?.method ?? ''} ${String(input)}`);
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      return answer(body, new Headers(init?.headers));
    },
  });
  const account: Account = createAccount(http, session);
  return {
    i18n,
    session,
    http,
    account,
    connection,
    clock: createClock(),
    appearance: await createAppearance(),
  };
}

export function renderInApp(app: App, children: ReactNode) {
  return render(
    <AppContext value={app}>
      <AppearanceProvider>
        {children}
        <Overlays />
      </AppearanceProvider>
    </AppContext>,
  );
}

import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createClock, createConnection, createHttp, createSessionStore } from '../../client/index.ts';
import { resetStores } from '../../ui/store.ts';
import { AppContext } from '../app-context.ts';
import type { App } from '../app-context.ts';
import { AppearanceProvider } from '../appearance/AppearanceProvider.tsx';
import { createAppearance } from '../appearance/appearance.ts';
import { failureText } from '../failure-text.ts';
import { createI18n } from '../i18n/i18n.ts';
import ShellLayout from '../layout/ShellLayout.tsx';
import { Overlays } from '../Overlays.tsx';
import ScreenRoute from '../screens/ScreenRoute.tsx';
import { createAccount } from '../session/account.ts';
import type { Account } from '../session/account.ts';
import { createProductServer, me } from './product-server.ts';
import type { ProductServerOptions } from './product-server.ts';

export interface ProductOptions extends Omit<ProductServerOptions, 'translate'> {
  /** Address that the product opens with. */
  at: string;
}

/** A product over a server in memory. */
export interface Product {
  app: App;
  router: ReturnType<typeof createMemoryRouter>;
}

/** A connection for events without a server: it never says anything. */
class SilentWorker extends EventTarget implements SharedWorker {
  readonly port = new MessageChannel().port1;
  onerror = null;
}

/** Forgets what the story before stored and opened. */
export function forgetAll(): void {
  localStorage.clear();
  sessionStorage.clear();
  resetStores();
}

/** Starts the signed-in product: its services, shell and screens are the real ones; the server is in memory. */
export async function startProduct({ at, ...server }: ProductOptions): Promise<Product> {
  forgetAll();
  window.SharedWorker = SilentWorker;
  const i18n = await createI18n('pt');
  await i18n.need([
    'shell',
    'common',
    'widgets',
    'finder',
    'screens',
    'forms',
    'views',
    'charts',
    'structured',
  ]);
  const session = createSessionStore();
  session.save({
    accessToken: 'story',
    username: me.login,
    user: String(me.id),
    currentEnvironment: 'localhost',
    loggedUser: server.name ?? me.name,
    imageProfile: '',
  });
  const clock = createClock();
  const connection = createConnection(() => Promise.resolve());
  const http = createHttp({
    token: session.token,
    user: session.owner,
    language: i18n.language,
    text: (code) => i18n.t(failureText[code]),
    signInAgain: () => account.signInAgain(),
    fetch: createProductServer({ ...server, translate: i18n.t }),
  });
  const account: Account = createAccount(http, session);
  const appearance = await createAppearance(true);
  await account.load();
  const router = createMemoryRouter(
    [{ element: <ShellLayout />, children: [{ path: '*', element: <ScreenRoute /> }] }],
    { initialEntries: [at] },
  );
  return { app: { i18n, session, http, account, connection, clock, appearance }, router };
}

/** Renders a started product in the whole window. */
export function ProductPage({ product: { app, router } }: { product: Product }) {
  return (
    <div id="root" style={{ height: '100vh' }}>
      <AppContext value={app}>
        <AppearanceProvider>
          <RouterProvider router={router} />
          <Overlays />
        </AppearanceProvider>
      </AppContext>
    </div>
  );
}

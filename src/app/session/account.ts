import type { Grants } from '../../contracts/access.ts';
import type { Menu } from '../../contracts/menu.ts';
import type { Me, PublicHome, UserHome } from '../../contracts/session.ts';
import { clearDrafts, HttpFailure, sealPassword } from '../../client/index.ts';
import type { Http, SessionStore } from '../../client/index.ts';
import { createUiStore } from '../../ui/index.ts';
import type { ReadonlyStore } from '../../ui/index.ts';
import { calls } from '../paths.ts';

/** The signed-in person with the server's data about them. Each change makes a new object. */
export interface AccountState {
  signedIn: boolean;
  me: Me | null;
  menu: Menu | null;
  home: UserHome | null;
  /** The session ended under an open page, and the dialog asks to sign in again. */
  expired: boolean;
}

/** Why a sign-in failed, by the codes of the error catalogue. */
export type SignInFailure = { reason: 'wrong' | 'denied' } | { reason: 'other'; message: string };

export interface Account extends ReadonlyStore<AccountState> {
  /** Loads the sign-in page's configuration and the key of the password cipher, once. A failed load may be repeated. */
  publicHome(): Promise<PublicHome>;
  /** Loads person, appearance and menu as far as they are missing. Rejects with HttpFailure. */
  load(): Promise<AccountState>;
  /** Loads the menu again in the background, since its own titles come in the current language. */
  refreshMenu(): Promise<void>;
  /** Null on success. */
  signIn(username: string, password: string): Promise<SignInFailure | null>;
  /** Ends the session here and on the server. */
  signOut(): Promise<void>;
  /** Ends the session here only, after the server has ended it. */
  forget(): void;
  /** Called when the server refuses everything until the password is changed. */
  requirePasswordChange(): void;
  /** Opens the dialog of the expired session; resolves when it is closed. */
  signInAgain(): Promise<boolean>;
  /** Closes the dialog: true after a sign-in here or in another tab, false when the person leaves. */
  resume(signedIn: boolean): void;
  seal(text: string): Promise<string>;
  changePassword(current: string, password: string): Promise<void>;
}

const empty: AccountState = { signedIn: false, me: null, menu: null, home: null, expired: false };

/** Derives the person's grants from the menu, hidden entries included. */
export function grantsOf(menu: Menu): Grants {
  const items = [...menu.overview, ...menu.settings].flatMap((group) => group.submenu);
  const allowed = [...menu.specialPermissions, ...items.flatMap((item) => item.specialPermissions)].filter(
    (special) => special.flgAllow,
  );
  return {
    allScreens: false,
    // A screen below another one's path has no rights of its own: the first entry of a segment counts.
    screens: new Map(
      [...items].reverse().map((item) => [item.key.replace(/^\/+/, '').split('/')[0]!, item.userPermissions]),
    ),
    specials: new Set(allowed.map((special) => special.permission)),
  };
}

export function createAccount(http: Http, session: SessionStore): Account {
  const store = createUiStore<AccountState>({ ...empty, signedIn: session.token() !== null });
  const { getState, setState } = store;
  let publicHome: Promise<PublicHome> | null = null;
  let loading: Promise<AccountState> | null = null;
  let waiting: ((signedIn: boolean) => void)[] = [];

  async function read<T>(address: string): Promise<T> {
    const reply = await http.request({ method: 'get', address, unauthorized: 'throw' });
    return (reply as { data: T }).data;
  }

  function forget() {
    session.clear();
    loading = null;
    setState(empty);
  }

  async function loadMissing(): Promise<AccountState> {
    const state = getState();
    // All calls run at once, so that the shell waits for the slowest only.
    const rest = Promise.all([
      state.home ?? read<UserHome>(calls.userHome),
      state.menu ?? read<Menu>(calls.menu),
    ]);
    rest.catch(() => undefined);
    const me = state.me ?? (await read<Me>(calls.me));
    // The other two calls are refused until the password is changed.
    if (me.isChangePwd === 'Y') {
      setState({ me });
      return getState();
    }
    const [home, menu] = await rest;
    setState({ me, home, menu });
    return getState();
  }

  async function readPublicHome(): Promise<PublicHome> {
    const reply = await http.request({ method: 'get', address: calls.publicHome, public: true });
    return (reply as { data: PublicHome }).data;
  }

  const account: Account = {
    ...store,
    publicHome() {
      publicHome ??= readPublicHome().catch((error: unknown) => {
        publicHome = null;
        throw error;
      });
      return publicHome;
    },
    load() {
      const state = getState();
      if (state.me && (state.me.isChangePwd === 'Y' || (state.menu && state.home)))
        return Promise.resolve(state);
      loading ??= loadMissing().finally(() => {
        loading = null;
      });
      return loading;
    },
    async refreshMenu() {
      const { me, menu } = getState();
      if (!menu) return;
      const next = await read<Menu>(calls.menu).catch(() => null);
      // Another person may have signed in since.
      if (next && getState().me === me) setState({ menu: next });
    },
    async signIn(username, password) {
      let saved = false;
      try {
        const body = { username, password: await account.seal(password) };
        const reply = (await http.request({ method: 'post', address: calls.signIn, body, public: true })) as {
          data?: { accessToken?: string; userId?: number };
        };
        const { accessToken, userId } = reply.data ?? {};
        // A reply without a token fails the sign-in (specification 1, section 5).
        if (!accessToken) return { reason: 'other', message: '' };
        session.save({
          accessToken,
          username,
          user: String(userId),
          currentEnvironment: window.location.host,
          loggedUser: username,
          imageProfile: '',
        });
        saved = true;
        const me = await read<Me>(calls.me);
        session.save({
          accessToken,
          username,
          user: String(me.id),
          currentEnvironment: window.location.host,
          loggedUser: me.name,
          imageProfile: me.photourl ?? '',
        });
        setState({ signedIn: true, me });
        return null;
      } catch (error) {
        if (!(error instanceof HttpFailure)) throw error;
        // A refused profile removes the credentials too (specification 1, section 5).
        if (saved) forget();
        if (error.status === 403) return { reason: 'denied' };
        if (error.status === 401) return { reason: 'wrong' };
        return { reason: 'other', message: error.message };
      }
    },
    async signOut() {
      clearDrafts();
      const call = http.request({ method: 'post', address: calls.signOut, unauthorized: 'throw' });
      // The call reads the token when it starts. This browser ends the session whether the call succeeds or not.
      forget();
      await call.catch(() => undefined);
    },
    forget,
    requirePasswordChange() {
      const { me } = getState();
      if (me?.isChangePwd === 'N') setState({ me: { ...me, isChangePwd: 'Y' } });
    },
    signInAgain() {
      return new Promise((resolve) => {
        waiting.push(resolve);
        setState({ expired: true });
      });
    },
    resume(signedIn) {
      setState({ expired: false });
      const answered = waiting;
      waiting = [];
      for (const answer of answered) answer(signedIn);
    },
    async seal(text) {
      return sealPassword(text, (await account.publicHome()).loginKey);
    },
    async changePassword(current, password) {
      const [currentPassword, sealed] = await Promise.all([account.seal(current), account.seal(password)]);
      const body = { currentPassword, password: sealed, confirm_password: sealed };
      await http.request({ method: 'put', address: calls.me, body });
    },
  };
  return account;
}

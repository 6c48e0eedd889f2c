import type { Grants } from '../../contracts/access.ts';
import type { Menu } from '../../contracts/menu.ts';
import type { Me, PublicHome, UserHome } from '../../contracts/session.ts';
import { clearDrafts, HttpFailure, sealPassword } from '../../client/index.ts';
import type { Http, SessionStore } from '../../client/index.ts';
import { createUiStore } from '../../ui/index.ts';
import type { ReadonlyStore } from '../../ui/index.ts';
import { calls } from '../paths.ts';

/** The signed-in person and what the server says of them. Immutable: a new object for every change. */
export interface AccountState {
  signedIn: boolean;
  me: Me | null;
  menu: Menu | null;
  home: UserHome | null;
  /** The session ended under an open page: the dialog asks to sign in again. */
  expired: boolean;
}

/** Why a sign-in failed, as the error catalogue tells them apart. */
export type SignInFailure = { reason: 'wrong' | 'denied' } | { reason: 'other'; message: string };

export interface Account extends ReadonlyStore<AccountState> {
  /** What the sign-in page shows and the key of the password cipher. Loaded once; a failed load may be repeated. */
  publicHome(): Promise<PublicHome>;
  /** Loads what is missing of person, appearance and menu. Rejects with HttpFailure. */
  load(): Promise<AccountState>;
  /** Loads the menu again, behind the one that is there: its own titles come in the language of the moment. */
  refreshMenu(): Promise<void>;
  /** Null on success. */
  signIn(username: string, password: string): Promise<SignInFailure | null>;
  /** Forgets the session here, and tells the server so. */
  signOut(): Promise<void>;
  /** Forgets the session without asking the server: it already did. */
  forget(): void;
  /** The server answers nothing else until the password is changed. */
  requirePasswordChange(): void;
  /** Opens the dialog; settles when it is answered. */
  signInAgain(): Promise<boolean>;
  /** The dialog is answered: by a sign-in here or in another tab (true), or by leaving (false). */
  resume(signedIn: boolean): void;
  seal(text: string): Promise<string>;
  changePassword(current: string, password: string): Promise<void>;
}

const empty: AccountState = { signedIn: false, me: null, menu: null, home: null, expired: false };

/** What the menu says a person may do. Entries that are not shown count as well. */
export function grantsOf(menu: Menu): Grants {
  const items = [...menu.overview, ...menu.settings].flatMap((group) => group.submenu);
  const allowed = [...menu.specialPermissions, ...items.flatMap((item) => item.specialPermissions)].filter(
    (special) => special.flgAllow,
  );
  return {
    allScreens: false,
    // A screen below another one's path brings no rights of its own: the first entry of a segment counts.
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
    // All at once: the shell waits for the slowest, not for the sum.
    const rest = Promise.all([
      state.home ?? read<UserHome>(calls.userHome),
      state.menu ?? read<Menu>(calls.menu),
    ]);
    rest.catch(() => undefined);
    const me = state.me ?? (await read<Me>(calls.me));
    // The server answers nothing else until the password is changed.
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
      // Who signed in since has a menu of their own.
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
        // An answer without a token fails the sign-in (specification 1, section 5).
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
        // A profile that is refused takes the credentials with it (specification 1, section 5).
        if (saved) forget();
        if (error.status === 403) return { reason: 'denied' };
        if (error.status === 401) return { reason: 'wrong' };
        return { reason: 'other', message: error.message };
      }
    },
    async signOut() {
      clearDrafts();
      const told = http.request({ method: 'post', address: calls.signOut, unauthorized: 'throw' });
      // The token is read when the call starts; whether the server hears it or not, this browser forgets.
      forget();
      await told.catch(() => undefined);
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

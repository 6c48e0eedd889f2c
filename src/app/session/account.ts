import type { Grants } from '../../contracts/access.ts';
import type { Menu } from '../../contracts/menu.ts';
import type { Me, PublicHome, UserHome } from '../../contracts/session.ts';
import { createSignOuts, hasEnded, HttpFailure, sealPassword } from '../../client/index.ts';
import type { Http, SessionStore } from '../../client/index.ts';
import { createUiStore } from '../../ui/index.ts';
import type { ReadonlyStore } from '../../ui/index.ts';
import { calls } from '../paths.ts';
import { createRepeats } from './repeats.ts';

/** The signed-in person with the server's data about them. Each change makes a new object. */
export interface AccountState {
  signedIn: boolean;
  me: Me | null;
  menu: Menu | null;
  home: UserHome | null;
  /** The session ended under an open page, and the dialog asks to sign in again. */
  expired: boolean;
}

/** Answer to a sign-in. */
export interface SignedInReply {
  accessToken?: string;
  userId?: number;
}

/** Why a sign-in failed, by the codes of the error catalogue. */
export type SignInFailure = { reason: 'wrong' | 'denied' } | { reason: 'other'; message: string };

export interface Account extends ReadonlyStore<AccountState> {
  /** Loads the sign-in page's configuration and the key of the password cipher, once. A failed load may be repeated. */
  publicHome(): Promise<PublicHome>;
  /** Loads person, appearance and menu as far as they are missing. Rejects with HttpFailure. */
  load(): Promise<AccountState>;
  /**
   * Loads the menu again in the background, since its own titles come in the current language.
   * @param onAnswer called before the menu is replaced, and also when it could not be loaded
   * @param unless digest of rights; a menu of these rights stays
   */
  refreshMenu(onAnswer?: () => void, unless?: string | null): Promise<void>;
  /** Loads the person again in the background, whose name or photo changed. */
  refreshMe(): Promise<void>;
  /** Loads the look of the company's pages again in the background, and lets the sign-in page do so. */
  refreshLook(): Promise<void>;
  /** Repeats at once the refreshes that the server did not answer, which otherwise wait for a pause. */
  refreshMissed(): void;
  /** Null on success. */
  signIn(username: string, password: string): Promise<SignInFailure | null>;
  /**
   * Takes over the session that a sign-in has opened.
   * @param username as it was typed
   * @throws Error a profile that is refused removes the credentials (specification 1, section 5)
   */
  enter(reply: SignedInReply, username: string): Promise<void>;
  /** Ends the session here and on the server, and at the provider where it began. Without a network, the server hears of it later. */
  signOut(): Promise<void>;
  /** Sends the sign-outs that the server has not heard of. */
  sendSignOuts(): void;
  /** Ends the session here only, after the server has ended it, and closes the dialog of the expired one. */
  forget(): void;
  /** Called when the server refuses everything until the password is changed. */
  requirePasswordChange(): void;
  /** Opens the dialog of the expired session; resolves when it is closed, and at once to false when nobody is signed in. */
  signInAgain(): Promise<boolean>;
  /** Closes the dialog after a sign-in here or in another tab. */
  resume(): void;
  seal(text: string): Promise<string>;
  /** Takes over the session that a changed password opened; any other reply is ignored. */
  adopt(reply: unknown): void;
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

/**
 * @param applyChoices applies what a person chose on other devices, before anything is shown to them; resolves to whether the
 * language is another one now.
 */
export function createAccount(
  http: Http,
  session: SessionStore,
  applyChoices: (me: Me) => Promise<boolean> = () => Promise.resolve(false),
): Account {
  const store = createUiStore<AccountState>({ ...empty, signedIn: session.token() !== null });
  const { getState, setState } = store;
  let publicHome: Promise<PublicHome> | null = null;
  let loading: Promise<AccountState> | null = null;
  let waiting: ((signedIn: boolean) => void)[] = [];
  const repeats = createRepeats();
  const signOuts = createSignOuts(http);
  let menusAsked = 0;
  /** Number of the current one among the menus that were asked for. */
  let menuTurn = 0;

  async function read<T>(address: string): Promise<T> {
    const reply = await http.request({ method: 'get', address, unauthorized: 'throw' });
    return (reply as { data: T }).data;
  }

  function forget() {
    session.clear();
    repeats.clear();
    loading = null;
    setState(empty);
    answer(false);
  }

  /** Whether somebody is still signed in, whose data may have been loaded again meanwhile. */
  const isStill = (me: Me | null): boolean => me !== null && getState().me?.id === me.id;

  /** Answers all who wait for a sign-in in the dialog. */
  function answer(signedIn: boolean) {
    const answered = waiting;
    waiting = [];
    for (const resolve of answered) resolve(signedIn);
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
    const isOtherLanguage = state.me === null && (await applyChoices(me));
    const [home, menu] = await rest;
    setState({ me, home, menu: isOtherLanguage ? await read<Menu>(calls.menu) : menu });
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
    refreshMenu: (onAnswer, unless = null) =>
      repeats.run(calls.menu, async () => {
        // The first menu may have been made before what this call is about.
        if (loading) await loading.catch(() => undefined);
        const { me, menu } = getState();
        if (!menu || menu.rights === unless) return;
        const turn = ++menusAsked;
        const next = await read<Menu>(calls.menu).finally(onAnswer);
        // Another person may have signed in since, and a later answer may have come first.
        if (!isStill(me) || turn < menuTurn) return;
        menuTurn = turn;
        setState({ menu: next });
      }),
    refreshMe: () =>
      repeats.run(calls.me, async () => {
        const { me } = getState();
        if (!me) return;
        const next = await read<Me>(calls.me);
        const values = session.get();
        if (!values || !isStill(me)) return;
        session.save({ ...values, loggedUser: next.name, imageProfile: next.photourl ?? '' });
        setState({ me: next });
      }),
    refreshLook() {
      publicHome = null;
      return repeats.run(calls.userHome, async () => {
        const { me } = getState();
        if (!me) return;
        const next = await read<UserHome>(calls.userHome);
        if (isStill(me)) setState({ home: next });
      });
    },
    refreshMissed: repeats.now,
    async enter({ accessToken = '', userId }, username) {
      const values = (name: string, login: string, photo: string) => ({
        accessToken,
        username: login,
        user: String(userId),
        currentEnvironment: window.location.host,
        loggedUser: name,
        imageProfile: photo,
      });
      session.save(values(username, username, ''));
      try {
        const me = await read<Me>(calls.me);
        session.save(values(me.name, username || me.login, me.photourl ?? ''));
        await applyChoices(me);
        setState({ signedIn: true, me });
      } catch (error) {
        forget();
        throw error;
      }
    },
    async signIn(username, password) {
      signOuts.send();
      try {
        const body = { username, password: await account.seal(password) };
        const reply = await http.request({ method: 'post', address: calls.signIn, body, public: true });
        const { data } = reply as { data?: SignedInReply };
        // A reply without a token fails the sign-in (specification 1, section 5).
        if (!data?.accessToken) return { reason: 'other', message: '' };
        await account.enter(data, username);
        return null;
      } catch (error) {
        if (!(error instanceof HttpFailure)) throw error;
        if (error.status === 403) return { reason: 'denied' };
        if (error.status === 401) return { reason: 'wrong' };
        return { reason: 'other', message: error.message };
      }
    },
    async signOut() {
      // Noted first: the page may be closed before the server answers.
      const ended = signOuts.note(session.token());
      const call = http.request({ method: 'post', address: calls.signOut, unauthorized: 'throw' });
      // The call reads the token when it starts. This browser ends the session whether the call succeeds or not.
      forget();
      const reply = (await call.then(
        (done) => {
          ended();
          return done;
        },
        (failure: HttpFailure) => {
          if (hasEnded(failure)) ended();
          return null;
        },
      )) as { data?: { providerSignOut?: string } | null } | null;
      const provider = reply?.data?.providerSignOut;
      if (provider) window.location.assign(provider);
    },
    sendSignOuts: signOuts.send,
    forget,
    requirePasswordChange() {
      const { me } = getState();
      if (me?.isChangePwd === 'N') setState({ me: { ...me, isChangePwd: 'Y' } });
    },
    signInAgain() {
      // The refusal of a call that was under way when the person signed out.
      if (!getState().signedIn) return Promise.resolve(false);
      return new Promise((resolve) => {
        waiting.push(resolve);
        setState({ expired: true });
      });
    },
    resume() {
      setState({ expired: false });
      answer(true);
    },
    adopt(reply) {
      const { accessToken } = (reply as { data?: { accessToken?: unknown } } | null)?.data ?? {};
      const values = session.get();
      if (values && typeof accessToken === 'string') session.save({ ...values, accessToken });
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

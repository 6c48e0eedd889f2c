import { browserStorage, createSafeStorage } from './safe-storage.ts';

/** The stored values of a session (specification 1, section 9), each under the fixed prefix. */
export interface SessionValues {
  accessToken: string;
  /** The login as it was typed. */
  username: string;
  /** The user id, as a string. */
  user: string;
  /** The host of the session; its first label is displayed. */
  currentEnvironment: string;
  /** The display name. */
  loggedUser: string;
  /** Address of the person's photo, '' for none. */
  imageProfile: string;
}

/** A change by another tab: it signed out, or somebody signed in there. */
export type SessionChange = 'signed-out' | 'same-user' | 'other-user';

const prefix = 'molde.';
const keys = [
  'accessToken',
  'username',
  'user',
  'currentEnvironment',
  'loggedUser',
  'imageProfile',
] as const satisfies readonly (keyof SessionValues)[];

export interface SessionStore {
  get(): SessionValues | null;
  token(): string | null;
  /** Id of the page's user: the signed-in one, or the last one when another tab signed out. */
  owner(): string | null;
  save(values: SessionValues): void;
  /** False when the browser did not take the values: the session then lives as long as the page. */
  isKept(): boolean;
  /** Removes every value. */
  clear(): void;
  /** Calls the listener when another tab changes the session. Returns the function that removes it. */
  onChange(listener: (change: SessionChange) => void): () => void;
}

/** Creates the store of the session values in the browser's storage, which its tabs share. */
export function createSessionStore(storage: Storage | null = browserStorage()): SessionStore {
  const safe = createSafeStorage(() => storage);
  let isKept = true;
  let knownUser = safe.get(`${prefix}user`);

  function get(): SessionValues | null {
    if (!safe.get(`${prefix}accessToken`)) return null;
    return Object.fromEntries(
      keys.map((key) => [key, safe.get(prefix + key) ?? '']),
    ) as unknown as SessionValues;
  }

  return {
    get,
    owner: () => get()?.user ?? knownUser,
    token: () => safe.get(`${prefix}accessToken`),
    save(values) {
      knownUser = values.user;
      // The token is written last, because other tabs read the rest when it arrives.
      isKept = [...keys].reverse().filter((key) => !safe.set(prefix + key, values[key])).length === 0;
    },
    isKept: () => isKept,
    clear() {
      knownUser = null;
      for (const key of keys) safe.remove(prefix + key);
    },
    onChange(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.storageArea !== storage) return;
        // `key` is null after a clear().
        if (event.key !== null && event.key !== `${prefix}accessToken`) return;
        safe.dropOwn();
        const values = get();
        if (!values) {
          listener('signed-out');
          return;
        }
        const same = values.user === knownUser;
        knownUser = values.user;
        listener(same ? 'same-user' : 'other-user');
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

/** What the specification keeps of a session (specification 1, section 9), each under the fixed prefix. */
export interface SessionValues {
  accessToken: string;
  /** The login that was typed. */
  username: string;
  /** The user id, as a string. */
  user: string;
  /** The host the session belongs to; its first label is shown. */
  currentEnvironment: string;
  /** The display name. */
  loggedUser: string;
  /** Address of the person's photo, '' for none. */
  imageProfile: string;
}

/** Who else changed the session: another tab signed out, or somebody signed in there. */
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
  /** The user whose page this is, by id: the signed-in one, or who was until another tab signed out. */
  owner(): string | null;
  save(values: SessionValues): void;
  /** Removes every value. */
  clear(): void;
  /** Told when another tab changes the session, never for changes of this one. Returns the release. */
  onChange(listener: (change: SessionChange) => void): () => void;
}

/** Reads and writes that survive a browser which forbids storage: the session then lives as long as the page. */
function safeStorage(storage: Storage | null) {
  const memory = new Map<string, string>();
  return {
    get(key: string): string | null {
      try {
        return storage?.getItem(key) ?? memory.get(key) ?? null;
      } catch {
        return memory.get(key) ?? null;
      }
    },
    set(key: string, value: string) {
      try {
        if (!storage) throw new Error('no storage');
        storage.setItem(key, value);
      } catch {
        memory.set(key, value);
      }
    },
    remove(key: string) {
      memory.delete(key);
      try {
        storage?.removeItem(key);
      } catch {
        // Nothing was stored where nothing may be removed.
      }
    },
  };
}

function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** The session values in the browser's storage, shared by its tabs. */
export function createSessionStore(storage: Storage | null = browserStorage()): SessionStore {
  const safe = safeStorage(storage);
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
      // The token last: other tabs look at the rest when it arrives.
      for (const key of [...keys].reverse()) safe.set(prefix + key, values[key]);
    },
    clear() {
      knownUser = null;
      for (const key of keys) safe.remove(prefix + key);
    },
    onChange(listener) {
      const heard = (event: StorageEvent) => {
        if (event.storageArea !== storage) return;
        // `key` is null when everything was cleared.
        if (event.key !== null && event.key !== `${prefix}accessToken`) return;
        const values = get();
        if (!values) {
          listener('signed-out');
          return;
        }
        const same = values.user === knownUser;
        knownUser = values.user;
        listener(same ? 'same-user' : 'other-user');
      };
      window.addEventListener('storage', heard);
      return () => window.removeEventListener('storage', heard);
    },
  };
}

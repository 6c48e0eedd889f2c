import type { Json } from '../contracts/json.ts';
import type { Preferences } from '../engine/core/index.ts';
import { HttpFailure, type Http } from './http.ts';
import { readDevicePreference, removeDevicePreference, writeDevicePreference } from './device-preferences.ts';

const addressOf = (key: string) => `/adm/v2/sec/me/preferences/${encodeURIComponent(key)}`;

function parse(text: string | null): Json {
  try {
    return text === null ? null : (JSON.parse(text) as Json);
  } catch {
    return null;
  }
}

export interface UserPreferences extends Preferences {
  /** Sends values of this visit that the server did not get, now that it can be reached. */
  sendMissed(): void;
}

/** Whether the server read the value and does not take it. Sending it again would change nothing. */
const isFinal = (error: unknown): boolean =>
  error instanceof HttpFailure && error.status >= 400 && error.status < 500 && error.status !== 401;

/**
 * Stores a person's preferences in this browser and on the server. Values are read from the browser's copy. The server's
 * value is fetched once per visit; it applies at once when the browser has no copy, else with the next visit. A value that the
 * server did not get is sent again, and until then takes precedence over the server's.
 * @param owner id of the signed-in person, whose preferences are stored apart from those of others.
 */
export function createUserPreferences(http: Http, owner: () => number): UserPreferences {
  const values = new Map<string, Json>();
  const fetched = new Set<string>();
  const listeners = new Map<string, Set<() => void>>();
  const nameOf = (key: string) => `own.${owner()}.${key}` as const;
  /** Where the browser notes that the server has another value than it. */
  const noteOf = (key: string) => `own.${owner()}.unsent:${key}` as const;

  function update(key: string, value: Json): void {
    values.set(nameOf(key), value);
    for (const listener of listeners.get(key) ?? []) listener();
  }

  /** If the request fails, the value holds in this browser. */
  function send(key: string, value: Json): void {
    const note = noteOf(key);
    const text = JSON.stringify(value);
    writeDevicePreference(note, text);
    // A newer value may wait by then.
    const done = () => {
      if (readDevicePreference(note) === text) removeDevicePreference(note);
    };
    http
      .request({ method: 'put', address: addressOf(key), body: { value }, unauthorized: 'throw' })
      .then(done, (error: unknown) => isFinal(error) && done());
  }

  /** @returns whether a value waited */
  function sendAgain(key: string): boolean {
    const unsent = readDevicePreference(noteOf(key));
    if (unsent !== null) send(key, parse(unsent));
    return unsent !== null;
  }

  async function fetchOnce(key: string): Promise<void> {
    const name = nameOf(key);
    if (fetched.has(name)) return;
    fetched.add(name);
    if (sendAgain(key)) return;
    try {
      const reply = (await http.request({ method: 'get', address: addressOf(key) })) as {
        data: { value: Json };
      };
      const here = readDevicePreference(name);
      writeDevicePreference(name, JSON.stringify(reply.data.value));
      if (here === null && reply.data.value !== null) update(key, reply.data.value);
    } catch {
      // A later subscriber tries again.
      fetched.delete(name);
    }
  }

  return {
    get(key) {
      const name = nameOf(key);
      let value = values.get(name);
      if (value === undefined) {
        value = parse(readDevicePreference(name));
        values.set(name, value);
      }
      return value;
    },
    set(key, value) {
      writeDevicePreference(nameOf(key), JSON.stringify(value));
      // The new value takes precedence over one that is being fetched.
      fetched.add(nameOf(key));
      update(key, value);
      send(key, value);
    },
    subscribe(key, listener) {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      void fetchOnce(key);
      return () => own.delete(listener);
    },
    sendMissed() {
      for (const key of listeners.keys()) sendAgain(key);
    },
  };
}

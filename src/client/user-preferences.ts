import type { Json } from '../contracts/json.ts';
import type { Preferences } from '../engine/core/index.ts';
import type { Http, HttpFailure } from './http.ts';
import { readDevicePreference, writeDevicePreference } from './device-preferences.ts';

const addressOf = (key: string) => `/adm/v2/sec/me/preferences/${encodeURIComponent(key)}`;

function parse(text: string | null): Json {
  try {
    return text === null ? null : (JSON.parse(text) as Json);
  } catch {
    return null;
  }
}

/**
 * Stores a person's preferences in this browser and on the server. Values are read from the browser's copy. The server's
 * value is fetched once per visit; it applies at once when the browser has no copy, else with the next visit. A value that the
 * server did not get is sent again in the next visit, and until then takes precedence over the server's.
 * @param owner id of the signed-in person, whose preferences are stored apart from those of others.
 */
export function createUserPreferences(http: Http, owner: () => number): Preferences {
  const values = new Map<string, Json>();
  const fetched = new Set<string>();
  const listeners = new Map<string, Set<() => void>>();
  const nameOf = (key: string) => `own.${owner()}.${key}` as const;
  /** Where the browser notes the value that the server does not have yet; an empty text when it has it. */
  const noteOf = (key: string) => nameOf(`unsent:${key}`);

  function update(key: string, value: Json): void {
    values.set(nameOf(key), value);
    for (const listener of listeners.get(key) ?? []) listener();
  }

  /** If the request fails, the value holds in this browser, and is sent again in the next visit. */
  function send(key: string, text: string): void {
    writeDevicePreference(noteOf(key), text);
    const done = () => {
      // A newer value may wait by then.
      if (readDevicePreference(noteOf(key)) === text) writeDevicePreference(noteOf(key), '');
    };
    http
      .request({
        method: 'put',
        address: addressOf(key),
        body: { value: parse(text) },
        unauthorized: 'throw',
      })
      // A preference that the server reads and does not take, it does not take later either.
      .then(done, ({ status }: HttpFailure) => status === 400 && done());
  }

  async function fetchOnce(key: string): Promise<void> {
    const name = nameOf(key);
    if (fetched.has(name)) return;
    fetched.add(name);
    const unsent = readDevicePreference(noteOf(key));
    if (unsent) return send(key, unsent);
    try {
      const reply = (await http.request({ method: 'get', address: addressOf(key) })) as {
        data: { value: Json };
      };
      // Nothing of a person is kept after their sign-out.
      if (nameOf(key) !== name) return;
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
      const text = JSON.stringify(value);
      writeDevicePreference(nameOf(key), text);
      // The new value takes precedence over one that is being fetched.
      fetched.add(nameOf(key));
      update(key, value);
      send(key, text);
    },
    subscribe(key, listener) {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      void fetchOnce(key);
      return () => own.delete(listener);
    },
  };
}

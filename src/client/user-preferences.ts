import type { Json } from '../contracts/json.ts';
import type { Preferences } from '../engine/core/index.ts';
import type { Http } from './http.ts';
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
 * What the person set up for themselves: read from this browser's copy, written to it and to the server. The server's own
 * is fetched once a visit; it is shown at once where this browser has none yet, else with the next visit.
 * @param owner who sits here: each person of a browser has their own.
 */
export function createUserPreferences(http: Http, owner: () => number): Preferences {
  const values = new Map<string, Json>();
  const asked = new Set<string>();
  const listeners = new Map<string, Set<() => void>>();
  const nameOf = (key: string) => `own.${owner()}.${key}` as const;

  function tell(key: string, value: Json): void {
    values.set(nameOf(key), value);
    for (const listener of listeners.get(key) ?? []) listener();
  }

  async function fetchOnce(key: string): Promise<void> {
    const name = nameOf(key);
    if (asked.has(name)) return;
    asked.add(name);
    try {
      const reply = (await http.request({ method: 'get', address: addressOf(key) })) as {
        data: { value: Json };
      };
      const here = readDevicePreference(name);
      writeDevicePreference(name, JSON.stringify(reply.data.value));
      if (here === null && reply.data.value !== null) tell(key, reply.data.value);
    } catch {
      // The copy serves until the next visit.
      asked.delete(name);
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
      // What was set here is newer than what a fetch under way brings.
      asked.add(nameOf(key));
      tell(key, value);
      // Without the server the choice holds in this browser.
      http
        .request({ method: 'put', address: addressOf(key), body: { value }, unauthorized: 'throw' })
        .catch(() => undefined);
    },
    subscribe(key, listener) {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      void fetchOnce(key);
      return () => own.delete(listener);
    },
  };
}

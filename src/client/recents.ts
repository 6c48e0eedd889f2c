import type { Json } from '../contracts/json.ts';
import { isObject } from '../contracts/json.ts';
import { readDevicePreference, writeDevicePreference } from './device-preferences.ts';
import type { DevicePreference } from './device-preferences.ts';

/** A screen or record that the person has opened in this browser. */
export interface Recent {
  /** Path of its screen, without the query. */
  path: string;
  /** Name of the record, or title of the screen. */
  title: string;
  /** Title of the place it stands in, such as the list of a record; '' for none. */
  place: string;
  /** Whether the screen shows one record; else it is a place of its own. */
  record: boolean;
  /** When it was opened, as an ISO time. */
  at: string;
}

export interface Recents {
  /** The latest first; the same list until it changes. */
  list(): readonly Recent[];
  /** Puts a screen or record first. */
  note(recent: Omit<Recent, 'at'>): void;
  /** Removes one that is gone. */
  forget(path: string): void;
  subscribe(listener: () => void): () => void;
}

const kept = 20;

function isRecent(value: Json): boolean {
  return (
    isObject(value) &&
    typeof value.path === 'string' &&
    value.path.startsWith('/') &&
    typeof value.title === 'string' &&
    typeof value.place === 'string' &&
    typeof value.record === 'boolean' &&
    typeof value.at === 'string'
  );
}

/** The browser's storage may have anything there. */
function parse(text: string | null): readonly Recent[] {
  try {
    const value = JSON.parse(text ?? '[]') as Json;
    return Array.isArray(value) ? (value.filter(isRecent) as unknown as Recent[]) : [];
  } catch {
    return [];
  }
}

/** Stores what a person opened last in this browser, apart from others who use it. Other tabs see it with their next page. */
export function createRecents(owner: () => number, now: () => number = Date.now): Recents {
  const nameOf = (): DevicePreference => `own.${owner()}.recents`;
  const listeners = new Set<() => void>();
  let of = nameOf();
  let current: readonly Recent[] | null = null;

  function list(): readonly Recent[] {
    if (!current || of !== nameOf()) {
      of = nameOf();
      current = parse(readDevicePreference(of));
    }
    return current;
  }
  function replace(next: readonly Recent[]): void {
    current = next.slice(0, kept);
    writeDevicePreference(of, JSON.stringify(current));
    for (const listener of listeners) listener();
  }

  return {
    list,
    note(recent) {
      const [first] = list();
      const next = { ...recent, at: new Date(now()).toISOString() };
      if (first && JSON.stringify({ ...first, at: next.at }) === JSON.stringify(next)) return;
      replace([next, ...list().filter(({ path }) => path !== recent.path)]);
    },
    forget(path) {
      if (list().some((one) => one.path === path)) replace(list().filter((one) => one.path !== path));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

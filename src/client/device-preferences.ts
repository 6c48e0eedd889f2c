import { browserStorage, createSafeStorage } from './safe-storage.ts';

/** A choice that this browser stores. Unlike the session it survives a logout; a person's own (`own.`) does not. */
export type DevicePreference = 'language' | 'theme' | 'sidebar' | 'colors' | `own.${number}.${string}`;

const prefix = 'molde.pref.';
// Where storage is full or forbidden, a choice holds for this page only.
const storage = createSafeStorage(browserStorage);

export function readDevicePreference(name: DevicePreference): string | null {
  return storage.get(prefix + name);
}

/**
 * Removes what this browser keeps of persons beside their session: what they opened, searched and named. People with entries in the
 * outbox stay known, so that these are sent after their next sign-in.
 */
export function forgetPersons(): void {
  for (const key of storage.keys(`${prefix}own.`))
    if (!/^\d+\.outbox$/.test(key.slice(`${prefix}own.`.length))) storage.remove(key);
}

export function writeDevicePreference(name: DevicePreference, value: string): void {
  storage.set(prefix + name, value);
}

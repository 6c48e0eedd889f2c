import { browserStorage, createSafeStorage } from './safe-storage.ts';

/** A person's choice that this browser stores. Unlike the session it survives a logout. */
export type DevicePreference = 'language' | 'theme' | 'sidebar' | 'colors' | `own.${number}.${string}`;

const prefix = 'molde.pref.';
// Where storage is full or forbidden, a choice holds for this page only.
const storage = createSafeStorage(browserStorage);

export function readDevicePreference(name: DevicePreference): string | null {
  return storage.get(prefix + name);
}

export function writeDevicePreference(name: DevicePreference, value: string): void {
  storage.set(prefix + name, value);
}

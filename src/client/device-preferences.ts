/** A person's choice that this browser stores. Unlike the session it survives a logout. */
export type DevicePreference = 'language' | 'theme' | 'sidebar' | 'colors' | `own.${number}.${string}`;

const prefix = 'molde.pref.';

export function readDevicePreference(name: DevicePreference): string | null {
  try {
    return window.localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

export function writeDevicePreference(name: DevicePreference, value: string): void {
  try {
    window.localStorage.setItem(prefix + name, value);
  } catch {
    // Storage is full or forbidden: the choice holds for this page only.
  }
}

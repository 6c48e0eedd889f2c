import type { Json } from './json.ts';

/** A person's preference under a key; null when none is stored. */
export interface Preference {
  value: Json;
}

/** Bytes of a value as JSON. */
export const maxPreferenceBytes = 16 * 1024;
/** Keys of a person. */
export const maxPreferences = 200;
export const preferenceKeyPattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$';

import type { Json } from './json.ts';

/** What a person set up for themselves under a key; null: nothing. */
export interface Preference {
  value: Json;
}

/** Bytes of one value as JSON. */
export const maxPreferenceBytes = 16 * 1024;
/** Keys of one person. */
export const maxPreferences = 200;
export const preferenceKeyPattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$';

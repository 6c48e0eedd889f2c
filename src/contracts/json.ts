/** Any value that JSON can carry. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A JSON object; keys come from outside, so read them with `Object.hasOwn` or known names only. */
export type JsonObject = { [key: string]: Json };

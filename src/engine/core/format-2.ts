import type { JsonObject } from '../../contracts/json.ts';

/** Changes of the language between formats 1 and 2, in the order in which they apply. Each keeps every unknown key. */
const changes: readonly ((old: JsonObject) => JsonObject)[] = [];

/** Migrates a document of any kind from format 1 to format 2. */
export const toFormat2 = (old: JsonObject): JsonObject =>
  changes.reduce((document, change) => change(document), old);

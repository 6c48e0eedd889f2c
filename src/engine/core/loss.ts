import type { Json, JsonObject } from '../../contracts/json.ts';

/**
 * Words of a definition that a person wrote, as against the names that a widget's schema gives (`primary`, `left`), which
 * a new version may call by another name.
 */
const isWritten = (text: string): boolean => text !== '' && !/^[a-z][A-Za-z0-9-]*$/.test(text);

/**
 * What must be found again behind a migration, each as often as it was there: ids, expressions, texts, and keys that are
 * the author's own.
 */
function facts(value: Json | undefined): Map<string, number> {
  const found = new Map<string, number>();
  const add = (fact: string): void => void found.set(fact, (found.get(fact) ?? 0) + 1);
  const stack: { key: string; value: Json | undefined }[] = [{ key: '', value }];
  while (stack.length > 0) {
    const one = stack.pop()!;
    if (one.key.startsWith('x-')) add(`key ${one.key} ${JSON.stringify(one.value)}`);
    else if (typeof one.value === 'string') {
      if (one.key === 'id') add(`id ${one.value}`);
      else if (one.key === '$expr') add(`expression ${one.value}`);
      else if (isWritten(one.value)) add(`text ${one.value}`);
    } else if (Array.isArray(one.value)) {
      for (const item of one.value) stack.push({ key: '', value: item });
    } else if (typeof one.value === 'object' && one.value !== null) {
      for (const key of Object.keys(one.value)) stack.push({ key, value: one.value[key] });
    }
  }
  return found;
}

/** What a migrated value has lost of the one before it, in words of ours; nothing is as it should be. */
export function migrationLosses(before: Json, after: Json): string[] {
  const kept = facts(after);
  return [...facts(before)].filter(([fact, count]) => (kept.get(fact) ?? 0) < count).map(([fact]) => fact);
}

/** A key that no schema has ever had: a step that drops it drops what it does not know. */
const unknownKey = 'x-unknown';

/** @throws naming what the step lost. Answers what the step made. */
export function applyMigration(old: JsonObject, step: (old: JsonObject) => JsonObject): JsonObject {
  const { [unknownKey]: kept, ...made } = step({ ...old, [unknownKey]: true });
  if (kept !== true) throw new MigrationLossError(['unknown keys']);
  const next = Object.hasOwn(old, unknownKey) ? { ...made, [unknownKey]: old[unknownKey]! } : made;
  const losses = migrationLosses(old, next);
  if (losses.length > 0) throw new MigrationLossError(losses);
  return next;
}

/** A migration would have lost something of a definition. */
export class MigrationLossError extends Error {
  readonly losses: readonly string[];

  constructor(losses: readonly string[]) {
    super(`The migration loses ${losses.join(', ')}`);
    this.name = 'LossError';
    this.losses = losses;
  }
}

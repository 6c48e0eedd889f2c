import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { documentLimits } from '../validate/limits.ts';

/** Where the diagnostics of a use that could not be expanded are stored, in its place. */
export const failedKey = 'x-failed';

/** Whether an item of a list stands for the content of a fragment. */
export function isUse(value: unknown): value is JsonObject & { use: string } {
  return isObject(value) && typeof value.use === 'string' && value.type === undefined;
}

/** Calls visit for each object that may be a use; the named checks of forms have the same shape and are left out. */
function walkUses(value: unknown, visit: (use: JsonObject & { use: string }, pointer: string) => void): void {
  const stack: { part: unknown; pointer: string; depth: number }[] = [{ part: value, pointer: '', depth: 0 }];
  while (stack.length > 0) {
    const { part, pointer, depth } = stack.pop()!;
    if (typeof part !== 'object' || part === null || depth > documentLimits.jsonDepth) continue;
    if (isUse(part)) visit(part, pointer);
    for (const [key, inner] of Object.entries(part)) {
      if (key !== 'checks' && key !== 'strings')
        stack.push({ part: inner, pointer: `${pointer}/${key}`, depth: depth + 1 });
    }
  }
}

/** Ids of the fragments that a document names itself. */
export function usedFragments(document: unknown): Set<string> {
  const ids = new Set<string>();
  walkUses(document, ({ use }) => ids.add(use));
  return ids;
}

/** Fragments that one document may need, those within fragments included. */
const maxFragments = 200;

/** Loads the fragments that documents use, directly and through other fragments. Null stands for an unknown one. */
export async function loadFragments(
  documents: readonly unknown[],
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, unknown>>,
): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  let next = documents;
  while (next.length > 0 && found.size < maxFragments) {
    const ids = [...new Set(next.flatMap((one) => [...usedFragments(one)]))].filter((id) => !found.has(id));
    if (ids.length === 0) break;
    const read1 = await read(ids.slice(0, maxFragments - found.size));
    for (const id of ids) found.set(id, read1.get(id) ?? null);
    next = ids.map((id) => found.get(id));
  }
  return found;
}

/** The diagnostics of uses that could not be expanded, in the document that contains them. */
export function failedUses(document: unknown): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  walkUses(document, (use, pointer) => {
    const failed = use[failedKey];
    if (!Array.isArray(failed)) return;
    for (const one of failed) {
      if (isObject(one)) diagnostics.push({ ...(one as unknown as Diagnostic), pointer });
    }
  });
  return diagnostics;
}

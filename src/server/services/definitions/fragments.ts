import { isObject } from '../../../contracts/json.ts';
import { loadFragments, parseDocument, usedFragments } from '../../../engine/core/index.ts';
import type { TenantTransaction } from '../../kernel/database.ts';
import type { Definitions } from './definitions.ts';
import type { FragmentTexts } from './inspect.ts';
import { readPublished } from './stored.ts';

export interface Fragments {
  texts: FragmentTexts;
  /** Published versions by id; 0 is the bundled fragment, or none. */
  versions: ReadonlyMap<string, number>;
}

/**
 * Reads the fragments that documents use, directly and through others: the tenant's published version, else the bundled one.
 * Drafts do not count, because what is served does not contain them.
 * @param replaced another version of one fragment, as it is about to be published; null for none.
 */
export async function readFragments(
  bundled: Definitions,
  db: TenantTransaction,
  documents: readonly unknown[],
  replaced?: { id: string; text: string | null },
): Promise<Fragments> {
  const texts: Record<string, string> = {};
  const versions = new Map<string, number>();
  await loadFragments(documents, async (ids) => {
    const own = new Map((await readPublished(db, 'fragment', ids)).map((one) => [one.id, one]));
    const found = new Map<string, unknown>();
    for (const id of ids) {
      const original = bundled.document('fragment', id);
      const stored = own.get(id);
      const text =
        replaced?.id === id ? replaced.text : (stored?.document ?? (original && JSON.stringify(original)));
      versions.set(id, stored?.version ?? 0);
      if (text === null) continue;
      texts[id] = text;
      found.set(id, parseDocument(text).document);
    }
    return found;
  });
  return { texts, versions };
}

/** Whether a document may use fragments at all. */
export const usesFragments = (document: unknown): boolean =>
  isObject(document) && usedFragments(document).size > 0;

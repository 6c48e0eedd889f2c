import type { FragmentInfo } from '../../../contracts/data-catalogue.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { Language } from '../../../contracts/language.ts';
import {
  fragmentLists,
  loadFragments,
  parametersOf,
  parseDocument,
  usedFragments,
} from '../../../engine/core/index.ts';
import type { TenantTransaction } from '../../kernel/database.ts';
import type { Definitions } from './definitions.ts';
import { titleIn, titlesOf, type FragmentTexts } from './inspect.ts';
import { publishedKeys, readPublished } from './stored.ts';

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
  const isMissing = [...versions.keys()].some((id) => texts[id] === undefined);
  return { texts: { texts, known: isMissing ? await usableIds(bundled, db) : [] }, versions };
}

const ofFragment = 'fragment/';

/** Ids of the fragments that documents can use. */
async function usableIds(bundled: Definitions, db: TenantTransaction): Promise<string[]> {
  const own = [...(await publishedKeys(db))].filter((key) => key.startsWith(ofFragment));
  const originals = bundled.all.filter(({ kind }) => kind === 'fragment').map(({ id }) => id);
  return [...new Set([...originals, ...own.map((key) => key.slice(ofFragment.length))])];
}

/** Lists the fragments that documents can use: the tenant's published ones, and the bundled ones. */
export async function usableFragments(
  bundled: Definitions,
  db: TenantTransaction,
  lang: Language,
): Promise<FragmentInfo[]> {
  const documents = new Map<string, JsonObject>();
  for (const { kind, id, document } of bundled.all) if (kind === 'fragment') documents.set(id, document);
  const ids = await usableIds(bundled, db);
  for (const { id, document } of await readPublished(db, 'fragment', ids)) {
    const own = parseDocument(document).document;
    if (isObject(own)) documents.set(id, own);
  }
  return [...documents].map(([id, document]) => fragmentInfo(id, document, lang));
}

function fragmentInfo(id: string, document: JsonObject, lang: Language): FragmentInfo {
  const textOf = (written: unknown): string | undefined => {
    if (typeof written !== 'string') return undefined;
    return titleIn(titlesOf({ title: written, strings: document.strings ?? {} }), lang, written);
  };
  return {
    id,
    title: textOf(document.title) ?? id,
    lists: fragmentLists.filter((list) => Array.isArray(document[list])),
    parameters: [...parametersOf(document)].map(([name, one]) => {
      const [title, description] = [textOf(one.title), textOf(one.description)];
      return {
        name,
        type: one.type,
        required: one.required === true,
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
        ...(one.enum && { enum: one.enum }),
      };
    }),
  };
}

/** Whether a document may use fragments at all. */
export const usesFragments = (document: unknown): boolean =>
  isObject(document) && usedFragments(document).size > 0;

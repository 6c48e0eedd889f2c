import type { FragmentInfo } from '../../../../contracts/data-catalogue.ts';
import { isObject, type JsonObject } from '../../../../contracts/json.ts';
import type { Language } from '../../../../contracts/language.ts';
import {
  fragmentLists,
  loadFragments,
  parametersOf,
  parseDocument,
  usedFragments,
} from '../../../../engine/core/index.ts';
import { isUsable, usableKinds, usedDefinition, contentName } from '../../../../contracts/saved-widget.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import type { Definitions } from '../store/definitions.ts';
import { titleIn, titlesOf, type FragmentTexts } from '../inspection/inspect.ts';
import { publishedKeys, readPublished } from '../store/stored-definitions.ts';

export interface Fragments {
  texts: FragmentTexts;
  /** Published versions by id; 0 is the bundled fragment, or none. */
  versions: ReadonlyMap<string, number>;
}

/** Fragments beside those that are published. */
interface OtherFragments {
  /** Another version of one fragment, as it is about to be published; null for none. */
  replaced?: { id: string; text: string | null } | undefined;
  /** Drafts that stand for what is not published, by what documents write to use them. */
  drafts?: ReadonlyMap<string, string> | undefined;
}

/**
 * Reads the fragments that documents use, directly and through others: the tenant's published version, else the bundled one.
 * Drafts do not count, because what is served does not contain them.
 */
export async function readFragments(
  bundled: Definitions,
  db: TenantTransaction,
  documents: readonly unknown[],
  { replaced, drafts }: OtherFragments = {},
): Promise<Fragments> {
  const texts: Record<string, string> = {};
  const versions = new Map<string, number>();
  await loadFragments(documents, async (ids) => {
    const own = new Map<string, { version: number; document: string }>();
    for (const kind of usableKinds) {
      const wanted = ids.map(usedDefinition).flatMap((one) => (one.kind === kind ? [one.id] : []));
      for (const one of await readPublished(db, kind, wanted))
        own.set(contentName({ kind, id: one.id }), one);
    }
    const found = new Map<string, unknown>();
    for (const id of ids) {
      const used = usedDefinition(id);
      const original = bundled.document(used.kind, used.id);
      const stored = own.get(id);
      const text =
        replaced?.id === id
          ? replaced.text
          : (stored?.document ?? (original && JSON.stringify(original)) ?? drafts?.get(id) ?? null);
      versions.set(id, stored?.version ?? 0);
      if (text === null) continue;
      texts[id] = text;
      found.set(id, parseDocument(text).document);
    }
    return found;
  });
  const isMissing = [...versions.keys()].some((id) => texts[id] === undefined);
  return { texts: { texts, candidates: isMissing ? await usableIds(bundled, db) : [] }, versions };
}

/** Ids that documents can use, as they write them: fragments and saved widgets. */
async function usableIds(bundled: Definitions, db: TenantTransaction): Promise<string[]> {
  const originals = bundled.all.map(({ kind, id }) => ({ kind, id }));
  const own = [...(await publishedKeys(db))].map((key) => {
    const [kind = '', id = ''] = key.split('/');
    return { kind, id };
  });
  return [
    ...new Set(
      [...originals, ...own].flatMap(({ kind, id }) => (isUsable(kind) ? [contentName({ kind, id })] : [])),
    ),
  ];
}

/** Lists the fragments and saved widgets that documents can use: the tenant's published ones, and the bundled ones. */
export async function usableFragments(
  bundled: Definitions,
  db: TenantTransaction,
  lang: Language,
): Promise<FragmentInfo[]> {
  const documents = new Map<string, JsonObject>();
  for (const { kind, id, document } of bundled.all)
    if (isUsable(kind)) documents.set(contentName({ kind, id }), document);
  const uses = (await usableIds(bundled, db)).map(usedDefinition);
  for (const kind of usableKinds) {
    const ids = uses.flatMap((one) => (one.kind === kind ? [one.id] : []));
    for (const { id, document } of await readPublished(db, kind, ids)) {
      const own = parseDocument(document).document;
      if (isObject(own)) documents.set(contentName({ kind, id }), own);
    }
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

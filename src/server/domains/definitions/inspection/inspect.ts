import type { Diagnostic } from '../../../../contracts/definitions.ts';
import { isObject, type JsonObject } from '../../../../contracts/json.ts';
import { isUsable } from '../../../../contracts/saved-widget.ts';
import type { DataCatalogue, RouteMethod } from '../../../../contracts/data-catalogue.ts';
import { defaultLanguage, languages, type Language } from '../../../../contracts/language.ts';
import {
  callsOf,
  expandWith,
  parseDocument,
  structureDiagnostics,
  validateDocument,
  type Expansion,
} from '../../../../engine/core/index.ts';
import { escapeSegment } from '../../../../contracts/json-pointer.ts';
import { nodesOf } from '../prune/prune.ts';
import { text as translated } from '../../../kernel/texts.ts';
import { registry } from '../store/registry.ts';
import { definitionTexts } from '../store/texts.ts';

/** The fragments of documents, as they travel to the definition worker. */
export interface FragmentTexts {
  /** Those that the documents use, as JSON, by their ids. */
  texts: Readonly<Record<string, string>>;
  /** Ids to suggest in place of one that does not exist; only filled when there is one. */
  candidates: readonly string[];
}

export const noFragments: FragmentTexts = { texts: {}, candidates: [] };

/** Statements of a document, and all its diagnostics. */
export interface Inspection {
  diagnostics: Diagnostic[];
  /** Of a screen. */
  path: string | null;
  titles: Partial<Record<Language, string>>;
  /** The calls of the server that the document makes. */
  calls: CallOfDocument[];
  /** The forms that it opens and the datasets that it loads. */
  namedDocuments: NamedDocument[];
}

/** A document that another one names by its id, directly or through a parameter of a fragment. */
export interface NamedDocument extends Pick<Diagnostic, 'pointer' | 'fragment'> {
  kind: 'form' | 'dataset';
  id: string;
}

export interface CallOfDocument {
  method: RouteMethod;
  /** With references in braces. */
  address: string;
  pointer: string;
}

/** The inspection of a text that is no document. */
export const uninspected: Inspection = {
  diagnostics: [],
  path: null,
  titles: {},
  calls: [],
  namedDocuments: [],
};

/**
 * Validates a document against the whole language, references between nodes and texts included. Never throws.
 * @param catalogue null where routes that have gone must not make a document invalid.
 * @param paths of all other screens and dashboards, by which links are checked; null checks none.
 */
export async function inspect(
  document: JsonObject,
  catalogue: DataCatalogue | null,
  fragments: FragmentTexts,
  paths: readonly string[] | null,
): Promise<Inspection> {
  const read = parsedFragments(fragments);
  const diagnostics = await validateDocument(document, registry, {
    texts: definitionTexts,
    fragments: () => Promise.resolve(read),
    fragmentIds: fragments.candidates,
    ...(catalogue && { catalogue }),
    ...(paths && { paths }),
  });
  const expansion = structureDiagnostics(document).length > 0 ? null : expandWith(document, read, registry);
  return {
    diagnostics,
    path: typeof document.path === 'string' ? document.path : null,
    titles: titlesOf(document),
    calls: expansion ? expandedCalls(document, expansion, catalogue?.entities ?? []) : [],
    namedDocuments: expansion ? namedDocuments(expansion) : [],
  };
}

/** Parses fragments that travelled as texts. */
export function parsedFragments({ texts }: FragmentTexts): Map<string, unknown> {
  return new Map(Object.entries(texts).map(([id, text]) => [id, parseDocument(text).document]));
}

/** The calls of a document and of its fragments; an address may be a parameter. */
function expandedCalls(
  document: JsonObject,
  expansion: Expansion,
  entities: readonly JsonObject[],
): CallOfDocument[] {
  const isContent = isUsable(document.kind);
  const own = isContent ? document : expansion.document;
  return callsOf(own, entities).map(({ method, address, pointer }) => ({
    method,
    address,
    pointer: isContent ? pointer : expansion.placeOf(pointer).pointer,
  }));
}

function namedDocuments(expansion: Expansion): NamedDocument[] {
  const { sources } = expansion.document;
  const loaded = Object.entries(isObject(sources) ? sources : {}).map(
    ([source, one]) =>
      ['dataset', isObject(one) ? one.dataset : null, `/sources/${escapeSegment(source)}/dataset`] as const,
  );
  const opened = [...nodesOf(expansion.document)].map(({ part, pointer }) => {
    const form = isObject(part) && part.type === 'form' && isObject(part.props) ? part.props.form : null;
    return ['form', form, `${pointer}/props/form`] as const;
  });
  return [...loaded, ...opened].flatMap(([kind, id, pointer]) => {
    if (typeof id !== 'string') return [];
    const place = expansion.placeOf(pointer);
    return expansion.isSample(place) ? [] : [{ kind, id, ...place }];
  });
}

/**
 * Returns the title in each language that has one. An expression has its value only on the open screen, so its title is the
 * first text key in it that has a text, else the names at the end of the breadcrumb: "Companies · Edit record".
 */
export function titlesOf(document: JsonObject): Partial<Record<Language, string>> {
  const crumbs = Array.isArray(document.breadcrumb) ? document.breadcrumb.filter(isObject).slice(-2) : [];
  return Object.fromEntries(
    languages.flatMap((lang) => {
      const read = (written: unknown) => firstText(document, lang, titleTexts(written));
      const names = () => crumbs.flatMap(({ name }) => read(name) ?? []).join(' · ');
      const title = read(document.title) ?? names();
      return title === '' ? [] : [[lang, title]];
    }),
  );
}

/** Returns the first of the texts and text keys that has a text in the language, of the document's own first. */
function firstText(document: JsonObject, lang: Language, candidates: readonly string[]): string | null {
  const own = isObject(document.strings) ? document.strings[lang] : undefined;
  for (const text of candidates) {
    if (!text.startsWith('$')) return text;
    if (text.startsWith('$$')) return text.slice(1);
    const key = text.slice(1);
    const found = isObject(own) && Object.hasOwn(own, key) ? own[key] : definitionTexts.find(lang, key);
    if (typeof found === 'string') return found;
  }
  return null;
}

function titleTexts(title: unknown): string[] {
  if (typeof title === 'string') return [title];
  if (!isObject(title) || typeof title.$expr !== 'string') return [];
  return [...title.$expr.matchAll(/(["'])(\$[\w.-]+)\1/g)].map(([, , key]) => key!);
}

/** Returns the title in a language, else in another one, else that there is none: an id names nothing to people. */
export function titleIn(
  titles: Partial<Record<Language, string>>,
  lang: Language,
  untitled = translated(lang, 'screens.definitions.untitled'),
): string {
  return titles[lang] ?? titles[defaultLanguage] ?? Object.values(titles)[0] ?? untitled;
}

/** Name of a definition without a title among others without one. */
export const untitled = (lang: Language, id: string): string =>
  `${translated(lang, 'screens.definitions.untitled')} (${id})`;

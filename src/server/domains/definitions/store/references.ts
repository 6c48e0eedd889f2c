import type { DefinitionKind, DefinitionReference } from '../../../../contracts/definitions.ts';
import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { isUsable, contentName } from '../../../../contracts/saved-widget.ts';
import { defaultLanguage, type Language } from '../../../../contracts/language.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { Definitions } from './definitions.ts';
import { expandedWith } from './expanded.ts';
import { titlesOf } from '../inspection/inspect.ts';
import { matchPath } from '../../../../contracts/route-path.ts';
import { nodesOf } from '../prune/prune.ts';
import { selectCurrent, type DefinitionKey } from './stored-definitions.ts';

/** Documents of the tenant that are searched. */
const MAX_DOCUMENTS = 500;

type Relation = DefinitionReference['relation'];

/** Whether an object of a document shows a form or loads a dataset. */
export function embeds({ type, props, dataset }: JsonObject, { kind, id }: DefinitionKey): boolean {
  if (kind === 'dataset') return dataset === id;
  return kind === 'form' && type === 'form' && isObject(props) && props.form === id;
}

/** How one object of a document refers to a definition; null if it does not. */
function relationOf(part: JsonObject, key: DefinitionKey, path: string | null): Relation | null {
  const { kind, id } = key;
  const { access } = part;
  if (embeds(part, key)) return kind as 'form' | 'dataset';
  if (isUsable(kind) && part.use === contentName({ kind, id })) return 'use';
  if (kind === 'entity' && part.entity === id) return 'entity';
  if (path === null) return null;
  if (isObject(access) && access.screen === id) return 'permission';
  return null;
}

/** Addresses that lead from a document to a screen; `{…}` stands for any segment. */
function linksTo(value: Json, path: string): boolean {
  if (typeof value === 'string') {
    const address = value.split(/[?#]/, 1)[0]!.replace(/\{[^{}]*\}/g, 'x');
    return address.startsWith('/') && matchPath(path, address) !== null;
  }
  if (Array.isArray(value)) return value.some((item) => linksTo(item, path));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([key, below]) =>
    typeof below === 'string'
      ? ['navigate', 'to', 'link', 'back'].includes(key) && linksTo(below, path)
      : key !== 'strings' && key !== 'state' && key !== 'schema' && linksTo(below, path),
  );
}

/** Returns how a document refers to a definition, each relation once. */
function relationsOf(document: JsonObject, key: DefinitionKey, path: string | null): Set<Relation> {
  const found = new Set<Relation>();
  for (const { part } of nodesOf(document)) {
    const relation = isObject(part) ? relationOf(part, key, path) : null;
    if (relation) found.add(relation);
  }
  if (path !== null && linksTo(document, path)) found.add('link');
  return found;
}

interface Candidate {
  /** Whether everybody gets it. */
  published?: boolean;
  kind: DefinitionKind;
  id: string;
  document: JsonObject;
}

/**
 * Lists the definitions that refer to one, themselves or through fragments: by embedding it, by links, by its permission. An
 * own screen that is published and stands in the menu is listed itself, as `menu`.
 */
export async function referencesTo(
  bundled: Definitions,
  ctx: Pick<Context, 'db' | 'tenant' | 'lang'>,
  key: DefinitionKey,
): Promise<DefinitionReference[]> {
  const { lang } = ctx;
  const own = await ownDocuments(ctx.db, key);
  const itself = own.find(({ kind, id }) => kind === key.kind && id === key.id);
  const path = typeof itself?.document.path === 'string' ? itself.document.path : null;
  const overridden = new Set(own.map(({ kind, id }) => `${kind}/${id}`));
  const candidates = [...own, ...bundled.all.filter(({ kind, id }) => !overridden.has(`${kind}/${id}`))];
  const references: DefinitionReference[] = [];
  if (itself?.published && path !== null && !path.includes(':'))
    references.push(referenceOf(itself, 'menu', lang));
  const documents = candidates.map(({ document }) => document);
  const named = isUsable(key.kind) ? contentName({ kind: key.kind, id: key.id }) : key.id;
  const names = [`"${named}"`, ...(path === null ? [] : [path.split('/:', 1)[0]!])];
  const expanded = await expandedWith(bundled, ctx, documents, names);
  for (const candidate of candidates) {
    if (candidate === itself) continue;
    const whole = expanded.get(candidate.document);
    if (!whole) continue;
    const relations = relationsOf(candidate.document, key, path);
    for (const relation of relationsOf(whole, key, path)) relations.add(relation);
    for (const relation of relations) references.push(referenceOf(candidate, relation, lang));
  }
  return references;
}

function referenceOf(
  { kind, id, document }: Candidate,
  relation: Relation,
  lang: Language,
): DefinitionReference {
  const titles = titlesOf(document);
  return { kind, id, title: titles[lang] ?? titles[defaultLanguage] ?? id, relation };
}

/** Reads the tenant's documents that may name the definition, and the definition itself. */
async function ownDocuments(db: TenantTransaction, { kind, id }: DefinitionKey): Promise<Candidate[]> {
  const rows = await selectCurrent(db)
    .where('v.document', 'is not', null)
    .where((where) =>
      where.or([
        where.and([where('d.kind', '=', kind), where('d.id', '=', id)]),
        // A path names its screen by the same id unless its author chose another; those are searched too.
        where('v.document', 'like', `%${id}%`),
        where('v.document', 'like', '%"navigate"%'),
        where('v.document', 'like', '%"link"%'),
        // The content of a fragment may refer to anything.
        where('v.document', 'like', '%"use":%'),
      ]),
    )
    .select(['d.kind', 'd.id', 'd.published_version', 'v.document'])
    .orderBy('v.version', 'desc')
    .limit(MAX_DOCUMENTS)
    .execute();
  const newest = new Map<string, Candidate>();
  for (const row of rows) {
    const name = `${row.kind}/${row.id}`;
    if (newest.has(name)) continue;
    newest.set(name, {
      kind: row.kind,
      id: row.id,
      published: row.published_version > 0,
      document: JSON.parse(row.document!) as JsonObject,
    });
  }
  return [...newest.values()];
}

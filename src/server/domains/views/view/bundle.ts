import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { inOrder } from '../../../../contracts/json-order.ts';
import { usedDefinition } from '../../../../contracts/saved-widget.ts';
import { viewKey } from '../../../../contracts/view.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { notFound } from '../../../kernel/errors.ts';
import { nameOf, readStates, readVersions, type DefinitionKey } from '../../definitions/index.ts';
import {
  assertFitsFile,
  bundledKinds,
  bundleFormat,
  bundleVersion,
  mostDepth,
  type Bundle,
} from './read-bundle.ts';

/** The definition that the string under a key of an object names; null for other keys. */
function namedUnder(key: string, value: string): DefinitionKey | null {
  const named = key === 'use' ? usedDefinition(value) : { kind: key, id: value };
  const isNamed = key === 'use' || key === 'dataset' || key === 'form';
  return isNamed && /^[a-z][a-z0-9-]*$/.test(named.id) ? (named as DefinitionKey) : null;
}

/** Definitions that a document names, and entities, each once. */
export function referencesIn(document: Json): { definitions: DefinitionKey[]; entities: string[] } {
  const definitions = new Map<string, DefinitionKey>();
  const entities = new Set<string>();
  const visit = (value: Json, depth: number): void => {
    if (depth > mostDepth) return;
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
    if (!isObject(value)) return;
    for (const [key, item] of Object.entries(value)) {
      const named = typeof item === 'string' ? namedUnder(key, item) : null;
      if (named) definitions.set(nameOf(named), named);
      if ((key === 'entity' || (key === 'from' && value['kind'] === 'dataset')) && typeof item === 'string')
        entities.add(item);
      visit(item, depth + 1);
    }
  };
  visit(document, 0);
  return { definitions: [...definitions.values()], entities: [...entities] };
}

/** The documents that the tenant has of definitions, by `kind/id`: the draft, else the published one. */
export async function ownDocuments(
  db: TenantTransaction,
  keys: readonly DefinitionKey[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for (const kind of new Set(keys.map((key) => key.kind))) {
    const ids = [...new Set(keys.flatMap((key) => (key.kind === kind ? [key.id] : [])))];
    const states = await readStates(db, kind, ids);
    const versions = ids.flatMap((id) => {
      const { draftVersion, publishedVersion } = states.get(id)!;
      const version = draftVersion ?? publishedVersion;
      return version === 0 ? [] : [{ id, version }];
    });
    for (const [id, { document }] of await readVersions(db, kind, versions))
      if (document !== null) found.set(nameOf({ kind, id }), JSON.parse(document) as JsonObject);
  }
  return found;
}

/**
 * Collects views with the tenant's own definitions that they need, by themselves or through others.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED for more definitions than an import takes
 */
export async function makeBundle(db: TenantTransaction, dashIds: readonly number[]): Promise<Bundle> {
  const found = new Map<string, JsonObject>();
  const asked = new Set<string>();
  const read = async (keys: readonly DefinitionKey[]): Promise<ReadonlyMap<string, JsonObject>> => {
    const news = keys.filter((key) => !asked.has(nameOf(key)));
    for (const key of news) asked.add(nameOf(key));
    return ownDocuments(db, news);
  };
  const views = dashIds.map((id): DefinitionKey => ({ kind: 'dashboard', id: viewKey(id) }));
  let level = await read(views);
  if (level.size < new Set(dashIds).size) throw notFound();
  // Definitions that ship with the product are there wherever the file is read, and so are not among those found.
  while (level.size > 0) {
    for (const [name, document] of level) found.set(name, document);
    assertFitsFile(found.size);
    level = await read([...level.values()].flatMap((document) => referencesIn(document).definitions));
  }
  const definitions = [...found.values()].toSorted(
    (a, b) =>
      bundledKinds.indexOf(a['kind'] as never) - bundledKinds.indexOf(b['kind'] as never) ||
      String(a['id']).localeCompare(String(b['id']), 'en', { numeric: true }),
  );
  return {
    format: bundleFormat,
    version: bundleVersion,
    definitions: definitions.map((one) => inOrder(one) as JsonObject),
  };
}

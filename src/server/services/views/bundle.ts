import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { inOrder } from '../../../contracts/json-order.ts';
import { usedDefinition } from '../../../contracts/saved-widget.ts';
import { viewKey } from '../../../contracts/view.ts';
import type { TenantTransaction } from '../../kernel/database.ts';
import { notFound } from '../../kernel/errors.ts';
import { readState, readVersion, type DefinitionKey } from '../definitions/stored.ts';
import { bundledKinds, bundleFormat, bundleVersion, mostDepth, type Bundle } from './read-bundle.ts';

/** The definition that the string under a key of an object names; null for other keys. */
function namedUnder(key: string, value: string): DefinitionKey | null {
  const named = key === 'use' ? usedDefinition(value) : { kind: key, id: value };
  const isNamed = key === 'use' || key === 'dataset' || key === 'form';
  return isNamed && /^[a-z][a-z0-9-]*$/.test(named.id) ? (named as DefinitionKey) : null;
}

/** Definitions that a document names, and entities, each once. */
export function namedIn(document: Json): { definitions: DefinitionKey[]; entities: string[] } {
  const definitions = new Map<string, DefinitionKey>();
  const entities = new Set<string>();
  const visit = (value: Json, depth: number): void => {
    if (depth > mostDepth) return;
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
    if (!isObject(value)) return;
    for (const [key, item] of Object.entries(value)) {
      const named = typeof item === 'string' ? namedUnder(key, item) : null;
      if (named) definitions.set(`${named.kind}/${named.id}`, named);
      if ((key === 'entity' || (key === 'from' && value['kind'] === 'dataset')) && typeof item === 'string')
        entities.add(item);
      visit(item, depth + 1);
    }
  };
  visit(document, 0);
  return { definitions: [...definitions.values()], entities: [...entities] };
}

/** The document that the tenant has of a definition: the draft, else the published one. */
export async function ownDocument(db: TenantTransaction, key: DefinitionKey): Promise<JsonObject | null> {
  const { draftVersion, publishedVersion } = await readState(db, key);
  const version = draftVersion ?? publishedVersion;
  const stored = version === 0 ? null : await readVersion(db, key, version);
  const text = stored?.document ?? null;
  return text === null ? null : (JSON.parse(text) as JsonObject);
}

/** Collects views with the tenant's own definitions that they need, by themselves or through others. @throws AppError NOT_FOUND */
export async function makeBundle(db: TenantTransaction, dashIds: readonly number[]): Promise<Bundle> {
  const found = new Map<string, JsonObject>();
  const visit = async (key: DefinitionKey, isRequired: boolean): Promise<void> => {
    const name = `${key.kind}/${key.id}`;
    if (found.has(name)) return;
    const document = await ownDocument(db, key);
    if (document === null) {
      // What ships with the product is there wherever the file is read.
      if (isRequired) throw notFound();
      return;
    }
    found.set(name, document);
    for (const named of namedIn(document).definitions) await visit(named, false);
  };
  for (const id of new Set(dashIds)) await visit({ kind: 'dashboard', id: viewKey(id) }, true);
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

import type { Log } from '../../../db/log.ts';
import { allows, type Grants } from '../../../../contracts/access.ts';
import type {
  Diagnostic,
  DefinitionKind,
  DefinitionReply,
  ResolvedScreen,
} from '../../../../contracts/definitions.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { isUsable, usedKey, type UsedDefinition } from '../../../../contracts/saved-widget.ts';
import type { Language } from '../../../../contracts/language.ts';
import { entitiesNamed, parseDocument } from '../../../../engine/core/index.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { definitionFallbacks } from '../../../kernel/metrics.ts';
import { readDefinitions, type BrokenDefinition } from '../store/bundled.ts';
import {
  createDefinitions,
  isExpanded,
  type Definitions,
  type DefinitionRefusal,
} from '../store/definitions.ts';
import { Entry, type Copy } from '../store/entry.ts';
import { diagnosticErrors } from '../../../kernel/diagnostic-errors.ts';
import { readFragments, usesFragments } from '../fragment/fragments.ts';
import { matchRoute } from '../catalogue/path-match.ts';
import { release } from '../inspection/release.ts';
import { PublishedIndexes, type PublishedIndex } from './published-index.ts';
import { readPublishedBefore, readVersion, type DefinitionKey } from '../store/stored-definitions.ts';
import { definitionWorker } from '../inspection/worker-client.ts';

/** The reader of a definition and its transaction. */
export interface Reading {
  db: TenantTransaction;
  tenant: { id: number; key: string };
  caller: { grants: Grants };
  lang: Language;
  log: Log;
}

/** A published version as it can be served. */
interface Loaded {
  /** Null when the bundled definition is served instead. */
  entry: Entry<Promise<Copy>> | null;
  text: string;
  version: number;
  /** Why another version is served instead of the published one. */
  diagnostic: Diagnostic | null;
  /** Versions of the fragments that the entry contains. */
  fragments: ReadonlyMap<string, number>;
}

/** Characters of documents that the cache holds. */
const MAX_CACHED_CHARACTERS = 32_000_000;
/** Versions before the published one that may be served instead of it. */
const MAX_EARLIER = 5;

export const definitionScreen = 'admin-definition';

/** Screens whose readers may read what is the content of other documents by itself. Readers of a view need none of them. */
const editorsOf: Readonly<Record<UsedDefinition['kind'], readonly string[]>> = {
  fragment: [definitionScreen],
  widget: ['widget-admin', 'view-admin', definitionScreen],
};

/** Serves a tenant's definitions: the published version, else the last valid one before it, else the bundled one. */
export class Published {
  readonly bundled: Definitions;
  readonly #indexes: PublishedIndexes;
  /** By tenant, kind, id and version, least recently used first. A version never changes. */
  readonly #cache = new Map<string, Loaded>();
  #size = 0;

  constructor(bundled: Definitions) {
    this.bundled = bundled;
    this.#indexes = new PublishedIndexes(bundled.routes);
  }

  async get(
    reading: Reading,
    kind: DefinitionKind,
    id: string,
  ): Promise<DefinitionReply | DefinitionRefusal> {
    const index = await this.#indexes.of(reading.db, reading.tenant.id);
    const published = index.versions.get(`${kind}/${id}`);
    const { grants } = reading.caller;
    if (isUsable(kind)) return this.#fragment(reading, { kind, id }, published);
    if (published === undefined) return this.#bundledFor(reading, index, { kind, id });
    const loaded = await this.load(reading, { kind, id }, published);
    const fallback = this.#fallback(reading, loaded, published);
    if (loaded.entry === null) {
      const found = await this.#bundledFor(reading, index, { kind, id });
      return typeof found === 'string' ? found : { ...found, publishedVersion: published, ...fallback };
    }
    if (!loaded.entry.mayOpen(grants)) return 'forbidden';
    return {
      ...(await this.#copyOf(reading, loaded.entry, loaded.text)),
      version: loaded.version,
      source: 'tenant',
      publishedVersion: published,
      ...fallback,
    };
  }

  /** Index of the tenant's published definitions. */
  index({ db, tenant }: Pick<Reading, 'db' | 'tenant'>): Promise<PublishedIndex> {
    return this.#indexes.of(db, tenant.id);
  }

  /** Ids of all definitions of a kind: the tenant's published ones and the bundled ones. */
  async ids({ db, tenant }: Reading, kind: DefinitionKind): Promise<string[]> {
    const { versions } = await this.#indexes.of(db, tenant.id);
    const own = [...versions.keys()].flatMap((key) =>
      key.startsWith(`${kind}/`) ? [key.slice(kind.length + 1)] : [],
    );
    const bundled = this.bundled.all.flatMap((one) => (one.kind === kind ? [one.id] : []));
    return [...new Set([...bundled, ...own])];
  }

  /** Returns a fragment or a saved widget to an editor, whole: what a reader may see depends on the document that uses it. */
  async #fragment(
    { db, caller }: Reading,
    key: UsedDefinition,
    published: number | undefined,
  ): Promise<DefinitionReply | DefinitionRefusal> {
    if (!editorsOf[key.kind].some((screen) => allows(caller.grants, { screen, verb: 'read' })))
      return 'forbidden';
    const stored = published === undefined ? null : await readVersion(db, key, published);
    const own = stored?.document ?? null;
    const definition =
      own === null ? this.bundled.document(key.kind, key.id) : (JSON.parse(own) as JsonObject);
    if (definition === null) return 'unknown';
    const version = own === null ? 0 : published!;
    return {
      definition,
      version,
      source: own === null ? 'bundled' : 'tenant',
      publishedVersion: published ?? 0,
      faults: [],
    };
  }

  /** Returns a bundled definition, with the tenant's own versions of the fragments that it uses. */
  async #bundledFor(
    reading: Reading,
    index: PublishedIndex,
    key: DefinitionKey,
  ): Promise<DefinitionReply | DefinitionRefusal> {
    const { grants } = reading.caller;
    const hasOwn = [...this.bundled.fragmentsOf(key.kind, key.id)].some((id) =>
      index.versions.has(usedKey(id)),
    );
    if (!hasOwn || !isExpanded(key.kind)) return this.bundled.get(grants, key.kind, key.id);
    const { entry, text } = await this.load(reading, key, 0);
    if (entry === null) return 'unknown';
    if (!entry.mayOpen(grants)) return 'forbidden';
    const copy = await this.#copyOf(reading, entry, text);
    return { ...copy, version: 0, source: 'bundled', publishedVersion: 0 };
  }

  async resolve(reading: Reading, address: string): Promise<ResolvedScreen | DefinitionRefusal> {
    const { routes } = await this.#indexes.of(reading.db, reading.tenant.id);
    const match = matchRoute(routes, address);
    if (match === null) return 'unknown';
    const found = await this.get(reading, match.kind, match.id);
    return typeof found === 'string' ? found : { ...found, params: match.params };
  }

  /** Returns the published version as it can be served. The search for a replacement runs once. */
  async load(reading: Reading, key: DefinitionKey, published: number): Promise<Loaded> {
    const name = `${reading.tenant.id}/${key.kind}/${key.id}/${published}`;
    const cached = this.#cache.get(name);
    if (cached !== undefined) {
      this.#cache.delete(name);
      if (await this.#isCurrent(reading, cached)) {
        this.#cache.set(name, cached);
        return cached;
      }
      this.#size -= cached.text.length;
    }
    const loaded =
      published === 0 ? await this.#expandBundled(reading, key) : await this.#find(reading, key, published);
    this.#store(name, loaded);
    if (loaded.diagnostic !== null) {
      const { tenant, log } = reading;
      const { pointer, code } = loaded.diagnostic;
      const versions = { version: published, servedVersion: loaded.version };
      const facts = { tenant: tenant.key, ...key, ...versions, pointer, code };
      log.error(facts, 'DEFINITION_FALLBACK');
      definitionFallbacks.inc({ kind: key.kind });
    }
    return loaded;
  }

  /** Whether the fragments in a cached entry are still the published ones. */
  async #isCurrent({ db, tenant }: Reading, { fragments }: Loaded): Promise<boolean> {
    if (fragments.size === 0) return true;
    const { versions } = await this.#indexes.of(db, tenant.id);
    return [...fragments].every(([id, version]) => (versions.get(usedKey(id)) ?? 0) === version);
  }

  async #expandBundled(reading: Reading, key: DefinitionKey): Promise<Loaded> {
    const document = this.bundled.document(key.kind, key.id);
    if (document === null) throw new Error('a bundled definition cannot be read');
    const expanded = await this.#expand(reading, document, JSON.stringify(document));
    return { ...expanded, version: 0, diagnostic: null };
  }

  /** Puts the content of fragments, and what comes from entities, into a document that takes some. */
  async #expand(
    { db, tenant }: Reading,
    document: JsonObject,
    text: string,
  ): Promise<Pick<Loaded, 'text' | 'fragments'> & { entry: Entry<Promise<Copy>> }> {
    const kind = document.kind as DefinitionKind;
    const hasUses = isExpanded(kind) && usesFragments(document);
    if (!hasUses && entitiesNamed(document).length === 0)
      return { entry: new Entry<Promise<Copy>>(document), text, fragments: new Map() };
    const { texts, versions } = await readFragments(this.bundled, db, [document]);
    const expanded = await definitionWorker.expand(tenant.id, text, texts, this.bundled.entities);
    return {
      entry: new Entry<Promise<Copy>>(JSON.parse(expanded) as JsonObject),
      text: expanded,
      fragments: versions,
    };
  }

  async #find(reading: Reading, key: DefinitionKey, published: number): Promise<Loaded> {
    let diagnostic: Diagnostic | null = null;
    let invalid: Loaded | null = null;
    const before = [published, ...(await readPublishedBefore(reading.db, key, published, MAX_EARLIER))];
    for (const version of before) {
      const stored = await readVersion(reading.db, key, version);
      // A rollback to the bundled definition.
      if (stored === null || stored.document === null) break;
      const { document, diagnostics } = await this.#check(reading, stored.document, stored.checkedBy);
      diagnostic ??= diagnostics[0] ?? null;
      if (document === null) continue;
      const loaded = { ...(await this.#expand(reading, document, stored.document)), version, diagnostic };
      if (diagnostics.length === 0) return loaded;
      invalid ??= loaded;
    }
    const hasBundled = this.bundled.document(key.kind, key.id) !== null;
    // Without a replacement the invalid version is served with its diagnostics.
    if (!hasBundled && invalid !== null) return invalid;
    return { entry: null, version: 0, diagnostic, text: '', fragments: new Map() };
  }

  /** Returns a stored document and the errors that keep this release from serving it. */
  async #check(
    { db, tenant }: Reading,
    text: string,
    checkedBy: string,
  ): Promise<{ document: JsonObject | null; diagnostics: Diagnostic[] }> {
    const parsed = parseDocument(text);
    if (parsed.document === null) return { document: null, diagnostics: parsed.diagnostics };
    const document = parsed.document as JsonObject;
    if (checkedBy === release) return { document, diagnostics: [] };
    const { texts } = await readFragments(this.bundled, db, [document]);
    const { diagnostics } = await definitionWorker.inspect(tenant.id, text, null, texts);
    return { document, diagnostics: diagnostics.filter((one) => one.severity === 'error') };
  }

  #store(name: string, loaded: Loaded): void {
    // Two requests may load the same version at once.
    if (this.#cache.has(name)) return;
    this.#cache.set(name, loaded);
    this.#size += loaded.text.length;
    for (const [oldest, { text }] of this.#cache) {
      if (this.#size <= MAX_CACHED_CHARACTERS || oldest === name) return;
      this.#cache.delete(oldest);
      this.#size -= text.length;
    }
  }

  async #copyOf({ tenant, caller }: Reading, entry: Entry<Promise<Copy>>, text: string): Promise<Copy> {
    try {
      return await entry.copyFor(caller.grants, (allowed) => definitionWorker.copy(tenant.id, text, allowed));
    } catch (error) {
      entry.forget();
      throw error;
    }
  }

  /** Returns the reason of the fallback, for callers who may correct the definition. */
  #fallback(
    { caller, lang }: Reading,
    { diagnostic }: Loaded,
    from: number,
  ): Pick<DefinitionReply, 'fallback'> {
    if (diagnostic === null || !allows(caller.grants, { screen: definitionScreen, verb: 'update' }))
      return {};
    return {
      fallback: { from, reason: diagnosticErrors([diagnostic], lang)[0]?.message ?? diagnostic.code },
    };
  }
}

/** Reads the definitions of the product. A file that cannot be read is served as broken. */
export function openPublished(): Published {
  const broken: BrokenDefinition[] = [];
  const bundled = readDefinitions(undefined, (one) => broken.push(one));
  return new Published(createDefinitions(bundled, broken));
}

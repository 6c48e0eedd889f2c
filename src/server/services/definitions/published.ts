import type { FastifyBaseLogger } from 'fastify';
import { allows, type Grants } from '../../../contracts/access.ts';
import type {
  Diagnostic,
  DefinitionKind,
  DefinitionReply,
  ResolvedScreen,
} from '../../../contracts/definitions.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Language } from '../../../contracts/language.ts';
import { parseDocument } from '../../../engine/core/index.ts';
import type { TenantTransaction } from '../../kernel/database.ts';
import { definitionFallbacks } from '../../kernel/metrics.ts';
import type { Definitions, Refused } from './definitions.ts';
import { Entry, type Copy } from './entry.ts';
import { diagnosticErrors } from '../../kernel/diagnostic-errors.ts';
import { matchRoute } from './path-match.ts';
import { release } from './release.ts';
import { PublishedIndexes } from './published-index.ts';
import { readPublishedBefore, readVersion, type DefinitionKey } from './stored.ts';
import { definitionWorker } from './worker-client.ts';

/** The reader of a definition and its transaction. */
export interface Reading {
  db: TenantTransaction;
  tenant: { id: number; key: string };
  caller: { grants: Grants };
  lang: Language;
  log: FastifyBaseLogger;
}

/** A published version as it can be served. */
interface Loaded {
  /** Null when the bundled definition is served instead. */
  entry: Entry<Promise<Copy>> | null;
  text: string;
  version: number;
  /** Why another version is served instead of the published one. */
  diagnostic: Diagnostic | null;
}

/** Characters of documents that the cache holds. */
const MAX_CACHED_CHARACTERS = 32_000_000;
/** Versions before the published one that may be served instead of it. */
const MAX_EARLIER = 5;

export const definitionScreen = 'admin-definition';

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

  async get(reading: Reading, kind: DefinitionKind, id: string): Promise<DefinitionReply | Refused> {
    const index = await this.#indexes.of(reading.db, reading.tenant.id);
    const published = index.versions.get(`${kind}/${id}`);
    const { grants } = reading.caller;
    if (published === undefined) return this.bundled.get(grants, kind, id);
    const loaded = await this.load(reading, { kind, id }, published);
    const fallback = this.#fallback(reading, loaded, published);
    if (loaded.entry === null) {
      const found = this.bundled.get(grants, kind, id);
      return typeof found === 'string' ? found : { ...found, publishedVersion: published, ...fallback };
    }
    if (!loaded.entry.mayOpen(grants)) return 'forbidden';
    return {
      ...(await copyOf(reading, loaded.entry, loaded.text)),
      version: loaded.version,
      source: 'tenant',
      publishedVersion: published,
      ...fallback,
    };
  }

  async resolve(reading: Reading, address: string): Promise<ResolvedScreen | Refused> {
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
      this.#cache.set(name, cached);
      return cached;
    }
    const loaded = await this.#find(reading, key, published);
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

  async #find(reading: Reading, key: DefinitionKey, published: number): Promise<Loaded> {
    let diagnostic: Diagnostic | null = null;
    let invalid: Loaded | null = null;
    const before = [published, ...(await readPublishedBefore(reading.db, key, published, MAX_EARLIER))];
    for (const version of before) {
      const stored = await readVersion(reading.db, key, version);
      // A rollback to the bundled definition.
      if (stored === null || stored.document === null) break;
      const { document, diagnostics } = await check(reading.tenant.id, stored.document, stored.checkedBy);
      diagnostic ??= diagnostics[0] ?? null;
      if (document === null) continue;
      const loaded = {
        entry: new Entry<Promise<Copy>>(document),
        version,
        diagnostic,
        text: stored.document,
      };
      if (diagnostics.length === 0) return loaded;
      invalid ??= loaded;
    }
    const hasBundled = this.bundled.document(key.kind, key.id) !== null;
    // Without a replacement the invalid version is served with its diagnostics.
    return !hasBundled && invalid !== null ? invalid : { entry: null, version: 0, diagnostic, text: '' };
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

async function copyOf({ tenant, caller }: Reading, entry: Entry<Promise<Copy>>, text: string): Promise<Copy> {
  try {
    return await entry.copyFor(caller.grants, (allowed) => definitionWorker.copy(tenant.id, text, allowed));
  } catch (error) {
    entry.forget();
    throw error;
  }
}

/** Returns a stored document and the errors that keep this release from serving it. */
async function check(
  tenantId: number,
  text: string,
  checkedBy: string,
): Promise<{ document: JsonObject | null; diagnostics: Diagnostic[] }> {
  const parsed = parseDocument(text);
  if (parsed.document === null) return { document: null, diagnostics: parsed.diagnostics };
  const document = parsed.document as JsonObject;
  if (checkedBy === release) return { document, diagnostics: [] };
  const { diagnostics } = await definitionWorker.inspect(tenantId, text, null);
  return { document, diagnostics: diagnostics.filter((one) => one.severity === 'error') };
}

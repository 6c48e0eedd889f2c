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
import { definitionWorker } from './workshop.ts';

/** Who asks, and in which transaction. */
export interface Reading {
  db: TenantTransaction;
  tenant: { id: number; key: string };
  caller: { grants: Grants };
  lang: Language;
  log: FastifyBaseLogger;
}

/** A published version as it can be served. */
interface Loaded {
  /** Null: the bundled one stands in. */
  entry: Entry<Promise<Copy>> | null;
  text: string;
  version: number;
  /** Why another version stands in for the published one. */
  diagnostic: Diagnostic | null;
}

/** Characters of documents that are kept in memory. */
const KEPT_MOST = 32_000_000;
/** Versions before the published one that may stand in for it. */
const LOOK_BACK = 5;

export const definitionScreen = 'admin-definition';

/** What a tenant's people get: the published version, else the last valid one before it, else the bundled one. */
export class Published {
  readonly bundled: Definitions;
  readonly #shelves: PublishedIndexes;
  /** By tenant, kind, id and version, the longest unused first: a version never changes. */
  readonly #kept = new Map<string, Loaded>();
  #size = 0;

  constructor(bundled: Definitions) {
    this.bundled = bundled;
    this.#shelves = new PublishedIndexes(bundled.routes);
  }

  async get(reading: Reading, kind: DefinitionKind, id: string): Promise<DefinitionReply | Refused> {
    const shelf = await this.#shelves.of(reading.db, reading.tenant.id);
    const published = shelf.versions.get(`${kind}/${id}`);
    const { grants } = reading.caller;
    if (published === undefined) return this.bundled.get(grants, kind, id);
    const loaded = await this.load(reading, { kind, id }, published);
    const told = this.#fallback(reading, loaded, published);
    if (loaded.entry === null) {
      const found = this.bundled.get(grants, kind, id);
      return typeof found === 'string' ? found : { ...found, publishedVersion: published, ...told };
    }
    if (!loaded.entry.mayOpen(grants)) return 'forbidden';
    return {
      ...(await copyOf(reading, loaded.entry, loaded.text)),
      version: loaded.version,
      source: 'tenant',
      publishedVersion: published,
      ...told,
    };
  }

  async resolve(reading: Reading, address: string): Promise<ResolvedScreen | Refused> {
    const { routes } = await this.#shelves.of(reading.db, reading.tenant.id);
    const match = matchRoute(routes, address);
    if (match === null) return 'unknown';
    const found = await this.get(reading, match.kind, match.id);
    return typeof found === 'string' ? found : { ...found, params: match.params };
  }

  /** The published version as it can be served; which one stands in for it is found once. */
  async load(reading: Reading, key: DefinitionKey, published: number): Promise<Loaded> {
    const name = `${reading.tenant.id}/${key.kind}/${key.id}/${published}`;
    const kept = this.#kept.get(name);
    if (kept !== undefined) {
      this.#kept.delete(name);
      this.#kept.set(name, kept);
      return kept;
    }
    const loaded = await this.#find(reading, key, published);
    this.#keep(name, loaded);
    if (loaded.diagnostic !== null) {
      const { tenant, log } = reading;
      const { pointer, code } = loaded.diagnostic;
      const facts = {
        tenant: tenant.key,
        ...key,
        version: published,
        standIn: loaded.version,
        pointer,
        fault: code,
      };
      log.error(facts, 'DEFINITION_FALLBACK');
      definitionFallbacks.inc({ kind: key.kind });
    }
    return loaded;
  }

  async #find(reading: Reading, key: DefinitionKey, published: number): Promise<Loaded> {
    let diagnostic: Diagnostic | null = null;
    let unfit: Loaded | null = null;
    const before = [published, ...(await readPublishedBefore(reading.db, key, published, LOOK_BACK))];
    for (const version of before) {
      const stored = await readVersion(reading.db, key, version);
      // A return to the bundled one.
      if (stored === null || stored.document === null) break;
      const { document, diagnostics } = await readable(reading.tenant.id, stored.document, stored.checkedBy);
      diagnostic ??= diagnostics[0] ?? null;
      if (document === null) continue;
      const loaded = {
        entry: new Entry<Promise<Copy>>(document),
        version,
        diagnostic,
        text: stored.document,
      };
      if (diagnostics.length === 0) return loaded;
      unfit ??= loaded;
    }
    const hasBundled = this.bundled.document(key.kind, key.id) !== null;
    // Without anything to stand in, its faults are told at the parts they name.
    return !hasBundled && unfit !== null ? unfit : { entry: null, version: 0, diagnostic, text: '' };
  }

  #keep(name: string, loaded: Loaded): void {
    // Two who ask at once both find it; it is kept once.
    if (this.#kept.has(name)) return;
    this.#kept.set(name, loaded);
    this.#size += loaded.text.length;
    for (const [oldest, { text }] of this.#kept) {
      if (this.#size <= KEPT_MOST || oldest === name) return;
      this.#kept.delete(oldest);
      this.#size -= text.length;
    }
  }

  /** Told to who may mend it. */
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

/** A stored document and what keeps this release from serving it. */
async function readable(
  tenantId: number,
  text: string,
  checkedBy: string,
): Promise<{ document: JsonObject | null; diagnostics: Diagnostic[] }> {
  const parsed = parseDocument(text);
  if (parsed.document === null) return { document: null, diagnostics: parsed.diagnostics };
  const document = parsed.document as JsonObject;
  if (checkedBy === release) return { document, diagnostics: [] };
  const { diagnostics } = await definitionWorker.inspect(tenantId, text);
  return { document, diagnostics: diagnostics.filter((one) => one.severity === 'error') };
}

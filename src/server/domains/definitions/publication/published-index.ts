import { sql } from 'kysely';
import type { DefinitionKind } from '../../../../contracts/definitions.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { byPrecision, isRouted, type Route } from '../catalogue/path-match.ts';

/** A tenant's published definitions, without their documents. */
export interface PublishedIndex {
  generation: number;
  /** `kind/id` to the published version. */
  versions: ReadonlyMap<string, number>;
  /** Paths of all screens and dashboards the tenant has, bundled ones included. */
  routes: readonly Route[];
}

const empty = { generation: 0, versions: new Map<string, number>() };
const maxTenants = 1000;

/**
 * Caches each tenant's published index. The tenant's generation, which every request reads, invalidates it, so that no
 * process serves a version that another process has replaced.
 */
export class PublishedIndexes {
  readonly #cache = new Map<number, PublishedIndex>();
  readonly #bundled: readonly Route[];

  constructor(bundled: readonly Route[]) {
    this.#bundled = bundled;
  }

  async of(db: TenantTransaction, tenantId: number): Promise<PublishedIndex> {
    const row = await db.selectFrom('definition_generation').select('generation').executeTakeFirst();
    if (row === undefined) return { ...empty, routes: this.#bundled };
    const cached = this.#cache.get(tenantId);
    if (cached?.generation === row.generation) return cached;
    const index = await this.#read(db, row.generation);
    if (this.#cache.size >= maxTenants) this.#cache.clear();
    // A slower request may have read an older generation meanwhile. It must not replace a newer one.
    if ((this.#cache.get(tenantId)?.generation ?? 0) <= index.generation) this.#cache.set(tenantId, index);
    return index;
  }

  async #read(db: TenantTransaction, generation: number): Promise<PublishedIndex> {
    const { rows } = await sql<{ kind: DefinitionKind; id: string; version: number; path: string | null }>`
      select d.kind, d.id, d.published_version as version, v.path
      from definition d
      join definition_version v
        on v.tenant_id = d.tenant_id and v.kind = d.kind and v.id = d.id and v.version = d.published_version
      where d.published_version > 0`.execute(db);
    const own = new Set(rows.map((row) => `${row.kind}/${row.id}`));
    const routes = [
      ...this.#bundled.filter((route) => !own.has(`${route.kind}/${route.id}`)),
      ...rows.flatMap(({ kind, id, path }): Route[] =>
        isRouted(kind) && path !== null ? [{ kind, id, path }] : [],
      ),
    ].sort((left, right) => byPrecision(left.path, right.path));
    return {
      generation,
      versions: new Map(rows.map((row) => [`${row.kind}/${row.id}`, row.version])),
      routes,
    };
  }
}

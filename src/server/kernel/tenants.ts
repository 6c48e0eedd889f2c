import { pageColors } from './appearance.ts';
import { PICTURE_HOSTS, toPictureHosts } from './picture-hosts.ts';
import type { Database } from '../db/database.ts';
import { toDatabaseError } from '../db/database-errors.ts';
import type { Tenant } from './contract.ts';
import { AppError } from './errors.ts';

const TTL_MS = 10_000;
const RETRY_MS = 1000;

/** The tenants by host, read from the database and cached for ten seconds. */
export class Tenants {
  readonly #database: Database;
  #byHost = new Map<string, Tenant>();
  #readAt = -Infinity;
  #reading: Promise<void> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Returns the tenant that answers on a host.
   * @param host the Host header without its port; forwarded hosts count from trusted proxies only.
   * @throws AppError UNKNOWN_HOST
   */
  async byHost(host: string): Promise<Tenant> {
    if (performance.now() - this.#readAt > TTL_MS) await this.refresh();
    const tenant = this.#byHost.get(host.toLowerCase());
    if (!tenant) throw new AppError('UNKNOWN_HOST');
    return tenant;
  }

  /** Reads the tenants again at once. Simultaneous calls share one query. */
  async refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #read(): Promise<void> {
    try {
      const rows = await this.#database.owner
        .selectFrom('tenant_host')
        .innerJoin('tenant', 'tenant.id', 'tenant_host.tenant_id')
        .leftJoin('setting', (join) =>
          join.onRef('setting.tenant_id', '=', 'tenant.id').on('setting.key', '=', PICTURE_HOSTS),
        )
        .where('tenant.is_active', '=', true)
        .select([
          'tenant_host.host',
          'tenant.id',
          'tenant.key',
          'tenant.name',
          'tenant.time_zone as timeZone',
          'tenant.appearance',
          'setting.value as pictureHosts',
        ])
        .execute();
      this.#byHost = new Map(
        rows.map(({ host, pictureHosts, appearance, ...tenant }) => [
          host,
          { ...tenant, pictureHosts: toPictureHosts(pictureHosts), colors: pageColors(appearance) },
        ]),
      );
      this.#readAt = performance.now();
    } catch (error) {
      // While the database is unavailable the server still sends pages and assets; API calls fail by themselves.
      if (this.#byHost.size === 0) throw toDatabaseError(error);
      this.#readAt = performance.now() - TTL_MS + RETRY_MS;
    }
  }
}

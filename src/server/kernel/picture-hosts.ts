import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** Key of the setting: a list of hosts from which a tenant's pages load pictures without the reader's consent. */
export const PICTURE_HOSTS = 'picture-hosts';

const HOST = /^(\*\.)?[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/;

/** Whether a text names a host, or with `*.` all hosts below one. Nothing else may reach the content security policy. */
export const isPictureHost = (text: string): boolean => text.length <= 253 && HOST.test(text);

/** Returns the valid hosts of a stored setting. */
export function toPictureHosts(stored: unknown): string[] {
  return Array.isArray(stored)
    ? stored.filter((host) => typeof host === 'string').filter((host) => isPictureHost(host))
    : [];
}

/** Replaces a tenant's hosts; servers follow within ten seconds. */
export async function writePictureHosts(
  owner: Kysely<Tables>,
  tenantId: number,
  hosts: readonly string[],
): Promise<void> {
  const value = JSON.stringify(hosts);
  await owner
    .insertInto('setting')
    .values({ tenant_id: tenantId, key: PICTURE_HOSTS, value })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doUpdateSet({ value }))
    .execute();
}

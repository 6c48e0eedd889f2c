import { sql, type Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Log } from '../../db/log.ts';
import type { Tables } from '../../db/tables.ts';
import { job, type JobSpec } from '../../kernel/job.ts';
import { REMOVAL, type Files } from './files.ts';

/** Age from which a write in progress counts as interrupted. */
const GRACE_MS = 24 * 3_600_000;
/** Rows or objects of one step. */
const BATCH = 1000;

/** Removes the content of files whose rows a change removed. */
export const fileRemoval = (files: Files): JobSpec =>
  job({
    kind: REMOVAL,
    payload: Type.Object({
      objects: Type.Array(Type.Object({ key: Type.String(), sizes: Type.Array(Type.String()) })),
    }),
    async prepare(_ctx, { objects }) {
      for (const { key, sizes } of objects) await files.removeContent(key, sizes);
    },
    run: () => Promise.resolve(),
  });

/** Brings rows and contents together again, once a day. */
export const fileCollection = (files: Files): JobSpec =>
  job({
    kind: 'file-collection',
    payload: Type.Object({}),
    schedule: '23 3 * * *',
    prepare: ({ database, log, signal, step }) =>
      collectFiles(files, database.owner, log, signal, Date.now(), step),
    run: () => Promise.resolve(),
  });

/**
 * Removes files that have expired, which nobody kept among them, and content without a row. A row without content is not
 * removed, since a store that is not reachable or wrongly set would look the same: it is marked as missing, until its content
 * is back. A file that cannot be removed or read does not keep the rest.
 * @throws Error with the first failure, after all that can be done is
 */
export async function collectFiles(
  files: Files,
  owner: Kysely<Tables>,
  log: Log,
  signal?: AbortSignal,
  now = Date.now(),
  step: () => void = () => undefined,
): Promise<void> {
  // A running backup copies content whose rows may be gone already.
  if (await files.isHeld()) return;
  const failures: unknown[] = [];
  const attempt: Attempt = (work) => work.catch((error: unknown) => void failures.push(error)).finally(step);
  await attempt(removeExpired(files, owner, now, attempt));
  const before = new Date(now - GRACE_MS);
  await attempt(files.store.sweep(before));
  const tenants = await owner.selectFrom('tenant').select('id').execute();
  for (const { id } of tenants) {
    signal?.throwIfAborted();
    await attempt(collectTenant(files, owner, log, id, before, attempt));
  }
  if (failures.length > 0) throw new Error(`${failures.length} steps failed`, { cause: failures[0] });
}

/** Waits for a step, whose failure is kept for the end. */
type Attempt = (work: Promise<void>) => Promise<void>;

async function removeExpired(
  files: Files,
  owner: Kysely<Tables>,
  now: number,
  attempt: Attempt,
): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ key: string; sizes: string[] }>`
      delete from file where ctid = any(array(
        select ctid from file where expires_at < ${new Date(now).toISOString()}::timestamptz limit ${BATCH}
      )) returning key, array(select jsonb_object_keys(thumbnails)) as sizes`.execute(owner);
    // Without its row, content that stays is removed by a later pass.
    for (const { key, sizes } of rows) await attempt(files.removeContent(key, sizes));
    if (rows.length < BATCH) return;
  }
}

async function collectTenant(
  files: Files,
  owner: Kysely<Tables>,
  log: Log,
  tenantId: number,
  before: Date,
  attempt: Attempt,
): Promise<void> {
  // Keys of one tenant fit into memory: a million of them are 60 MB.
  const rows = await owner
    .selectFrom('file')
    .where('tenant_id', '=', tenantId)
    .select(['id', 'key', 'state', 'created_at'])
    .execute();
  const known = new Set(rows.map(({ key }) => key));
  const found = new Set<string>();
  for await (const { key, modifiedAt } of files.store.list(tenantId)) {
    const [base = key] = key.split(/-(?=\d{1,4}$)/);
    if (known.has(base)) {
      if (base === key) found.add(key);
    } else if (modifiedAt < before) await attempt(files.store.remove(key));
  }
  const setState = async (from: 'stored' | 'missing', to: 'stored' | 'missing'): Promise<void> => {
    const changed = rows.filter(
      (row) => row.state === from && found.has(row.key) === (to === 'stored') && row.created_at < before,
    );
    for (let at = 0; at < changed.length; at += BATCH) {
      const ids = changed.slice(at, at + BATCH).map(({ id }) => id);
      await owner
        .updateTable('file')
        .set({ state: to })
        .where('tenant_id', '=', tenantId)
        .where('id', 'in', ids)
        .where('state', '=', from)
        .execute();
    }
    if (changed.length > 0 && to === 'missing')
      log.error(
        { tenantId, files: changed.length },
        'FILES_MISSING: the store has no content for these files',
      );
  };
  await setState('stored', 'missing');
  await setState('missing', 'stored');
}

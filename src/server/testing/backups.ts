import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { quoted } from '../db/snapshot.ts';
import { readEnv } from '../env.ts';
import { restore, type RestoreResult } from '../platform/backup/restore.ts';
import type { Manifest } from '../platform/backup/manifest.ts';
import { openStore } from '../platform/files/open-files.ts';
import { Installations, withDatabase, type InstallationKind } from './installation.ts';

/** Test support: installations with data to back up and restore. */

export const contents = { a: randomBytes(300_000), b: Buffer.from('texto') };
export const fileKeys = {
  a: '1/ab/ab000000-0000-4000-8000-000000000001',
  b: '1/cd/cd000000-0000-4000-8000-000000000002',
};
const both = ['a', 'b'] as const;
/** Text that each layer between the tables and the archive could break. */
export const awkward = 'aspas " \\ \t \n \u2028 {} NULL \\N \'; é 🧱';

type Settings = Record<string, string>;

export class BackupFixture {
  readonly installations = new Installations();
  readonly options = { version: '0.0.0-test', signal: new AbortController().signal };

  at(name: string): string {
    return join(this.installations.home, name);
  }

  /** An installation with a tenant, rows of awkward values and two files. */
  async filled(name: string, kind?: InstallationKind): Promise<Settings> {
    const settings = await this.installations.add(name, 'schema', kind);
    const store = openStore(readEnv(settings));
    for (const which of both) await store.write(fileKeys[which], Readable.from([contents[which]]));
    writeFileSync(join(settings['DATA_DIR']!, 'token-secret'), '00ff');
    await withDatabase(settings, async ({ owner }) => {
      await sql`insert into tenant (id, key, name) values (1, 'acme', ${awkward})`.execute(owner);
      await sql`select setval(pg_get_serial_sequence('tenant', 'id'), 7)`.execute(owner);
      await sql`insert into audit (tenant_id, entity, entity_id, action, after, address, request_id)
        select 1, 'bench', g::text, 'create', case when g = 1 then 'null'::jsonb
          when g > 2 then jsonb_build_object('text', repeat(md5(g::text), g / 100)) end, '', ${awkward}
        from generate_series(1, 3000) g`.execute(owner);
      for (const which of both)
        await sql`insert into file (tenant_id, state, key, name, bytes, stored_bytes, sha256)
          values (1, 'stored', ${fileKeys[which]}, 'x', ${contents[which].length}, ${contents[which].length},
            ${createHash('sha256').update(contents[which]).digest('hex')})`.execute(owner);
    });
    return settings;
  }

  restore(
    settings: Settings,
    from: string,
    replace = false,
    passphrase: string | null = null,
  ): Promise<RestoreResult> {
    return restore(readEnv(settings), from, passphrase, { replace, signal: this.options.signal });
  }

  tenants(settings: Settings): Promise<unknown> {
    return withDatabase(settings, async ({ owner }) => {
      const { rows } = await sql`select key, name from tenant order by id`.execute(owner);
      return rows;
    });
  }

  /** Number and hash of the rows of each table, and the next id of a sequence. */
  rows(settings: Settings, { tables }: Manifest): Promise<Record<string, unknown>> {
    return withDatabase(settings, async ({ owner }) => {
      const found: Record<string, unknown> = {};
      for (const { name } of tables) {
        const { rows } = await sql`
          select md5(coalesce(string_agg(t::text, '|' order by t::text collate "C"), '')) as hash, count(*)::int as n
          from ${sql.raw(quoted(name))} t`.execute(owner);
        found[name] = rows[0];
      }
      const { rows } = await sql`insert into tenant (key, name) values ('next', '') returning id`.execute(
        owner,
      );
      await sql`delete from tenant where key = 'next'`.execute(owner);
      return { ...found, next: rows };
    });
  }

  /** Whether the store has both files as they were. */
  async hasFiles(settings: Settings): Promise<boolean> {
    const store = openStore(readEnv(settings));
    const found = await Promise.all(
      both.map(async (which) =>
        (await buffer(await store.read(fileKeys[which], null))).equals(contents[which]),
      ),
    );
    return found.every(Boolean);
  }
}

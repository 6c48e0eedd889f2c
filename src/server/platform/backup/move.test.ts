import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartError } from '../../db/start-error.ts';
import { readEnv } from '../../env.ts';
import { awkward, BackupFixture, fileKeys } from '../../testing/backups.ts';
import { withDatabase } from '../../testing/installation.ts';
import { providerExamination } from '../../domains/access/index.ts';
import { diagnose } from '../doctor/diagnosis.ts';
import { backUp } from './backup.ts';
import type { Manifest } from './manifest.ts';

/** Cases of PostgreSQL alone: the way to it and back, and a restore whose rows and files do not change at one moment. */
describe.skipIf(!process.env['TEST_DATABASE_URL'])('PostgreSQL', () => {
  const fixture = new BackupFixture();
  const { installations, options } = fixture;
  let source: Record<string, string>;
  let manifest: Manifest;

  beforeAll(async () => {
    source = await fixture.filled('source', 'embedded');
    manifest = (await backUp(readEnv(source), fixture.at('embedded.tar.gz'), null, options)).manifest;
  });
  afterAll(() => installations.remove());

  it('takes the backup of an embedded database, and its own restores into an embedded one', async () => {
    const before = await fixture.rows(source, manifest);
    const moved = await installations.add('moved');
    await fixture.restore(moved, fixture.at('embedded.tar.gz'));
    expect(await fixture.rows(moved, manifest)).toEqual(before);
    expect(await fixture.hasFiles(moved)).toBe(true);

    const made = await backUp(readEnv(moved), fixture.at('postgres.tar.gz'), null, options);
    expect([manifest.database.kind, made.manifest.database.kind]).toEqual(['embedded', 'postgres']);
    const back = await installations.add('back', 'none', 'embedded');
    await fixture.restore(back, fixture.at('postgres.tar.gz'));
    const after = await fixture.rows(back, manifest);
    // The look at the rows before the second backup took an id.
    expect(after).toEqual({ ...before, next: [{ id: 9 }] });
    expect(await fixture.hasFiles(back)).toBe(true);
  }, 600_000);

  it('with the rows of a restore and not yet its files starts no server, until the restore is run again', async () => {
    const target = await fixture.filled('interrupted');
    await fixture.restore(target, fixture.at('embedded.tar.gz'), true);
    // As a kill leaves it: the rows and the mark are committed, the files are still in their temporary folder.
    await withDatabase(target, ({ owner }) => sql`create table public.molde_restore ()`.execute(owner));
    const folder = target['DATA_DIR']!;
    rmSync(join(folder, 'files'), { recursive: true });
    mkdirSync(join(folder, 'restore.new', 'files'), { recursive: true });
    writeFileSync(join(folder, 'restore.new', 'files', 'half'), '');

    const line =
      'DATABASE_URL: a restore into this database was interrupted; run npm run restore again, to its end';
    await expect(fixture.tenants(target)).rejects.toThrow(new StartError(line));
    await expect(backUp(readEnv(target), fixture.at('no.tar.gz'), null, options)).rejects.toThrow(line);
    expect(await diagnose(target, providerExamination)).toContainEqual({ level: 'error', text: line });

    // Without --replace, since there is no data of anybody.
    await fixture.restore(target, fixture.at('embedded.tar.gz'));
    expect(await fixture.tenants(target)).toEqual([{ key: 'acme', name: awkward }]);
    expect(await fixture.hasFiles(target)).toBe(true);
    expect(readdirSync(folder)).not.toContain('restore.new');
    expect(readdirSync(join(folder, 'files', '1', 'ab'))).toEqual([fileKeys.a.split('/').at(-1)]);
    const found = await diagnose(target, providerExamination);
    expect(found.filter(({ text }) => text.includes('restore'))).toEqual([]);
  }, 600_000);
});

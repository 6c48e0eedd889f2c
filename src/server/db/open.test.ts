import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnv } from '../env.ts';
import { openTestDatabase } from '../testing.ts';
import { DataFolder } from './data-folder.ts';
import { migrate } from './database.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase } from './open.ts';
import { databaseStartError, NewerDataError } from './start-error.ts';

const base = process.env['TEST_DATABASE_URL'];
const home = mkdtempSync(join(tmpdir(), 'molde-open-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const lineOf = (url: string) => {
  const env = readEnv({ DATABASE_URL: url, DATA_DIR: home });
  return openDatabase(env, DataFolder.open(home, { access: 'shared' })).then(
    () => 'opened',
    (error: Error) => error.message,
  );
};

describe('a database that cannot be used stops the start with one line', () => {
  it.each([
    [
      'ECONNREFUSED',
      /^DATABASE_URL: nothing answers on db\.example:5432 \(ECONNREFUSED\); start PostgreSQL /,
    ],
    [
      'ENOTFOUND',
      /^DATABASE_URL: the host of db\.example:5432 is not known \(ENOTFOUND\); correct its name$/,
    ],
    ['EHOSTUNREACH', /^DATABASE_URL: db\.example:5432 cannot be reached /],
  ])('that names reason and remedy: %s', (code, line) => {
    const error = Object.assign(new Error('x\ny'), { code });
    const message = databaseStartError(error, 'postgres://molde:hunter2@db.example/molde').message;
    expect(message).toMatch(line);
    expect(message).not.toContain('hunter2');
  });

  it('if nothing listens at the address', async () =>
    expect(await lineOf('postgres://nobody@127.0.0.1:1/none')).toMatch(/^DATABASE_URL: nothing answers on /));

  describe.runIf(base)('if the server refuses', () => {
    const changed = (change: (url: URL) => void) => {
      const url = new URL(base ?? '');
      change(url);
      return url.href;
    };

    it('a wrong password', async () =>
      expect(await lineOf(changed((url) => (url.password = 'wrong')))).toMatch(
        /^DATABASE_URL: \S+ refuses the user \S+; correct user and password \(password authentication failed .*\)$/,
      ));

    it('a database that does not exist', async () =>
      expect(await lineOf(changed((url) => (url.pathname = '/nowhere')))).toMatch(
        /^DATABASE_URL: there is no database nowhere on \S+; correct the name or create it with createdb$/,
      ));
  });
});

it('keeps existing doubles of a new unique constraint, and names it with the remedy', async () => {
  const database = await openTestDatabase();
  await sql`insert into tenant (key, name) values ('doubles', 'Doubles')`.execute(database.owner);
  await sql`
    insert into organizational_unit (tenant_id, title) select id, unnest(array['Obras', 'Obras'])
    from tenant where key = 'doubles'`.execute(database.owner);
  const unique = sql`create unique index unit_title_unique on organizational_unit (tenant_id, title)`;
  const up = async (db: Kysely<unknown>): Promise<void> => void (await unique.execute(db));
  const refused = await migrate(database.owner, undefined, { ...migrations, '999_doubles': { up } }).catch(
    (error: unknown) => error,
  );
  expect(String(refused)).toMatch(
    /migration 999_doubles: .*unit_title_unique.*the same tenant_id, title; make them differ/,
  );
  expect(String(refused)).not.toContain('Obras');
  const { rows } = await sql`select from organizational_unit where title = 'Obras'`.execute(database.owner);
  expect(rows).toHaveLength(2);
  await database.close();
});

it('does not change the data of a newer version', async () => {
  const database = await openTestDatabase();
  await sql`insert into kysely_migration (name, timestamp) values ('999_future', '2030-01-01')`.execute(
    database.owner,
  );
  const refused = await migrate(database.owner).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NewerDataError);
  expect((refused as Error).message).toContain('999_future');
  await database.close();
}, 60_000);

it('goes on in a process that runs while a newer version migrates the data, and does not start again', async () => {
  const database = await openTestDatabase();
  const { rows } = await sql<{ id: number }>`
    insert into tenant (key, name) values ('former', 'Former') returning id`.execute(database.owner);
  const tenant = rows[0]!.id;
  const add = async (title: string): Promise<number> => {
    const session = await database.enter(tenant, null, 'write');
    await sql`insert into organizational_unit (tenant_id, title) values (${tenant}, ${title})`.execute(
      session.db,
    );
    const found = await sql`select title from organizational_unit`.execute(session.db);
    await session.commit();
    return found.rows.length;
  };
  expect(await add('Obras')).toBe(1);
  const up = (db: Kysely<unknown>) =>
    db.schema.alterTable('organizational_unit').addColumn('colour', 'text').execute();
  await migrate(database.owner, undefined, { ...migrations, '999_newer': { up } });
  expect(await add('Compras')).toBe(2);
  expect(await migrate(database.owner).catch((error: unknown) => error)).toBeInstanceOf(NewerDataError);
  await database.close();
});

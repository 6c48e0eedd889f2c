import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../contracts/json.ts';
import { resources } from './resources.ts';
import { openTestDatabase, testApp, type TestApp } from './testing.ts';
import { migrate, type Database } from './db/database.ts';

/** Rows that release 0.1 stored: a demo tenant after some people, preferences, drafts, publications and a rollback. */
const rows = JSON.parse(
  readFileSync(new URL('./testing/release-0.1.json', import.meta.url), 'utf8'),
) as Record<string, JsonObject[]>;

let database: Database;
let app: TestApp;
let admin: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase('006_user_preference');
  for (const [table, values] of Object.entries(rows)) {
    const columns = sql.join(Object.keys(values[0]!).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(values)}::json)`.execute(
      database.owner,
    );
  }
  // Ids go on after those of the rows.
  for (const table of ['tenant', 'organizational_unit', 'app_user', 'access_group', 'audit']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      database.owner,
    );
  }
  await migrate(database.owner);
  app = await testApp({ resources, database });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
});

afterAll(async () => {
  await app.close();
  await database.close();
});

async function get(path: string) {
  const response = await app.inject({ url: `/adm/v2/${path}`, headers: admin });
  expect(response.statusCode, path).toBe(200);
  return response.json().data;
}

it('keeps the people of release 0.1', async () => {
  const { rows: people } = await get('sec/user?perPage=500');
  const stored = rows['app_user']!.map(({ id, name, email, version }) => ({ id, name, email, version }));
  expect(people).toEqual(expect.arrayContaining(stored.map((person) => expect.objectContaining(person))));
  expect(people).toHaveLength(stored.length);
});

it('keeps its definitions: what is published, the draft, and every version', async () => {
  const published = await get('def/screen/velha-um');
  expect(published).toMatchObject({ definition: { title: 'Velha um B' }, faults: [] });
  const document = (version: number) =>
    JSON.parse(
      rows['definition_version']!.find((row) => row['id'] === 'velha-um' && row['version'] === version)![
        'document'
      ] as string,
    );
  expect(published.definition).toEqual(document(4));
  const draft = await get('def/screen/velha-um?draft=1');
  expect(draft).toMatchObject({ version: 5, definition: document(5) });
  expect((await get('def/screen/velha-um/history')).rows).toMatchObject([
    { version: 4, comment: expect.stringContaining('2'), author: 'Administração Acme' },
    { version: 3, comment: 'segunda' },
    { version: 2, comment: 'primeira' },
  ]);
  expect((await get('def/screen?path=/admin-user')).definition.title).toBe('Usuários da Acme');
});

it('keeps preferences, access groups and the audit', async () => {
  for (const { key, value } of rows['user_preference']!)
    expect(await get(`sec/me/preferences/${String(key)}`)).toEqual({ value });
  const stored = await database.owner.selectFrom('access_group_screen').selectAll().execute();
  expect(stored).toEqual(expect.arrayContaining(rows['access_group_screen']!));
  const { count } = await database.owner
    .selectFrom('audit')
    .where('tenant_id', '=', app.tenants.acme)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBeGreaterThanOrEqual(rows['audit']!.length);
});

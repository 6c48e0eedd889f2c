import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { DataFolder } from '../../../db/data-folder.ts';
import { openEmbedded } from '../../../db/embedded.ts';
import { startDefinitionWorker } from '../store/testing.ts';
import { createCluster, testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPeople } from '../../../testing/people.ts';

type Headers = Record<string, string>;

let app: TestApp;
let admin: Headers;
let other: Headers;

beforeAll(async () => {
  app = await testApp({ resources });
  await addPeople(app);
  await startDefinitionWorker();
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  other = await app.sessionOf(app.tenants.beta, 'admin');
});
afterAll(() => app.close());

const access = { screen: 'admin-user', verb: 'read' };
const screen = (id: string, body: JsonObject[], more: JsonObject = {}): JsonObject => ({
  kind: 'screen',
  formatVersion: 2,
  id,
  path: `/${id}`,
  title: id,
  access,
  body,
  ...more,
});
const text = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  type: 'text',
  props: { text: id },
  ...more,
});
const dashboard = (id: string, more: JsonObject = {}): JsonObject => ({
  ...screen(id, [text('tile', { at: { x: 0, y: 0, w: 12, h: 2 } })]),
  kind: 'dashboard',
  header: [text('top')],
  filters: [text('sieve')],
  ...more,
});

function call(method: 'GET' | 'PUT' | 'POST', rest: string, headers: Headers, payload?: object, on = app) {
  return on.inject({ method, url: `/adm/v2/def${rest}`, headers, ...(payload ? { payload } : {}) });
}
async function save(definition: JsonObject, version = 0, headers = admin, on = app) {
  return call('PUT', `/${definition.kind}/${definition.id}`, headers, { definition, version }, on);
}
async function publish(definition: JsonObject, headers = admin, on = app): Promise<void> {
  const saved = await save(definition, 0, headers, on);
  expect([saved.statusCode, saved.json().errors]).toEqual([200, undefined]);
  const address = `/${definition.kind}/${definition.id}/publish`;
  expect((await call('POST', address, headers, { comment: 'because' }, on)).statusCode).toBe(200);
}

describe('kinds', () => {
  it('opens a dashboard by its path, and refuses the path to others', async () => {
    await publish(dashboard('team'));
    const found = await call('GET', '/screen?path=/team', admin);
    expect([found.statusCode, found.json().data]).toMatchObject([
      200,
      { definition: { kind: 'dashboard', id: 'team', header: [{ id: 'top' }] }, params: {}, faults: [] },
    ]);
    expect((await call('GET', '/screen?path=/team', other)).statusCode).toBe(404);
    // The same id in another kind is another definition.
    expect((await save(screen('team', [text('a')]))).json()).toMatchObject({
      errors: [{ path: '/path', code: 'path-taken' }],
    });
    expect((await save(dashboard('crew', { path: '/admin-user' }))).json()).toMatchObject({
      errors: [{ path: '/path', code: 'path-taken' }],
    });
  });

  it('reads a dashboard without a path by its id alone: it has neither an address nor a menu entry', async () => {
    const { path: _path, ...placeless } = dashboard('part', { title: 'A part' });
    await publish(placeless as JsonObject);
    await publish(dashboard('whole', { title: 'The whole' }));
    expect((await call('GET', '/dashboard/part', admin)).statusCode).toBe(200);
    for (const path of ['/part', '/dashboard/part'])
      expect((await call('GET', `/screen?path=${path}`, admin)).statusCode).toBe(404);
    const menu = (await app.inject({ url: '/adm/v2/home/menu2', headers: admin })).body;
    expect([menu.includes('The whole'), menu.includes('A part')]).toEqual([true, false]);
    const placed = await save({ ...placeless, id: 'placed', menu: { icon: 'box' } } as JsonObject);
    expect([placed.statusCode, placed.json().errors]).toMatchObject([422, [{ path: '/menu' }]]);
  });

  it('merges nodes of a dashboard’s header and filters by their ids', async () => {
    await save(dashboard('merged'));
    await save(dashboard('merged', { header: [text('top'), text('theirs')] }), 1);
    const mine = await save(dashboard('merged', { header: [text('mine'), text('top')], filters: [] }), 1);
    expect([mine.statusCode, mine.json().data.definition]).toMatchObject([
      200,
      { header: [{ id: 'mine' }, { id: 'top' }, { id: 'theirs' }], filters: [] },
    ]);
  });

  it('serves an entity to readers whom its access allows', async () => {
    expect((await call('GET', '/entity/user', admin)).json().data).toMatchObject({
      source: 'bundled',
      definition: { kind: 'entity', fields: { id: { type: 'integer' } } },
    });
  });
});

describe('a reply', () => {
  it('contains no forbidden node, column, action, dialog or source', async () => {
    const people = { get: '/adm/v2/sec/user', rows: 'data.rows' };
    const only = { access: { verb: 'delete' } };
    await publish(
      screen(
        'guarded',
        [
          text('secret-node', only),
          {
            id: 'list',
            type: 'table',
            source: 'people',
            props: {
              rowKey: 'id',
              columns: [
                { field: 'name', title: 'Name' },
                { field: 'secretColumn', title: 'Secret', value: { $expr: 'row.id' }, ...only },
              ],
              rowActions: [
                {
                  id: 'secret-action',
                  text: 'Go',
                  icon: 'delete',
                  do: [{ open: 'secret-dialog' }, { request: { delete: '/adm/v2/sec/user/{row.id}' } }],
                  ...only,
                },
              ],
            },
          },
          { ...text('secret-reader', only), source: 'secretSource' },
        ],
        {
          sources: { people, secretSource: { get: '/adm/v2/def', rows: 'data.rows' } },
          dialogs: [
            {
              id: 'secret-dialog',
              type: 'dialog',
              props: { title: 'Secret' },
              children: [text('secret-words')],
            },
          ],
        },
      ),
    );
    const reader = await app.sessionOf(app.tenants.acme, 'reader');
    const whole = await call('GET', '/screen/guarded', admin);
    expect(whole.body.match(/secret/gi)!.length).toBeGreaterThan(8);
    for (const address of ['/screen/guarded', '/screen?path=/guarded']) {
      const pruned = await call('GET', address, reader);
      expect(pruned.statusCode).toBe(200);
      expect(pruned.body).toContain('"name"');
      expect(pruned.body).not.toMatch(/secret|\/sec\/group|"delete"/i);
      // Its tag does not match the unpruned document either: a reader with more rights gets the whole.
      const tag = { 'if-none-match': String(pruned.headers.etag) };
      expect((await call('GET', address, { ...admin, ...tag })).body).toContain('secretColumn');
    }
    for (const rest of ['?draft=1', '/history', '/history/1', '/history/0']) {
      const refused = await call('GET', `/screen/guarded${rest}`, reader);
      expect([rest, refused.statusCode]).toEqual([rest, 403]);
      expect(refused.body).not.toMatch(/secret/i);
    }
    expect((await call('GET', '', reader)).statusCode).toBe(403);
  });
});

describe('an upgrade', () => {
  /** Marks every stored version as checked by another release. */
  const upgrade = (id: string) =>
    app.database.owner
      .updateTable('definition_version')
      .set({ checked_by: 'an older release' })
      .where('id', '=', id)
      .execute();

  it('publishes and rolls back versions that are still valid', async () => {
    await publish(screen('lasting', [text('first')]));
    await save(screen('lasting', [text('second')]), 1);
    await upgrade('lasting');
    expect(
      (await call('POST', '/screen/lasting/publish', admin, { comment: 'still sound' })).statusCode,
    ).toBe(200);
    expect((await call('POST', '/screen/lasting/rollback', admin, { version: 1 })).json().data).toEqual({
      version: 3,
      source: 'tenant',
      publishedVersion: 3,
    });
    expect((await call('GET', '/screen/lasting', admin)).json().data).toMatchObject({
      version: 3,
      definition: { body: [{ id: 'first' }] },
    });
  });

  it('reports every diagnostic of a version that is invalid now', async () => {
    await publish(screen('fading', [text('first')]));
    await save(screen('fading', [text('second')]), 1);
    await call('POST', '/screen/fading/publish', admin, { comment: 'second' });
    await app.database.owner
      .updateTable('definition_version')
      .set({
        document: JSON.stringify(screen('fading', [{ id: 'x', type: 'removed' }])),
        checked_by: 'an older release',
      })
      .where('id', '=', 'fading')
      .where('version', '=', 1)
      .execute();
    const refused = await call('POST', '/screen/fading/rollback', admin, { version: 1 });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { code: 'DEFINITION_INVALID', errors: [{ path: '/body/0/type', code: 'unknown-type' }] },
    ]);
    expect((await call('GET', '/screen/fading', admin)).json().data.version).toBe(2);
  });
});

describe('hostile documents', () => {
  const hostile: Record<string, string> = {
    'endless-one': '($f := function($n) { $f($n + 1) }; $f(0))',
    'bomb-one': '$sum([1..9999999].[1..9999999])',
    'padded-one': "$length($pad('', 500000000)) > 1",
    'wide-one': Array.from({ length: 950 }, () => '1').join('+'),
    'deep-one': `${'('.repeat(400)}1${')'.repeat(400)}`,
    'pattern-one': "$match('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', /^(a+)+$/)",
  };

  it('of one tenant do not delay the others, and do not end the server', async () => {
    const saves = Object.entries(hostile).map(([id, $expr]) =>
      save(screen(id, [{ id: 'a', type: 'text', props: { text: { $expr } } }])),
    );
    const reads = Object.keys(hostile).map(() => call('GET', '/screen/admin-user', other));
    const mine = save(screen('calm', [text('a')]), 0, other);
    for (const read of await Promise.all(reads)) expect(read.statusCode).toBe(200);
    expect((await mine).statusCode).toBe(200);
    for (const saved of await Promise.all(saves)) {
      expect(saved.statusCode === 200 || saved.json().code === 'DEFINITION_INVALID').toBe(true);
    }
    // They can be saved, published and read, since the server never evaluates them.
    for (const id of Object.keys(hostile)) {
      const published = await call('POST', `/screen/${id}/publish`, admin, { comment: 'x' });
      const served = await call('GET', `/screen/${id}`, admin);
      expect(served.statusCode).toBe(published.statusCode === 200 ? 200 : 404);
    }
    expect((await call('GET', '/screen/admin-user', admin)).statusCode).toBe(200);
  });
});

it('restores definitions with their data folder', async () => {
  const home = mkdtempSync(join(tmpdir(), 'molde-definitions-'));
  await createCluster(join(home, 'data'));
  const open = async () => {
    const folder = DataFolder.open(join(home, 'data'));
    const database = await openEmbedded(folder);
    const opened = await testApp({ resources, database });
    const session = await opened.sessionOf(opened.tenants.acme, 'admin');
    const close = async () => {
      await opened.close();
      await database.close();
      await folder.close();
    };
    return { opened, session, close };
  };
  try {
    const first = await open();
    const definition = screen('lasting', [text('first')]);
    await publish(definition, first.session, first.opened);
    await save(screen('lasting', [text('second')]), 1, first.session, first.opened);
    await first.close();

    const again = await open();
    const read = async (rest: string) =>
      (await call('GET', rest, again.session, undefined, again.opened)).json().data;
    expect(await read('/screen/lasting')).toMatchObject({
      version: 1,
      source: 'tenant',
      definition: { body: [{ id: 'first' }] },
    });
    expect(await read('/screen?path=/lasting')).toMatchObject({ definition: { id: 'lasting' } });
    expect(await read('/screen/lasting?draft=1')).toMatchObject({
      version: 2,
      definition: { body: [{ id: 'second' }] },
    });
    await again.close();
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}, 300_000);

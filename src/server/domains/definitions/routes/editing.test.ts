import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { Menu } from '../../../../contracts/menu.ts';
import { startDefinitionWorker } from '../store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPeople } from '../../../testing/people.ts';

let app: TestApp;
let admin: Record<string, string>;
let other: Record<string, string>;
let at = 0;
/** A screen of this test's own. */
let id: string;

beforeAll(async () => {
  app = await testApp({ resources });
  await addPeople(app);
  await startDefinitionWorker();
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  other = await app.sessionOf(app.tenants.beta, 'admin');
});
beforeEach(() => {
  at += 1;
  id = `own-${at}`;
});
afterAll(() => app.close());

const screen = (text: string, more: JsonObject = {}): JsonObject => ({
  kind: 'screen',
  formatVersion: 2,
  id,
  path: `/${id}`,
  title: text,
  access: { screen: 'admin-user', verb: 'read' },
  body: [{ id: 'first', type: 'text', props: { text } }],
  ...more,
});

function call(method: 'GET' | 'PUT' | 'POST' | 'DELETE', rest: string, payload?: object, headers = admin) {
  return app.inject({ method, url: `/adm/v2/def${rest}`, headers, ...(payload ? { payload } : {}) });
}
const save = (definition: JsonObject, version?: number, headers = admin) =>
  call('PUT', `/screen/${id}`, { definition, ...(version === undefined ? {} : { version }) }, headers);
const publish = (comment = 'because') => call('POST', `/screen/${id}/publish`, { comment });
const served = async (headers = admin) => (await call('GET', `/screen/${id}`, undefined, headers)).json();

it('creates a new definition, and never replaces an existing one', async () => {
  const create = (definition: JsonObject) => call('POST', '', { definition });
  const created = await create(screen('one'));
  expect([created.statusCode, created.json().data]).toMatchObject([
    200,
    { version: 1, draft: { version: 1 } },
  ]);
  const again = await create(screen('two'));
  expect([again.statusCode, again.json()]).toMatchObject([
    409,
    { code: 'ALREADY_EXISTS', errors: [{ path: '/id', message: expect.stringContaining(`'${id}'`) }] },
  ]);
  // A bundled definition is version 0, like a missing one.
  const bundled = await create({ ...screen('mine'), id: 'admin-user', path: '/mine' });
  expect([bundled.statusCode, bundled.json().code]).toEqual([409, 'ALREADY_EXISTS']);
  const wrong = await create({ ...screen('no'), id: 'Not An Id' });
  expect([wrong.statusCode, wrong.json().errors[0].path]).toEqual([422, '/id']);
  const { rows } = (await call('GET', '/permission')).json().data;
  expect(rows).toContainEqual({ screen: 'admin-user', title: 'Usuários' });
});

it('saves a draft, publishes it, and rolls it back', async () => {
  expect((await call('GET', `/screen/${id}`)).statusCode).toBe(404);
  const first = await save(screen('one'), 0);
  expect([first.statusCode, first.json()]).toMatchObject([
    200,
    { success: true, data: { version: 1, source: 'tenant', publishedVersion: 0, merged: null, faults: [] } },
  ]);
  // A draft is not served as a screen.
  expect((await call('GET', `/screen/${id}`)).statusCode).toBe(404);
  expect((await call('GET', `/screen?path=/${id}`)).statusCode).toBe(404);
  const draft = (await call('GET', `/screen/${id}?draft=1`)).json().data;
  expect(draft).toMatchObject({
    definition: screen('one'),
    version: 1,
    draft: { version: 1, author: 'Administração', updatedAt: expect.stringMatching(/Z$/) },
  });

  const published = await publish('  first  ');
  expect(published.json()).toMatchObject({
    success: true,
    data: { version: 1, source: 'tenant', publishedVersion: 1 },
  });
  expect((await served()).data).toMatchObject({
    definition: screen('one'),
    version: 1,
    source: 'tenant',
    publishedVersion: 1,
  });
  expect((await call('GET', `/screen?path=/${id}`)).json().data).toMatchObject({
    definition: { id },
    params: {},
  });

  expect((await save(screen('two'), 1)).json().data.version).toBe(2);
  expect((await served()).data.definition.title).toBe('one');
  await publish('second');
  expect((await served()).data).toMatchObject({ version: 2, definition: { title: 'two' } });

  const rolled = await call('POST', `/screen/${id}/rollback`, { version: 1 });
  expect(rolled.json().data).toEqual({ version: 3, source: 'tenant', publishedVersion: 3 });
  expect((await served()).data).toMatchObject({ version: 3, definition: { title: 'one' } });

  expect((await call('GET', `/screen/${id}/history`)).json().data).toEqual({
    page: 1,
    perPage: 50,
    totalRows: 3,
    rows: [
      {
        version: 3,
        comment: 'Volta à versão 1',
        author: 'Administração',
        rollbackOf: 1,
        ended: false,
        current: true,
        publishedAt: anyTime,
      },
      {
        version: 2,
        comment: 'second',
        author: 'Administração',
        rollbackOf: null,
        ended: false,
        current: false,
        publishedAt: anyTime,
      },
      {
        version: 1,
        comment: 'first',
        author: 'Administração',
        rollbackOf: null,
        ended: false,
        current: false,
        publishedAt: anyTime,
      },
    ],
  });
  expect((await call('GET', `/screen/${id}/history/2`)).json().data).toMatchObject({
    definition: screen('two'),
    version: 2,
    publishedVersion: 3,
  });
});

const anyTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

it('overrides a bundled definition and restores it', async () => {
  const bundled = (await call('GET', '/screen/admin-user?draft=1')).json().data.definition as JsonObject;
  const own = { ...bundled, title: 'Nossa gente' };
  const saved = await call('PUT', '/screen/admin-user', { definition: own, version: 0 });
  expect([saved.statusCode, saved.json().errors]).toEqual([200, undefined]);
  await call('POST', '/screen/admin-user/publish', { comment: 'ours' });
  expect((await call('GET', '/screen/admin-user')).json().data).toMatchObject({
    source: 'tenant',
    definition: { title: 'Nossa gente' },
  });
  expect((await call('GET', '/screen/admin-user', undefined, other)).json().data).toMatchObject({
    source: 'bundled',
    version: 0,
  });
  expect((await call('POST', '/screen/admin-user/rollback', { version: 0 })).json().data).toEqual({
    version: 0,
    source: 'bundled',
    publishedVersion: 0,
  });
  expect((await call('GET', '/screen/admin-user')).json().data).toMatchObject({
    source: 'bundled',
    version: 0,
    publishedVersion: 0,
    definition: bundled,
  });
  expect((await call('GET', '/screen/admin-user/history/0')).json().data.definition).toEqual(bundled);
});

it('discards a draft', async () => {
  await save(screen('one'), 0);
  expect((await call('DELETE', `/screen/${id}`)).json().data).toEqual({
    version: 0,
    source: 'bundled',
    publishedVersion: 0,
  });
  expect((await call('GET', `/screen/${id}?draft=1`)).statusCode).toBe(404);
  expect((await call('DELETE', `/screen/${id}`)).statusCode).toBe(404);
  // Version numbers are not reused, since an editor may still hold the discarded one.
  expect((await save(screen('again'), 0)).json().data.version).toBe(2);
});

it('refuses a save without its version, and one with errors, each with its pointer', async () => {
  expect([(await save(screen('x'))).statusCode, (await save(screen('x'))).json().code]).toEqual([
    428,
    'VERSION_REQUIRED',
  ]);
  const wrong = screen('x', {
    id: 'another',
    access: { screen: 'nowhere', verb: 'read' },
    body: [
      { id: 'a', type: 'nothing' },
      { id: 'b', type: 'text', props: { text: { $expr: 'data.people.rows' } } },
    ],
  });
  const refused = await save(wrong, 0);
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'DEFINITION_INVALID']);
  const found = (refused.json().errors as { path: string; code: string }[]).map((one) => [
    one.path,
    one.code,
  ]);
  expect(found).toEqual(
    expect.arrayContaining([
      ['/id', 'other-identity'],
      ['/access/screen', 'unknown-screen'],
      ['/body/0/type', 'unknown-type'],
      ['/body/1/props/text/$expr', 'unknown-source'],
    ]),
  );
  for (const one of refused.json().errors) {
    expect(one).toMatchObject({ message: expect.stringMatching(/\S/), remedy: expect.stringMatching(/\S/) });
  }
  expect((await call('GET', `/screen/${id}?draft=1`)).statusCode).toBe(404);
});

it('refuses unknown permissions and forms wherever they are named', async () => {
  const nodes: JsonObject[] = [
    { id: 'a', type: 'text', access: { screen: 'nowhere', verb: 'read' }, props: { text: 'a' } },
    { id: 'b', type: 'form', props: { form: 'no-such-form' } },
  ];
  const codes = async (body: JsonObject[]) =>
    ((await save(screen('wrong', { body }), 0)).json().errors as { path: string; code: string }[]).map(
      (one) => `${one.path} ${one.code}`,
    );
  expect(await codes(nodes)).toEqual(['/body/0/access/screen unknown-screen']);
  expect(await codes(nodes.slice(1))).toEqual(['/body/0/props/form unknown-form-document']);
  // Through a parameter of a fragment, at its place in the document that uses it.
  const use = (form: string): JsonObject => ({
    id: 'record',
    use: 'record-form',
    with: { title: 'Registro', form, list: '/admin-user', verb: 'create', submit: [], saved: [] },
  });
  expect(await codes([use('no-such-form')])).toEqual(['/body/0/with/form unknown-form-document']);
  const known = [use('user'), { id: 'b', type: 'form', props: { form: 'user' } }];
  expect((await save(screen('right', { body: known }), 0)).statusCode).toBe(200);
});

it('refuses a repeated key, with its position', async () => {
  const text = JSON.stringify({ definition: screen('one'), version: 0 }).replace(
    '"title":"one"',
    '\n"title":"lost","title":"one"',
  );
  const headers = { ...admin, 'content-type': 'application/json', 'accept-language': 'en' };
  const answer = await app.inject({ method: 'PUT', url: `/adm/v2/def/screen/${id}`, headers, payload: text });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    {
      code: 'BAD_JSON',
      errors: [
        { path: '/definition/title', code: 'duplicate-key', message: expect.stringContaining('line 2') },
      ],
    },
  ]);
  expect((await save(screen('one'), 0)).statusCode).toBe(200);
});

it('reports an invalid expression in the reader’s language, not in the library’s words', async () => {
  const body = [{ id: 'a', type: 'text', props: { text: { $expr: 'can.read &' } } }];
  const answer = await save(screen('x', { body }), 0, { ...admin, 'accept-language': 'es' });
  const [error] = answer.json().errors as { code: string; message: string; remedy: string }[];
  expect(error).toMatchObject({
    code: 'expression-end',
    message: expect.stringMatching(/^La expresión .* columna/),
  });
});

it('lists the definitions', async () => {
  await save(screen('Zebra'), 0);
  const list = (await call('GET', `?text=${id}`)).json().data;
  expect(list).toMatchObject({ page: 1, perPage: 50, totalRows: 1 });
  expect(list.rows[0]).toMatchObject({
    key: `screen/${id}`,
    title: 'Zebra',
    path: `/${id}`,
    state: 'draft',
    author: 'Administração',
    draftVersion: 1,
    publishedVersion: 0,
  });
  const forms = (await call('GET', '?kind=form&state=bundled&order=key_desc')).json().data;
  expect(forms.rows.map((row: { key: string }) => row.key)).toContain('form/user');
  expect((await call('GET', `?text=${id}`, undefined, other)).json().data.totalRows).toBe(0);
});

/** Opens a session of a person with these letters of the right on the definitions' screen. */
async function personWith(letters: string): Promise<Record<string, string>> {
  const tenant_id = app.tenants.acme;
  const login = `def-${letters}-${at}`;
  const { owner } = app.database;
  const user = await owner
    .insertInto('app_user')
    .values({ tenant_id, name: `Pessoa ${letters}`, email: `${login}@acme.example`, login, is_user: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const group = await owner
    .insertInto('access_group')
    .values({ tenant_id, name: login })
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('access_group_screen')
    .values({
      tenant_id,
      group_id: group.id,
      screen_key: 'admin-definition',
      can_read: letters.includes('r'),
      can_create: letters.includes('c'),
      can_update: letters.includes('u'),
      can_delete: letters.includes('d'),
    })
    .execute();
  await owner
    .insertInto('access_group_member')
    .values({ tenant_id, group_id: group.id, user_id: user.id })
    .execute();
  return app.sessionOf(tenant_id, login);
}

const texts = (...ids: string[]): JsonObject => ({
  body: ids.map((one) => ({ id: one, type: 'text', props: { text: one } })),
});

it('merges a stale save with changes of others, node by node', async () => {
  await save(screen('one', texts('a', 'b')), 0);
  const editor = await personWith('ru');
  await save({ ...screen('one', texts('a', 'b', 'theirs')), title: 'theirs' }, 1, editor);
  const mine = await save(screen('one', texts('mine', 'a', 'b')), 1);
  expect([mine.statusCode, mine.json().data]).toMatchObject([
    200,
    {
      version: 3,
      merged: {
        version: 2,
        author: 'Pessoa ru',
        changes: expect.arrayContaining([{ nodeId: null, pointer: '/title' }]),
      },
      definition: screen('theirs', texts('mine', 'a', 'b', 'theirs')),
    },
  ]);
});

it('answers 409 with both sides of conflicting changes, and saves nothing', async () => {
  await save(screen('one'), 0);
  await save(screen('theirs'), 1);
  const refused = await save(screen('mine'), 1);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      code: 'VERSION_CONFLICT',
      data: {
        version: 2,
        definition: screen('theirs'),
        conflicts: [
          { nodeId: null, pointer: '/title', base: 'one', mine: 'mine', theirs: 'theirs' },
          { nodeId: 'first', pointer: '/props/text', base: 'one', mine: 'mine', theirs: 'theirs' },
        ],
      },
    },
  ]);
  expect((await save(screen('x'), 77)).json()).toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { conflicts: [] },
  });
  expect((await call('GET', `/screen/${id}?draft=1`)).json().data.version).toBe(2);
});

it('stores each node with the version of its widget, which does not count as a change', async () => {
  const saved = await save(screen('one', texts('a', 'b')), 0);
  expect(saved.json().data.definition.body[0]).toEqual({
    id: 'a',
    type: 'text',
    props: { text: 'a' },
    typeVersion: 1,
  });
  // Both begin with version 1; the one without the stamps removes a node that the other did not change.
  await save(screen('theirs', texts('a', 'b')), 1);
  const merged = await save(screen('one', texts('b')), 1);
  expect([merged.statusCode, merged.json().data.merged.changes]).toEqual([
    200,
    [{ nodeId: null, pointer: '/title' }],
  ]);
});

it('refuses a merge whose sides are valid alone and invalid together', async () => {
  const sources = { people: { get: '/adm/v2/sec/user', rows: 'data.rows' } };
  await save(screen('one', { sources, ...texts('a') }), 0);
  await save(screen('one', texts('a')), 1);
  const used = { id: 'new', type: 'text', props: { text: { $expr: 'data.people.total' } } };
  const refused = await save(screen('one', { sources, body: [...(texts('a').body as []), used] }), 1);
  expect([refused.statusCode, refused.json().errors]).toMatchObject([422, [{ code: 'unknown-source' }]]);
});

it('loses nothing when saves, publications and rollbacks run at the same time', async () => {
  await save(screen('one', texts('a')), 0);
  const savers = Array.from({ length: 4 }, (_, index) => save(screen('one', texts('a', `new-${index}`)), 1));
  const saved = await Promise.all(savers);
  expect(saved.map((one) => one.statusCode)).toEqual([200, 200, 200, 200]);
  const draft = (await call('GET', `/screen/${id}?draft=1`)).json().data;
  expect(draft.version).toBe(5);
  for (const index of [0, 1, 2, 3]) expect(JSON.stringify(draft.definition)).toContain(`"new-${index}"`);

  const two = await Promise.all([publish('a'), publish('b')]);
  expect(two.map((one) => one.statusCode).sort()).toEqual([200, 422]);

  await save(screen('two', texts('a')), 5);
  const [published, rolled, stale] = await Promise.all([
    publish('c'),
    call('POST', `/screen/${id}/rollback`, { version: 5 }),
    save(screen('three', texts('a')), 6),
  ]);
  expect([published.statusCode, rolled.statusCode]).toEqual([200, 200]);
  expect([200, 409]).toContain(stale.statusCode);
  const history = (await call('GET', `/screen/${id}/history`)).json().data.rows as {
    version: number;
    current: boolean;
  }[];
  expect(history).toHaveLength(3);
  expect(history.filter((row) => row.current)).toHaveLength(1);
  const { data } = await served();
  expect(history.find((row) => row.current)?.version).toBe(data.version);
});

it('requires the right of each step, and hides definitions of other tenants', async () => {
  const reader = await personWith('r');
  const creator = await personWith('rc');
  await save(screen('one'), 0);
  for (const [method, rest, payload] of [
    ['PUT', '', { definition: screen('x'), version: 1 }],
    ['POST', '/publish', { comment: 'x' }],
    ['POST', '/rollback', { version: 0 }],
    ['DELETE', '', undefined],
  ] as const) {
    const answer = await call(method, `/screen/${id}${rest}`, payload, reader);
    expect([method, answer.statusCode]).toEqual([method, 403]);
  }
  expect((await save(screen('x'), 1, creator)).statusCode).toBe(403);
  expect((await call('GET', `/screen/${id}?draft=1`, undefined, reader)).statusCode).toBe(200);
  const nobody = await app.sessionOf(app.tenants.acme, 'manager');
  expect((await call('GET', `/screen/${id}?draft=1`, undefined, nobody)).statusCode).toBe(403);
  for (const rest of ['?draft=1', '/history', '/history/1', '']) {
    expect((await call('GET', `/screen/${id}${rest}`, undefined, other)).statusCode).toBe(404);
  }
  expect((await call('POST', `/screen/${id}/publish`, { comment: 'x' }, other)).statusCode).toBe(404);
});

it('prunes a tenant’s screen for its reader', async () => {
  const secret = { id: 'secret', type: 'text', access: { verb: 'delete' }, props: { text: 'hidden words' } };
  await save(screen('one', { body: [...(texts('a').body as []), secret] }), 0);
  await publish();
  const reader = await app.sessionOf(app.tenants.acme, 'reader');
  const answer = await call('GET', `/screen/${id}`, undefined, reader);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).not.toContain('hidden words');
  expect(JSON.stringify(await served())).toContain('hidden words');
  expect(
    (await call('GET', `/screen/${id}`, undefined, await app.sessionOf(app.tenants.acme, 'powerless')))
      .statusCode,
  ).toBe(403);
});

it('gives a path to one screen only, also of simultaneous saves', async () => {
  expect((await save(screen('x', { path: '/admin-user/:other' }), 0)).json()).toMatchObject({
    code: 'DEFINITION_INVALID',
    errors: [{ path: '/path', code: 'path-taken' }],
  });
  const rivals = ['a', 'b'].map((name) =>
    call('PUT', `/screen/${id}-${name}`, {
      definition: screen('x', { id: `${id}-${name}`, path: `/shared-${at}` }),
      version: 0,
    }),
  );
  const outcomes = await Promise.all(rivals);
  expect(outcomes.map((one) => one.statusCode).sort()).toEqual([200, 422]);
});

it('serves another version instead of an invalid one, with the reason for callers who may edit', async () => {
  await save(screen('good'), 0);
  await publish();
  await save(screen('bad'), 1);
  await publish();
  // A newer release has stored a format that this one does not know.
  const newer = JSON.stringify({ ...screen('bad'), formatVersion: 99 });
  await app.database.owner
    .updateTable('definition_version')
    .set({ document: newer, checked_by: 'a newer release' })
    .where('id', '=', id)
    .where('version', '=', 2)
    .execute();
  const lines: string[] = [];
  const second = await testApp({
    resources,
    database: app.database,
    env: { LOG_LEVEL: 'error' },
    logTo: { write: (line) => void lines.push(line) },
  });
  const session = await second.sessionOf(app.tenants.acme, 'admin');
  const read = async (headers: Record<string, string>) =>
    (await second.inject({ url: `/adm/v2/def/screen/${id}`, headers })).json().data;
  expect(await read(session)).toMatchObject({
    version: 1,
    publishedVersion: 2,
    definition: { title: 'good' },
    fallback: { from: 2, reason: expect.stringMatching(/\S/) },
  });
  const reader = await read(await second.sessionOf(app.tenants.acme, 'reader'));
  expect(reader).toMatchObject({ definition: { title: 'good' } });
  expect(reader).not.toHaveProperty('fallback');
  const metrics = await second.inject({ url: '/metrics' });
  expect(metrics.body).toMatch(/definition_fallbacks_total\{kind="screen"\} [1-9]/);
  expect(lines.join('')).toContain('DEFINITION_FALLBACK');
  const list = await second.inject({ url: `/adm/v2/def?text=${id}&state=invalid`, headers: session });
  expect(list.json().data.rows).toMatchObject([
    { id, state: 'invalid', reason: expect.stringMatching(/\S/) },
  ]);
  await second.close();
});

it('serves in every process what another has published', async () => {
  const second = await testApp({ resources, database: app.database });
  const session = await second.sessionOf(app.tenants.acme, 'admin');
  const title = async () =>
    (await second.inject({ url: `/adm/v2/def/screen/${id}`, headers: session })).json().data?.definition
      .title;
  expect(await title()).toBeUndefined();
  for (const text of ['one', 'two', 'three']) {
    const { version } = (await call('GET', `/screen/${id}?draft=1`)).json().data ?? { version: 0 };
    await save(screen(text), version);
    await publish();
    expect(await title()).toBe(text);
  }
  await second.close();
});

it('refuses a document that is too large, too deep or polluted, and one definition too many', async () => {
  const big = await save(screen('x', { 'x-note': 'y'.repeat(1_050_000) }), 0);
  expect(big.statusCode).toBe(413);
  const large = await save(screen('x', { 'x-note': 'y'.repeat(1_020_000) }), 0);
  expect(large.json()).toMatchObject({ code: 'DEFINITION_INVALID', errors: [{ code: 'too-large' }] });
  const deep = (levels: number) =>
    `{"definition":{"kind":"screen","x-deep":${'['.repeat(levels)}${']'.repeat(levels)}},"version":0}`;
  const many = screen('x', texts(...Array.from({ length: 2001 }, (_, index) => `n${index}`)));
  let nested: JsonObject = { id: 'leaf', type: 'stack' };
  for (let level = 0; level < 55; level += 1) nested = { id: `l${level}`, type: 'stack', children: [nested] };
  const headers = { ...admin, 'content-type': 'application/json' };
  const raw = (payload: string) =>
    app.inject({ method: 'PUT', url: `/adm/v2/def/screen/${id}`, headers, payload });
  expect((await raw(deep(210))).json()).toMatchObject({
    code: 'DEFINITION_INVALID',
    errors: [{ code: 'too-deep' }],
  });
  expect((await raw(deep(5000))).json()).toMatchObject({ code: 'VALIDATION_FAILED' });
  expect((await save(many, 0)).json()).toMatchObject({ errors: [{ code: 'too-many-nodes' }] });
  expect((await save(screen('x', { body: [nested] }), 0)).json()).toMatchObject({
    errors: [{ code: 'too-deep' }],
  });
  expect((await raw('{"definition":{"__proto__":{"x":1}},"version":0}')).statusCode).toBe(400);
  expect((await raw('{"definition":{"x-a":{"prototype":{}}},"version":0}')).json()).toMatchObject({
    errors: [{ path: '/x-a/prototype', code: 'forbidden-key' }],
  });
});

it('answers a repeated publish with the first answer, and audits each step', async () => {
  await save(screen('one'), 0);
  const key = { ...admin, 'idempotency-key': `publish-${id}` };
  const once = await call('POST', `/screen/${id}/publish`, { comment: 'once' }, key);
  const twice = await call('POST', `/screen/${id}/publish`, { comment: 'once' }, key);
  expect(twice.json()).toEqual(once.json());
  expect((await call('POST', `/screen/${id}/publish`, { comment: '   ' })).statusCode).toBe(400);
  const rows = await app.database.owner
    .selectFrom('audit')
    .where('entity', '=', 'definition')
    .where('entity_id', '=', `screen/${id}`)
    .orderBy('id')
    .select(['action', 'after', 'unconditional'])
    .execute();
  expect(rows).toEqual([
    { action: 'create', after: { version: 1 }, unconditional: false },
    { action: 'publish', after: { publishedVersion: 1, comment: 'once' }, unconditional: true },
  ]);
});

it('adds a published screen to the menu of those who may open it', async () => {
  const entries = async (headers: Record<string, string>) => {
    const answer = await app.inject({ url: '/adm/v2/home/menu2', headers });
    const { overview } = answer.json<{ data: Menu }>().data;
    return overview.flatMap((group) => group.submenu).filter(({ key }) => key === id);
  };
  await save(screen('Painel'), 0);
  expect(await entries(admin)).toEqual([]);
  await publish();
  expect(await entries(admin)).toMatchObject([
    { title: 'Painel', userPermissions: { read: true, update: true } },
  ]);
  const reader = await app.sessionOf(app.tenants.acme, 'reader');
  expect(await entries(reader)).toMatchObject([{ userPermissions: { read: true, update: false } }]);
  expect(await entries(other)).toEqual([]);
  await save(screen('Fechado', { access: { screen: 'admin-definition', verb: 'read' } }), 1);
  await publish();
  expect(await entries(reader)).toEqual([]);
});

it.each(['/login', '/adm/v2/x'])('refuses the path %s, which the product answers itself', async (path) => {
  const answer = await save(screen('x', { path }), 0);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    {
      code: 'DEFINITION_INVALID',
      errors: [
        {
          path: '/path',
          code: 'path-reserved',
          message: `O endereço ${path} é reservado para páginas do próprio sistema.`,
        },
      ],
    },
  ]);
});

it('refuses the path of the home page', async () => {
  const answer = await save(screen('x', { path: '/' }), 0);
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'DEFINITION_INVALID']);
  expect(answer.json().errors[0].path).toBe('/path');
});

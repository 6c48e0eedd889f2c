import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { BundledDefinition } from '../store/bundled.ts';
import { startDefinitionWorker } from '../store/testing.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPerson } from '../../../testing/people.ts';
import { definitionsOver } from '../../../testing/definitions.ts';

type Headers = Record<string, string>;

const access = { screen: 'admin-user', verb: 'read' };
const document = (kind: string, id: string, more: JsonObject): JsonObject => ({
  kind,
  formatVersion: 2,
  id,
  ...more,
});
const screen = (id: string, body: JsonObject[], more: JsonObject = {}): JsonObject =>
  document('screen', id, { path: `/${id}`, title: id, access, body, ...more });
const text = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  type: 'text',
  props: { text: id },
  ...more,
});
const remove = { request: { delete: '/adm/v2/sec/user/{params.id}' } };

/** A fragment with a button, its dialog and a source that only some may use. */
const tools = document('fragment', 'tools', {
  parameters: { caption: { type: 'text', default: 'Tools' } },
  sources: { people: { get: '/adm/v2/sec/user', rows: 'data.rows' } },
  body: [
    text('caption', { props: { text: { $with: 'caption' } } }),
    {
      id: 'remove',
      type: 'button',
      access: { verb: 'delete' },
      props: { text: 'Remove' },
      on: { press: [{ open: 'sure' }] },
    },
  ],
  dialogs: [
    {
      id: 'sure',
      type: 'dialog',
      props: { title: 'Sure?' },
      children: [
        { id: 'list', type: 'list', source: 'people', slots: { row: [text('name')] } },
        { id: 'yes', type: 'button', props: { text: 'Yes' }, on: { press: [remove] } },
      ],
    },
  ],
});

const bundled: BundledDefinition[] = [
  { kind: 'fragment', id: 'tools', file: 'tools.fragment.json', document: tools },
  {
    kind: 'screen',
    id: 'bundled-user',
    file: 'bundled-user.screen.json',
    document: screen('bundled-user', [{ use: 'tools' }]),
  },
];

let app: TestApp;
let admin: Headers;
let other: Headers;
let reader: Headers;

beforeAll(async () => {
  app = await testApp({
    resources: (platform) => [
      ...resources(platform).filter(({ name }) => name !== 'definitions'),
      definitionsOver(platform, bundled),
    ],
  });
  await startDefinitionWorker();
  await addPerson(app, 'leitor', { 'admin-user': 'r' });
  await addPerson(app, 'redator', { 'admin-user': 'r', 'admin-definition': 'rcu' });
  admin = await app.sessionOf(app.tenants.acme, 'admin');
  other = await app.sessionOf(app.tenants.beta, 'admin');
  reader = await app.sessionOf(app.tenants.acme, 'leitor');
});
afterAll(() => app.close());

function call(method: 'GET' | 'PUT' | 'POST', rest: string, headers: Headers, payload?: object) {
  return app.inject({ method, url: `/adm/v2/def${rest}`, headers, ...(payload ? { payload } : {}) });
}
const versions = new Map<string, number>();
async function save(definition: JsonObject, headers = admin) {
  const key = `${definition.kind}/${definition.id}`;
  const saved = await call('PUT', `/${key}`, headers, { definition, version: versions.get(key) ?? 0 });
  if (saved.statusCode === 200) versions.set(key, saved.json().data.version);
  return saved;
}
async function publish(definition: JsonObject, headers = admin) {
  const saved = await save(definition, headers);
  expect([saved.statusCode, saved.json().errors]).toEqual([200, undefined]);
  return call('POST', `/${definition.kind}/${definition.id}/publish`, headers, { comment: 'because' });
}
async function served(id: string, headers = admin): Promise<JsonObject> {
  const reply = await call('GET', `/screen/${id}`, headers);
  expect(reply.statusCode).toBe(200);
  return reply.json().data;
}
const bodyOf = async (id: string, headers = admin): Promise<JsonObject[]> =>
  ((await served(id, headers)).definition as JsonObject).body as JsonObject[];

describe('a screen that uses a fragment', () => {
  it('is served with its content, without what the reader may not use', async () => {
    const whole = (await served('bundled-user')).definition as JsonObject;
    expect(whole.body).toMatchObject([{ id: 'tools-caption' }, { id: 'tools-remove' }]);
    expect(whole.dialogs).toMatchObject([{ id: 'tools-sure' }]);
    expect(whole.sources).toHaveProperty('tools_people');
    const pruned = await served('bundled-user', reader);
    expect(pruned.definition).toMatchObject({ body: [{ id: 'tools-caption' }], dialogs: [], sources: {} });
    expect(JSON.stringify(pruned)).not.toContain('/adm/v2/sec/user');
    expect(pruned.faults).toEqual([]);
  });

  it('may hide all of it by a rule at the use, or at the fragment', async () => {
    await publish(screen('hidden', [text('a'), { use: 'tools', access: { verb: 'create' } }]));
    expect((await bodyOf('hidden')).length).toBe(3);
    expect(await bodyOf('hidden', reader)).toEqual([expect.objectContaining({ id: 'a' })]);
    await publish(document('fragment', 'closed', { access: { verb: 'update' }, body: [text('b')] }));
    await publish(screen('closing', [{ use: 'closed' }]));
    expect((await bodyOf('closing')).length).toBe(1);
    expect(await bodyOf('closing', reader)).toEqual([]);
  });

  it('changes when the fragment is published, and its ETag with it', async () => {
    await publish(document('fragment', 'note', { body: [text('one')] }));
    await publish(screen('noted', [{ use: 'note' }]));
    const first = await call('GET', '/screen/noted', admin);
    const again = () =>
      call('GET', '/screen/noted', { ...admin, 'if-none-match': String(first.headers['etag']) });
    expect((await again()).statusCode).toBe(304);
    await save(document('fragment', 'note', { body: [text('two')] }));
    expect((await again()).statusCode).toBe(304);
    await publish(document('fragment', 'note', { body: [text('two'), text('three')] }));
    expect((await again()).statusCode).toBe(200);
    expect((await bodyOf('noted')).map(({ id }) => id)).toEqual(['note-two', 'note-three']);
  });

  it('is one of a bundled screen too: the tenant’s own version counts, for this tenant only', async () => {
    const own = document('fragment', 'tools', { body: [text('mine')] });
    expect((await publish(own)).statusCode).toBe(200);
    expect((await bodyOf('bundled-user')).map(({ id }) => id)).toEqual(['tools-mine']);
    expect((await bodyOf('bundled-user', other)).map(({ id }) => id)).toEqual([
      'tools-caption',
      'tools-remove',
    ]);
    expect((await call('POST', '/fragment/tools/rollback', admin, { version: 0 })).statusCode).toBe(200);
    expect((await bodyOf('bundled-user')).map(({ id }) => id)).toEqual(['tools-caption', 'tools-remove']);
  });
});

describe('a fragment', () => {
  it('is read by editors only', async () => {
    expect((await call('GET', '/fragment/tools', reader)).statusCode).toBe(403);
    const found = await call('GET', '/fragment/tools', admin);
    expect([found.statusCode, found.json().data.definition.id]).toEqual([200, 'tools']);
    expect((await call('GET', '/fragment/nobody', admin)).statusCode).toBe(404);
  });

  it('is suggested in place of one whose name is almost the same', async () => {
    const refused = await save(screen('misspelled', [{ use: 'tolos' }]));
    expect(refused.statusCode).toBe(422);
    const [error] = refused.json<{ errors: { path: string; remedy: string }[] }>().errors;
    expect(error).toMatchObject({ path: '/body/0/use', remedy: expect.stringContaining("'tools'") });
  });

  it('must be published before its users are saved', async () => {
    const user = screen('early', [{ use: 'later' }]);
    expect((await save(user)).json().errors).toMatchObject([
      { path: '/body/0/use', code: 'unknown-fragment' },
    ]);
    await save(document('fragment', 'later', { body: [text('a')] }));
    expect((await save(user)).statusCode).toBe(422);
    await publish(document('fragment', 'later', { body: [text('a')] }));
    expect((await save(user)).statusCode).toBe(200);
  });

  it('reports errors in a fragment at the use, with the place in the fragment', async () => {
    await publish(
      document('fragment', 'typed', {
        parameters: { tone: { type: 'string' } },
        body: [{ id: 'a', type: 'badge', props: { text: 'a', tone: { $with: 'tone' } } }],
      }),
    );
    const [error] = (await save(screen('toned', [{ use: 'typed', with: { tone: 'loud' } }]))).json().errors;
    expect(error).toMatchObject({ path: '/body/0/with/tone', code: 'value' });
    expect(error.message).toContain('[typed /body/0/props/tone]');
  });

  it('is not published while it would break documents, which are named', async () => {
    await publish(document('fragment', 'base', { body: [text('a')] }));
    await publish(document('fragment', 'middle', { body: [{ use: 'base' }] }));
    await publish(screen('direct', [{ use: 'base' }]));
    await publish(screen('indirect', [{ use: 'middle' }]));
    const needy = document('fragment', 'base', {
      parameters: { name: { type: 'text', required: true } },
      body: [text('a', { props: { text: { $with: 'name' } } })],
    });
    const refused = await publish(needy);
    expect(refused.statusCode).toBe(422);
    const messages = refused.json().errors.map(({ message }: { message: string }) => message);
    for (const name of ['screen/direct', 'screen/indirect', 'fragment/middle']) {
      expect(messages.filter((message: string) => message.includes(name))).toHaveLength(1);
    }
    expect(await bodyOf('direct')).toMatchObject([{ id: 'base-a' }]);
    const optional = { ...needy, parameters: { name: { type: 'text', default: 'a' } } };
    expect((await publish(optional)).statusCode).toBe(200);
  });

  it.each(['unpublish', 'remove'])(
    'is no target of %s while published documents use it, which are named',
    async (verb) => {
      const id = `kept-${verb}`;
      await publish(document('fragment', id, { body: [text('a')] }));
      await publish(document('fragment', `${id}-outer`, { body: [{ use: id }] }));
      await publish(screen(`${id}-user`, [{ use: `${id}-outer` }]));
      // A draft breaks nobody: its author sees the diagnostic.
      await save(screen(`${id}-draft`, [{ use: id }]));
      const refused = await call('POST', `/fragment/${id}/${verb}`, admin);
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'IN_USE']);
      for (const user of [`screen/${id}-user`, `fragment/${id}-outer`])
        expect(refused.json().message).toContain(user);
      expect(refused.json().message).not.toContain(`${id}-draft`);
      expect(await bodyOf(`${id}-user`)).toMatchObject([{ type: 'text' }]);
      for (const user of [`screen/${id}-user`, `fragment/${id}-outer`, `fragment/${id}`])
        expect([user, (await call('POST', `/${user}/${verb}`, admin)).statusCode]).toEqual([user, 200]);
    },
  );

  it.each(['unpublish', 'remove'])(
    'keeps a form that it shows, or that is given to it, from the verb %s, and names the documents',
    async (verb) => {
      const form = (id: string) =>
        document('form', id, {
          schema: { type: 'object', properties: { name: { type: 'string' } } },
          ui: { sections: [{ id: 'main', fields: ['name'] }] },
        });
      const [given, shown] = [`given-${verb}`, `shown-${verb}`];
      for (const id of [given, shown]) await publish(form(id));
      const holder = document('fragment', `holder-${verb}`, {
        parameters: { form: { type: 'form', default: shown } },
        body: [{ id: 'edit', type: 'form', props: { form: { $with: 'form' } } }],
      });
      const outer = document('fragment', `outer-${verb}`, {
        parameters: { name: { type: 'form', required: true } },
        body: [{ use: `holder-${verb}`, with: { form: { $with: 'name' } } }],
      });
      for (const one of [holder, outer]) await publish(one);
      await publish(screen(`by-default-${verb}`, [{ use: `holder-${verb}` }]));
      await publish(screen(`by-gift-${verb}`, [{ use: `outer-${verb}`, with: { name: given } }]));
      for (const [id, user] of [
        [given, `by-gift-${verb}`],
        [shown, `by-default-${verb}`],
      ] as const) {
        const refused = await call('POST', `/form/${id}/${verb}`, admin);
        expect(refused.json()).toMatchObject({
          code: 'IN_USE',
          message: expect.stringContaining(`screen/${user}`),
        });
        const { rows } = (await call('GET', `/form/${id}/references`, admin)).json().data;
        expect(rows.map((row: { id: string }) => row.id)).toContain(user);
        expect((await call('POST', `/screen/${user}/unpublish`, admin)).statusCode).toBe(200);
        expect((await call('POST', `/form/${id}/${verb}`, admin)).statusCode).toBe(200);
      }
    },
  );

  it('is not published by a person who may not make the calls that it adds to its users', async () => {
    const editor = await app.sessionOf(app.tenants.acme, 'redator');
    const caller = (steps: JsonObject[]) =>
      document('fragment', 'caller', { parameters: { address: { type: 'address' } }, steps });
    await publish(caller([]));
    const press = [{ use: 'caller', with: { address: '/adm/v2/sec/user/1' } }];
    await publish(screen('calls', [{ id: 'b', type: 'button', props: { text: 'b' }, on: { press } }]));
    const refused = await publish(caller([{ request: { delete: '{with.address}' } }]), editor);
    expect([refused.statusCode, refused.json().errors]).toMatchObject([
      403,
      [{ path: '/body/0/on/press/0' }],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { compileDocument } from '../language/compile.ts';
import type { Steps } from '../generated/documents.ts';
import type { Screen } from '../compiled-screen.ts';
import { registry, screenDocument, startScreen } from '../testing/fixtures.ts';
import { validateDocument } from '../validate/document.ts';

const label = (id: string, text: string): JsonObject => ({
  id,
  type: 'label',
  props: { text: { $expr: text } },
});
const dialog = (id: string, ...children: JsonObject[]): JsonObject => ({ id, type: 'dialog', children });
const opening = (id: string, args: JsonObject) => [{ open: { dialog: id, with: args } }] as unknown as Steps;
const run = (screen: Screen, steps: unknown) => screen.run({ node: 'x', event: 'press' }, steps as Steps);
const textOf = (screen: Screen, id: string): Json | undefined =>
  screen.observeNode(screen.compiled.nodes.get(id)!).get().props.text;

const people = {
  state: { picked: { name: 'Ana' }, seen: null },
  dialogs: [
    dialog('edit', label('name', 'args.user.name'), label('all', '$uppercase(args.user.name)')),
    dialog('other', label('otherName', 'args.user.name')),
  ],
};

describe('the arguments of a dialog', () => {
  it('are read by its nodes, with the value that they had when it was opened', async () => {
    const { screen } = startScreen(people);
    await run(screen, opening('edit', { user: { $expr: 'state.picked' } }));
    const inside = screen.dialog('edit');
    expect(textOf(inside, 'name')).toBe('Ana');
    screen.store.set(['state', 'picked', 'name'], 'Bia');
    expect(textOf(inside, 'name')).toBe('Ana');
    const seen = inside.observeNode(screen.compiled.nodes.get('all')!);
    await expect.poll(() => seen.get().props.text).toBe('ANA');
  });

  it('are fresh each time it is opened, also while it is open', async () => {
    const { screen } = startScreen(people);
    const count = screen.opening('edit');
    await run(screen, opening('edit', { user: { name: 'Ana' } }));
    const first = count.get();
    screen.close('edit');
    expect(count.get()).toBe(0);
    await run(screen, opening('edit', { user: { name: 'Bia' } }));
    expect(textOf(screen.dialog('edit'), 'name')).toBe('Bia');
    const second = count.get();
    expect(second).toBeGreaterThan(first);
    // A second press of the same button changes nothing.
    await run(screen, opening('edit', { user: { name: 'Bia' } }));
    expect(count.get()).toBe(second);
    await run(screen, opening('edit', { user: { name: 'Caio' } }));
    expect(count.get()).toBeGreaterThan(second);
    expect(textOf(screen.dialog('edit'), 'name')).toBe('Caio');
  });

  it('are those of each dialog when two are open', async () => {
    const { screen } = startScreen(people);
    await run(screen, opening('edit', { user: { name: 'Ana' } }));
    await run(screen, opening('other', { user: { name: 'Bia' } }));
    expect(textOf(screen.dialog('edit'), 'name')).toBe('Ana');
    expect(textOf(screen.dialog('other'), 'otherName')).toBe('Bia');
  });

  it('are read by its steps, also after a step closed it', async () => {
    const { screen, host } = startScreen(people);
    await run(screen, opening('edit', { user: { id: 7, name: 'Ana' } }));
    const steps = [
      { close: 'edit' },
      { request: { put: '/user/{args.user.id}', body: { name: { $expr: 'args.user.name' } } } },
      { if: { $expr: 'true' }, then: [{ set: { 'state.seen': { $expr: 'args.user.id' } } }] },
    ];
    await run(screen.dialog('edit'), steps);
    expect(host.runs).toEqual([{ method: 'put', address: '/user/7', body: { name: 'Ana' } }]);
    expect(screen.store.get(['state', 'seen'])).toBe(7);
    // The event `close` fires after the dialog was closed.
    await run(screen.dialog('edit'), [{ set: { 'state.seen': { $expr: 'args.user.name' } } }]);
    expect(screen.store.get(['state', 'seen'])).toBe('Ana');
  });

  it('stay when the definition is replaced, unless the dialog is gone', async () => {
    const { screen } = startScreen(people);
    await run(screen, opening('edit', { user: { name: 'Ana' } }));
    const before = screen.opening('edit').get();
    const next = { ...people, dialogs: [dialog('edit', label('name', "'Sra. ' & args.user.name"))] };
    screen.replaceDefinition(compileDocument(screenDocument(next), registry));
    expect(screen.opening('edit').get()).toBe(before);
    expect(textOf(screen.dialog('edit'), 'name')).toBe('Sra. Ana');
    screen.replaceDefinition(compileDocument(screenDocument({ ...people, dialogs: [] }), registry));
    expect(screen.opening('edit').get()).toBe(0);
    expect(screen.store.get(['args', 'edit'])).toBeUndefined();
  });
});

describe('a source that reads args', () => {
  const more = {
    sources: {
      user: { get: '/user/{args.id}', record: 'data' },
      groups: {
        get: '/group',
        query: { of: { $expr: 'data.user.record.id' } },
        needs: ['data.user.record.id'],
        rows: 'data',
      },
    },
    dialogs: [
      dialog('edit', { ...label('name', 'data.groups.rows.name'), source: 'groups' }),
      dialog('other'),
    ],
  };

  it('loads while a dialog that uses it is open, with its arguments', async () => {
    const { screen, host } = startScreen(more);
    expect(screen.source('user').status).toBe('missing');
    await run(screen, opening('other', { id: 9 }));
    expect(screen.source('user').status).toBe('missing');
    await run(screen, opening('edit', { id: 1 }));
    host.loads.get('/user/1')!.answer({ data: { id: 1, name: 'Ana' } });
    expect(screen.source('user').record).toEqual({ id: 1, name: 'Ana' });
    screen.close('edit');
    expect(screen.source('user')).toMatchObject({ status: 'missing', record: null });
    await run(screen, opening('edit', { id: 2 }));
    expect(screen.source('user')).toMatchObject({ status: 'loading', record: null });
    host.loads.get('/user/2')!.answer({ data: { id: 2, name: 'Bia' } });
    expect(screen.source('user').record).toEqual({ id: 2, name: 'Bia' });
  });
});

describe('validation of arguments', () => {
  const codes = async (more: JsonObject) =>
    (await validateDocument(screenDocument(more), registry)).map(({ pointer, code, values }) => [
      pointer,
      code,
      values,
    ]);
  const opener = (open: Json): JsonObject => ({ id: 'b', type: 'button', on: { press: [{ open }] } });

  it('accepts arguments that an open step gives', async () => {
    const body = [opener({ dialog: 'edit', with: { user: null } })];
    expect(await codes({ body, dialogs: [dialog('edit', label('a', 'args.user.any.field'))] })).toEqual([]);
  });

  it('reports an argument that no open step gives, with the nearest', async () => {
    const body = [opener({ dialog: 'edit', with: { user: 1 } })];
    const dialogs = [dialog('edit', label('a', '$uppercase(args.usr.name)'))];
    expect(await codes({ body, dialogs })).toEqual([
      [
        '/dialogs/0/children/0/props/text/$expr',
        'unknown-arg',
        { dialog: 'edit', name: 'usr', nearest: 'user', known: 'user' },
      ],
    ]);
  });

  it('reports a dialog opened without an argument that it reads', async () => {
    const body = [opener({ dialog: 'edit', with: { user: 1 } }), { ...opener('edit'), id: 'c' }];
    expect(await codes({ body, dialogs: [dialog('edit', label('a', 'args.user'))] })).toEqual([
      ['/body/1/on/press/0/open', 'missing-arg', { dialog: 'edit', missing: 'user' }],
    ]);
    expect(
      await codes({ body: [opener('edit')], dialogs: [dialog('edit', label('a', 'args.user'))] }),
    ).toEqual([['/dialogs/0/children/0/props/text/$expr', 'no-args', { dialog: 'edit', name: 'user' }]]);
  });

  it('reports args outside of dialogs, an unknown dialog, and a source that no dialog uses', async () => {
    expect(await codes({ body: [label('a', 'args.user')] })).toEqual([
      ['/body/0/props/text/$expr', 'root-not-here', { root: 'args' }],
    ]);
    expect(await codes({ body: [opener({ dialog: 'edti', with: { a: 1 } })] })).toEqual([
      ['/body/0/on/press/0/open/dialog', 'unknown-dialog', { dialog: 'edti' }],
    ]);
    const source = { get: '/user', query: { id: { $expr: 'args.id' } }, rows: 'data' };
    expect(await codes({ sources: { user: source } })).toEqual([
      ['/sources/user/query/id/$expr', 'source-args', { source: 'user' }],
    ]);
  });

  it('checks the arguments that a source of a dialog reads', async () => {
    const more = {
      sources: { user: { get: '/user/{args.usr}', record: 'data', needs: ['args.usr'] } },
      body: [opener({ dialog: 'edit', with: { user: 1 } })],
      dialogs: [dialog('edit', { ...label('a', 'data.user.record.name') })],
    };
    expect((await codes(more)).map(([pointer, code]) => [pointer, code])).toEqual([
      ['/sources/user/get', 'unknown-arg'],
      ['/sources/user/needs/0', 'unknown-arg'],
    ]);
  });
});

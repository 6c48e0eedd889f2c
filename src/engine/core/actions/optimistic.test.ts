import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Steps } from '../generated/documents.ts';
import type { Screen } from '../compiled-screen.ts';
import { failure, type FakeHost } from '../testing/fake-host.ts';
import { registry, screenDocument, startScreen } from '../testing/fixtures.ts';
import { validateDocument } from '../validate/document.ts';

/** Requests whose answers the test gives, in any order. */
function controlled(host: FakeHost) {
  const answers: { succeed(data?: unknown): void; fail(): void }[] = [];
  host.onRun = () =>
    new Promise((resolve, reject) => {
      answers.push({
        succeed: (data = null) => resolve({ success: true, data }),
        fail: () => reject(failure('RULE_BROKEN', 'Recusado')),
      });
    });
  return answers;
}
const run = (screen: Screen, steps: Steps, event = 'press', row?: unknown) =>
  screen.run({ node: 'b', event }, steps, row === undefined ? {} : { row });

describe('an optimistic set', () => {
  const save = (value: number): Steps => [
    { set: { 'state.n': value }, optimistic: true },
    { request: { put: '/n', body: value } },
  ];

  it('is shown at once, and stays when the run succeeds', async () => {
    const { screen, host } = startScreen({ state: { n: 1 } });
    const answers = controlled(host);
    const done = run(screen, save(2));
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    expect(screen.store.get(['state', 'n'])).toBe(2);
    answers[0]!.succeed();
    await done;
    expect(screen.store.get(['state', 'n'])).toBe(2);
    expect(host.notices).toEqual([]);
  });

  it('is taken back when a later step fails, with the message of the failure', async () => {
    const { screen, host } = startScreen({ state: { n: 1 } });
    host.onRun = () => {
      throw failure('RULE_BROKEN', 'Recusado');
    };
    expect((await run(screen, save(2))).status).toBe('failed');
    expect(screen.store.get(['state', 'n'])).toBe(1);
    expect(host.notices).toEqual([{ kind: 'error', text: 'Recusado' }]);
  });

  it('is taken back before onError runs, and when the person declines', async () => {
    const { screen, host } = startScreen({ state: { n: 1, seen: 0 } });
    host.onRun = () => {
      throw failure('RULE_BROKEN');
    };
    const onError: Steps = [{ set: { 'state.seen': { $expr: 'state.n' } } }];
    await run(screen, [
      { set: { 'state.n': 2 }, optimistic: true },
      { request: { put: '/n' }, onError },
    ]);
    expect(screen.store.get(['state'])).toEqual({ n: 1, seen: 1 });
    host.accept = false;
    await run(screen, [
      { set: { 'state.n': 3 }, optimistic: true },
      { confirm: { kind: 'action', title: 'Sure?' } },
    ]);
    expect(screen.store.get(['state', 'n'])).toBe(1);
  });

  it('keeps what the person typed meanwhile, path by path, and says so', async () => {
    const { screen, host } = startScreen({ state: { a: 'a', b: 'b' } }, (prepared) => {
      prepared.texts = { 'failures.keptInput': 'Mantido' };
    });
    const answers = controlled(host);
    const done = run(screen, [
      { set: { 'state.a': 'A', 'state.b': 'B' }, optimistic: true },
      { request: { put: '/n' } },
    ]);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    screen.store.set(['state', 'b'], 'typed');
    answers[0]!.fail();
    await done;
    expect(screen.store.get(['state'])).toEqual({ a: 'a', b: 'typed' });
    expect(host.notices).toEqual([
      { kind: 'warning', text: 'Mantido' },
      { kind: 'error', text: 'Recusado' },
    ]);
  });

  it.each([
    ['in order', [0, 1]],
    ['reversed', [1, 0]],
  ])('returns to the value before both when two overlapping ones fail, %s', async (_, order) => {
    const { screen, host } = startScreen({ state: { n: 1 } });
    const answers = controlled(host);
    const both = [run(screen, save(2), 'first'), run(screen, save(3), 'second')];
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    expect(screen.store.get(['state', 'n'])).toBe(3);
    for (const index of order) {
      answers[index]!.fail();
      await both[index];
    }
    expect(screen.store.get(['state', 'n'])).toBe(1);
    expect(host.notices.map(({ kind }) => kind)).toEqual(['error', 'error']);
  });

  it('of one item of each is taken back alone', async () => {
    const { screen, host } = startScreen({ state: { done: {} } });
    host.onRun = ({ address }) => {
      if (address === '/x/2') throw failure('RULE_BROKEN');
      return { data: null };
    };
    await run(screen, [
      {
        each: { $expr: '[1, 2, 3]' },
        do: [
          { if: { $expr: 'row = 1' }, then: [{ set: { 'state.done.a': true }, optimistic: true }] },
          { if: { $expr: 'row = 2' }, then: [{ set: { 'state.done.b': true }, optimistic: true }] },
          { request: { put: '/x/{row}' } },
        ],
      },
    ]);
    expect(screen.store.get(['state', 'done'])).toEqual({ a: true, b: undefined });
  });
});

describe('an optimistic request', () => {
  const sources = { people: { get: '/people', rows: 'rows', total: 'total' } };
  const rows = [
    { id: 1, name: 'Ana', active: true },
    { id: 2, name: 'Bia', active: true },
  ];
  const rename = (name: string): Steps => [
    {
      request: {
        put: '/people/{row.id}',
        body: { name },
        optimistic: { source: 'people', values: { name } },
      },
    },
  ];
  const remove: Steps = [
    { request: { delete: '/people/{row.id}', optimistic: { source: 'people', remove: true } } },
  ];

  function open(more: JsonObject = {}) {
    const { screen, host } = startScreen({ sources, ...more });
    const load = host.loads.get('/people')!;
    const reply = (list: readonly JsonObject[] = rows) => load.answer({ rows: list, total: list.length });
    reply();
    const names = () => screen.source('people').rows.map((row) => row.name);
    return { screen, host, reply, names, answers: controlled(host) };
  }

  it('shows the changed row at once, and until the next reply', async () => {
    const { screen, reply, names, answers } = open();
    const done = run(screen, rename('Clara'), 'a', rows[0]);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    expect(names()).toEqual(['Clara', 'Bia']);
    answers[0]!.succeed();
    await done;
    expect(names()).toEqual(['Clara', 'Bia']);
    reply([{ id: 1, name: 'Clara (fresh)' }, rows[1]!]);
    expect(names()).toEqual(['Clara (fresh)', 'Bia']);
    // A later reply is no longer changed.
    reply();
    expect(names()).toEqual(['Ana', 'Bia']);
  });

  it('is taken back with a message when it fails, over a reply that came meanwhile', async () => {
    const { screen, host, reply, names, answers } = open();
    const done = run(screen, remove, 'a', rows[0]);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    expect(names()).toEqual(['Bia']);
    expect(screen.source('people').total).toBe(1);
    reply([...rows, { id: 3, name: 'Caio' }]);
    expect(names()).toEqual(['Bia', 'Caio']);
    expect(screen.source('people').total).toBe(2);
    answers[0]!.fail();
    await done;
    expect(names()).toEqual(['Ana', 'Bia', 'Caio']);
    expect(screen.source('people').total).toBe(3);
    expect(host.notices).toEqual([{ kind: 'error', text: 'Recusado' }]);
  });

  it.each<[string, ('succeed' | 'fail')[], number[], string]>([
    ['both succeed in order', ['succeed', 'succeed'], [0, 1], 'Dora'],
    ['both succeed, replies reversed', ['succeed', 'succeed'], [1, 0], 'Dora'],
    ['the first fails last', ['fail', 'succeed'], [1, 0], 'Dora'],
    ['the second fails first', ['succeed', 'fail'], [1, 0], 'Clara'],
    ['both fail, replies reversed', ['fail', 'fail'], [1, 0], 'Ana'],
  ])('of two on one row shows the newest that did not fail: %s', async (_, outcomes, order, shown) => {
    const { screen, reply, names, answers } = open();
    const both = [run(screen, rename('Clara'), 'a', rows[0]), run(screen, rename('Dora'), 'b', rows[0])];
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    expect(names()[0]).toBe('Dora');
    // A refresh in between does not show the old name.
    reply([{ id: 1, name: 'Ana' }, rows[1]!]);
    expect(names()[0]).toBe('Dora');
    for (const index of order) {
      answers[index]![outcomes[index]!]();
      await both[index];
    }
    expect(names()[0]).toBe(shown);
    reply([{ id: 1, name: 'fresh' }, rows[1]!]);
    expect(names()[0]).toBe('fresh');
  });

  it('stays over the reply of a load that began before the request succeeded', async () => {
    const { screen, host, names, answers } = open();
    let snapshot = host.load('/people').get();
    const listeners = new Set<() => void>();
    const show = (next: Partial<typeof snapshot>) => {
      snapshot = { ...snapshot, ...next };
      for (const listener of listeners) listener();
    };
    screen.dispose();
    const load = {
      get: () => snapshot,
      subscribe: (one: () => void) => (listeners.add(one), () => listeners.delete(one)),
      refresh: async () => undefined,
    };
    host.load = () => load;
    const again = startScreen({ sources }, (fresh) => void (fresh.load = () => load));
    again.host.onRun = host.onRun;
    const shown = () => again.screen.source('people').rows.map((row) => row.name);
    const done = run(again.screen, rename('Clara'), 'a', rows[0]);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    show({ refreshing: true });
    answers[0]!.succeed();
    await done;
    // The reply was read before the change.
    show({ refreshing: false, reply: { rows: [...rows], total: 2 } });
    expect(shown()).toEqual(['Clara', 'Bia']);
    // The next load may have the same content: the library then keeps the reply's identity.
    show({ refreshing: true });
    show({ refreshing: false });
    expect(shown()).toEqual(['Ana', 'Bia']);
    expect(names()).toEqual(['Ana', 'Bia']);
  });

  it('finishes after the screen was left: a failure is still reported', async () => {
    const { screen, host, answers } = open();
    const done = run(screen, rename('Clara'), 'a', rows[0]);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    screen.dispose();
    answers[0]!.fail();
    expect((await done).status).toBe('failed');
    expect(host.notices).toEqual([{ kind: 'error', text: 'Recusado' }]);
    expect(screen.source('people').rows[0]!.name).toBe('Ana');
  });

  it('changes the rows of a list of keys, by another field', async () => {
    const { screen, names, answers } = open();
    const steps: Steps = [
      {
        request: {
          put: '/people',
          optimistic: {
            source: 'people',
            field: 'name',
            key: { $expr: "['Ana', 'Bia']" },
            values: { name: { $expr: "'x'" } },
          },
        },
      },
    ];
    const done = run(screen, steps);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    expect(names()).toEqual(['x', 'x']);
    answers[0]!.fail();
    await done;
    expect(names()).toEqual(['Ana', 'Bia']);
  });
});

describe('validation', () => {
  const codes = async (request: JsonObject) => {
    const body = [{ id: 'b', type: 'button', on: { press: [{ request: { put: '/x', ...request } }] } }];
    return (await validateDocument(screenDocument({ body }), registry)).map(({ pointer, code }) => [
      pointer,
      code,
    ]);
  };

  it('reports an unknown source, and neither or both of values and remove', async () => {
    const at = '/body/0/on/press/0/request/optimistic';
    expect(await codes({ optimistic: { source: 'a', remove: true } })).toEqual([
      [`${at}/source`, 'unknown-source'],
    ]);
    expect((await codes({ optimistic: { source: 'a' } })).map(([, code]) => code)).toContain(
      'no-alternative',
    );
    expect(
      (await codes({ optimistic: { source: 'a', remove: true, values: { a: 1 } } })).length,
    ).toBeGreaterThan(1);
  });

  it('validates the steps of undo like others', async () => {
    expect(await codes({ undo: [{ navigat: '/x' }] })).toEqual([
      ['/body/0/on/press/0/request/undo/0', 'unknown-verb'],
    ]);
    expect(await codes({ undo: [{ close: 'none' }] })).toEqual([
      ['/body/0/on/press/0/request/undo/0/close', 'unknown-dialog'],
    ]);
  });
});

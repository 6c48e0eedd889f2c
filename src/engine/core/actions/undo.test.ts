import { describe, expect, it, vi } from 'vitest';
import type { Steps } from '../generated/documents.ts';
import { failure, type FakeHost } from '../testing/fake-host.ts';
import { startScreen } from '../testing/fixtures.ts';

const texts = {
  'failures.done': 'Feito',
  'failures.undone': 'Desfeito',
  'failures.undo': 'Não: {{message}}',
};
const deactivate = (undo: Steps): Steps => [
  { request: { put: '/user/{row.id}', body: { active: false }, undo } },
  { toast: { success: 'Desativado' } },
];
const activate: Steps = [
  { request: { put: '/user/{row.id}', body: { active: true, version: { $expr: 'event.version' } } } },
];
const row = { id: 4, version: 1 };

async function run(steps: Steps, prepare: (host: FakeHost) => void = () => undefined) {
  const { screen, host } = startScreen({ state: { n: 0 } }, (prepared) => {
    prepared.texts = texts;
    prepared.onRun = () => ({ success: true, data: { version: 2 } });
    prepare(prepared);
  });
  const outcome = await screen.run({ node: 'b', event: 'press' }, steps, { row });
  return { screen, host, outcome };
}

describe('undo of a request', () => {
  it('is offered by the next toast, and runs with the scope of the request and its reply', async () => {
    const { host } = await run(deactivate(activate));
    expect(host.notices).toEqual([{ kind: 'success', text: 'Desativado', undo: expect.any(Function) }]);
    host.notices[0]!.undo!();
    await vi.waitFor(() => expect(host.notices).toHaveLength(2));
    expect(host.runs.at(-1)).toEqual({
      method: 'put',
      address: '/user/4',
      body: { active: true, version: 2 },
    });
    expect(host.notices[1]).toEqual({ kind: 'info', text: 'Desfeito' });
  });

  it('is offered for files that were sent, too', async () => {
    const file = new File(['a'], 'a.csv', { type: 'text/csv' });
    const steps: Steps = [
      {
        upload: {
          post: '/import',
          files: { $expr: 'row.file' },
          undo: [{ request: { post: '/ops/{event.opId}/undo' } }],
        },
      },
      { toast: { success: 'Importado' } },
    ];
    const { screen, host } = startScreen({}, (prepared) => {
      prepared.texts = texts;
      vi.spyOn(prepared, 'upload').mockResolvedValue({ success: true, data: { opId: 'a1' } });
    });
    await screen.run({ node: 'b', event: 'press' }, steps, { row: { file } as never });
    host.notices[0]!.undo!();
    await vi.waitFor(() => expect(host.notices).toHaveLength(2));
    expect(host.runs).toEqual([{ method: 'post', address: '/ops/a1/undo' }]);
  });

  it('runs once', async () => {
    const { host } = await run(deactivate(activate));
    host.notices[0]!.undo!();
    host.notices[0]!.undo!();
    await vi.waitFor(() => expect(host.notices).toHaveLength(2));
    expect(host.runs).toHaveLength(2);
  });

  it('is offered by a toast of its own when the run has none, or only one for an error', async () => {
    const { host } = await run([deactivate(activate)[0]!]);
    expect(host.notices).toEqual([{ kind: 'success', text: 'Feito', undo: expect.any(Function) }]);
    const failing = await run(
      [
        deactivate(activate)[0]!,
        { refresh: 'none' },
        { request: { get: '/fails' }, onError: [{ toast: { error: 'Falhou' } }] },
      ],
      (prepared) => {
        prepared.onRun = ({ method }) => {
          if (method === 'get') throw failure('INTERNAL');
          return { data: {} };
        };
      },
    );
    expect(failing.host.notices.map(({ kind, text, undo }) => [kind, text, undo !== undefined])).toEqual([
      ['error', 'Falhou', false],
      ['success', 'Feito', true],
    ]);
  });

  it('is not offered for a request that failed', async () => {
    const { host } = await run(deactivate(activate), (prepared) => {
      prepared.onRun = () => {
        throw failure('INTERNAL', 'Falhou');
      };
    });
    expect(host.notices).toEqual([{ kind: 'error', text: 'Falhou' }]);
  });

  it('reports its failure, and leaves out its own message when its steps have a toast', async () => {
    const { host } = await run(deactivate(activate), (prepared) => {
      prepared.onRun = ({ body }) => {
        if ((body as { active: boolean }).active) throw failure('VERSION_CONFLICT', 'Outra pessoa mudou');
        return { data: { version: 2 } };
      };
    });
    host.notices[0]!.undo!();
    await vi.waitFor(() =>
      expect(host.notices[1]).toEqual({ kind: 'error', text: 'Não: Outra pessoa mudou' }),
    );
    const own = await run(deactivate([...activate, { toast: { success: 'Voltou' } }]));
    own.host.notices[0]!.undo!();
    await vi.waitFor(() => expect(own.host.notices).toHaveLength(2));
    expect(own.host.notices[1]!.text).toBe('Voltou');
  });

  it('of several requests is one, in reverse order', async () => {
    const { host } = await run([
      {
        each: { $expr: '[1, 2, 3]' },
        do: [{ request: { put: '/x/{row}', undo: [{ request: { delete: '/x/{row}' } }] } }],
      },
      { toast: { success: 'Pronto' } },
    ]);
    expect(host.notices).toHaveLength(1);
    host.notices[0]!.undo!();
    await vi.waitFor(() => expect(host.runs).toHaveLength(6));
    expect(host.runs.slice(3).map(({ address }) => address)).toEqual(['/x/3', '/x/2', '/x/1']);
  });

  it.each([
    ['all of them', null, ['/x/3', '/x/2', '/x/1'], 1],
    ['those before a failure', '/x/2', ['/x/3', '/x/2'], 1],
    ['none', '/x/3', ['/x/3'], 0],
  ])('of several requests loads a source once, after %s', async (_, failing, undone, refreshes) => {
    const { screen, host } = startScreen({ sources: { people: { get: '/people' } } }, (prepared) => {
      prepared.texts = texts;
      prepared.onRun = ({ method, address }) => {
        if (method === 'delete' && address === failing) throw failure('INTERNAL');
        return { data: {} };
      };
    });
    const undo: Steps = [
      { request: { delete: '/x/{row}' } },
      { refresh: 'people' },
      { toast: { success: 'Voltou' } },
      { refresh: ['people'] },
    ];
    await screen.run({ node: 'b', event: 'press' }, [
      { each: { $expr: '[1, 2, 3]' }, do: [{ request: { put: '/x/{row}', undo } }] },
      { toast: { success: 'Pronto' } },
    ]);
    const people = host.loads.get('/people')!;
    people.answer({ data: {} });
    host.notices[0]!.undo!();
    await vi.waitFor(() => expect(host.runs).toHaveLength(3 + undone.length));
    await vi.waitFor(() => expect(host.notices).toHaveLength(1 + undone.length));
    await vi.dynamicImportSettled();
    expect(host.runs.slice(3).map(({ address }) => address)).toEqual(undone);
    expect(people.refreshes).toBe(refreshes);
  });

  it('loads a source in its place where later steps read it', async () => {
    const { screen, host } = startScreen({ sources: { people: { get: '/people' } } });
    const undo: Steps = [{ refresh: 'people' }, { set: { 'state.n': { $expr: 'data.people.total' } } }];
    await screen.run({ node: 'b', event: 'press' }, [
      { each: { $expr: '[1, 2]' }, do: [{ request: { put: '/x/{row}', undo } }] },
    ]);
    host.notices[0]!.undo!();
    await vi.waitFor(() => expect(host.notices).toHaveLength(2));
    expect(host.loads.get('/people')!.refreshes).toBe(2);
  });

  it('works after the screen was left, and can be undone itself', async () => {
    const again: Steps = [
      { request: { put: '/user/{row.id}', body: { active: true }, undo: [{ set: { 'state.n': 1 } }] } },
    ];
    const { screen, host } = await run(deactivate(again));
    screen.dispose();
    host.notices[0]!.undo!();
    await vi.waitFor(() => expect(host.notices).toHaveLength(3));
    host.notices.find(({ text }) => text === 'Feito')!.undo!();
    await vi.waitFor(() => expect(screen.store.get(['state', 'n'])).toBe(1));
  });
});

import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Steps } from '../generated/documents.ts';
import type { RunOptions } from '../compiled-screen.ts';
import { failure, type FakeHost } from '../testing/fake-host.ts';
import { startScreen } from '../testing/fixtures.ts';

const trigger = { node: 'b', event: 'press' };

async function run(
  steps: Steps,
  options: RunOptions = {},
  prepare: (host: FakeHost) => void = () => undefined,
  more: JsonObject = {},
) {
  const { screen, host } = startScreen({ state: { n: 1 }, ...more }, prepare);
  const outcome = await screen.run(trigger, steps, options);
  return { screen, host, outcome };
}

describe('verbs', () => {
  it('navigate: resolves references and goes to an address or back', async () => {
    const { host } = await run([{ navigate: '/user/{row.id}' }, { navigate: { to: '/x', back: true } }], {
      row: { id: 4 },
    });
    expect(host.visited).toEqual(['/user/4', 'back:/x']);
  });

  it('request: resolves address, query and nested expressions of the body, and stores the reply in the state', async () => {
    const { screen, host } = await run(
      [
        {
          request: {
            put: '/user/{row.id}',
            query: { dry: { $expr: 'state.n = 1' } },
            body: {
              version: { $expr: 'row.version' },
              list: [{ a: { $expr: '$sum([state.n, 2])' } }],
              empty: { $expr: 'row.none' },
            },
            into: 'state.saved',
          },
        },
      ],
      { row: { id: 4, version: 7 } },
      (host_) => {
        host_.onRun = () => ({ success: true, data: { id: 4 } });
      },
    );
    expect(host.runs).toEqual([
      { method: 'put', address: '/user/4?dry=true', body: { version: 7, list: [{ a: 3 }] } },
    ]);
    expect(screen.store.get(['state', 'saved'])).toEqual({ id: 4 });
  });

  it('request: sends the values of its body as parts of a form', async () => {
    const photo = { name: 'a.png', size: 3, type: 'image/png' };
    const { host } = await run(
      [
        {
          request: {
            post: '/look',
            multipart: true,
            body: {
              color: '#1874CF',
              count: { $expr: 'state.n' },
              layout: { text: { $expr: 'row.text' } },
              photo: { $expr: 'row.photo' },
              logo: null,
              none: { $expr: 'row.none' },
            },
          },
        },
      ],
      { row: { text: 'Olá', photo } },
    );
    expect(host.runs).toEqual([
      {
        method: 'post',
        address: '/look',
        parts: { color: '#1874CF', count: '1', layout: '{"text":"Olá"}', photo, logo: '' },
      },
    ]);
  });

  it('request: sends the version of the row and fails without one', async () => {
    const steps: Steps = [{ request: { delete: '/user/{row.id}', version: { $expr: 'row.version' } } }];
    const { host } = await run(steps, { row: { id: 4, version: 7 } });
    expect(host.runs).toEqual([{ method: 'delete', address: '/user/4', version: 7 }]);
    const without = await run(steps, { row: { id: 4 } });
    expect(without.host.runs).toEqual([]);
    expect(without.outcome.status).toBe('failed');
  });

  it('set: computes all values before the first write and notifies once', async () => {
    const { screen } = startScreen({ state: { n: 1 } });
    const listener = vi.fn();
    screen.store.subscribe([['state']], listener);
    await screen.run(trigger, [{ set: { 'state.n': 2, 'state.deep.er': { $expr: 'state.n' } } }]);
    expect(screen.store.get(['state'])).toEqual({ n: 2, deep: { er: 1 } });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('set: fails for a path outside the state', async () => {
    const { screen, outcome, host } = await run([
      { set: { 'user.id': 9 } },
      { set: { 'state.__proto__.x': 1 } },
    ]);
    expect(outcome.status).toBe('failed');
    expect(screen.store.get(['user', 'id'])).toBe(1);
    expect(host.notices).toHaveLength(1);
  });

  it('refresh: reloads a source', async () => {
    const { host } = await run([{ refresh: ['s'] }], {}, undefined, {
      sources: { s: { get: '/s', rows: 'data' } },
    });
    expect(host.loads.get('/s')!.refreshes).toBe(1);
  });

  it('open and close: opens and closes a dialog', async () => {
    const { screen } = await run([{ open: 'd' }], {}, undefined, { dialogs: [{ id: 'd', type: 'dialog' }] });
    expect(screen.isOpen('d').get()).toBe(true);
    await screen.run(trigger, [{ close: 'd' }]);
    expect(screen.isOpen('d').get()).toBe(false);
    expect((await screen.run(trigger, [{ open: 'none' }])).status).toBe('failed');
  });

  it('confirm: resolves its texts, and stops the list silently when the user declines', async () => {
    const steps: Steps = [
      {
        confirm: {
          kind: 'delete',
          title: 'Excluir {{name}}?',
          values: { name: { $expr: 'row.name' } },
          persistent: true,
        },
      },
      { toast: { success: 'done' } },
    ];
    const yes = await run(steps, { row: { name: 'Ana' } });
    expect(yes.host.questions).toEqual([{ kind: 'delete', title: 'Excluir Ana?', persistent: true }]);
    expect(yes.host.notices).toEqual([{ kind: 'success', text: 'done' }]);
    const no = await run(steps, { row: { name: 'Ana' } }, (host) => {
      host.accept = false;
    });
    expect(no.outcome).toEqual({ status: 'stopped' });
    expect(no.host.notices).toEqual([]);
  });

  it('toast: has a line below its text, unless that is empty', async () => {
    const { host } = await run([
      { toast: { error: 'not saved', detail: { $expr: "'n=' & state.n" } } },
      { toast: { info: 'done', detail: { $expr: "''" } } },
      { toast: { success: 'saved', detail: 'with a remark' } },
    ]);
    expect(host.notices).toEqual([
      { kind: 'error', text: 'not saved', detail: 'n=1' },
      { kind: 'info', text: 'done' },
      { kind: 'success', text: 'saved', detail: 'with a remark' },
    ]);
  });

  it('toast: resolves keys, values and expressions', async () => {
    const { host } = await run(
      [{ toast: { info: '$done' } }, { toast: { warning: { $expr: "'n=' & state.n" } } }],
      {},
      (one) => {
        one.texts = { done: 'Feito' };
      },
    );
    expect(host.notices).toEqual([
      { kind: 'info', text: 'Feito' },
      { kind: 'warning', text: 'n=1' },
    ]);
  });

  it('submit and reset: call the mounted form, and stop the list silently when it is invalid', async () => {
    const { screen, host } = startScreen({});
    const controller = {
      submit: vi.fn().mockResolvedValueOnce(true).mockResolvedValueOnce(false),
      reset: vi.fn(),
    };
    const release = screen.registerForm('f', controller);
    const steps: Steps = [{ submit: 'f' }, { toast: { success: 'saved' } }, { reset: 'f' }];
    expect(await screen.run(trigger, steps)).toEqual({ status: 'done' });
    expect(await screen.run(trigger, steps)).toEqual({ status: 'stopped' });
    expect(host.notices).toHaveLength(1);
    expect(controller.reset).toHaveBeenCalledTimes(1);
    release();
    expect((await screen.run(trigger, steps)).status).toBe('failed');
    expect((await screen.run(trigger, [{ reset: 'f' }])).status).toBe('failed');
  });

  it('download: saves a reply as a file', async () => {
    const { host } = await run([
      { download: { get: '/export', query: { n: { $expr: 'state.n' } }, filename: 'a.csv' } },
    ]);
    expect(host.saves).toEqual([{ address: '/export?n=1', filename: 'a.csv' }]);
  });

  it('refresh: runs onError for a failed source and shows no toast without it', async () => {
    const sources = { s: { get: '/s', rows: 'data' } };
    const { screen, host } = startScreen({ sources });
    host.loads.get('/s')!.fail(failure('DOWN', 'down'));
    const toast: Steps = [{ toast: { info: { $expr: 'event.code' } } }];
    await screen.run(trigger, [{ refresh: 's' }]);
    expect(host.notices).toEqual([]);
    await screen.run(trigger, [{ refresh: 's', onError: toast }]);
    expect(host.notices).toEqual([{ kind: 'info', text: 'DOWN' }]);
  });

  it('submit: fails when the form is not mounted', async () => {
    const { screen, host } = startScreen({});
    const outcome = await screen.run(trigger, [{ submit: 'f' }, { toast: { success: 'saved' } }]);
    expect(outcome.status).toBe('failed');
    expect(host.notices.map(({ kind }) => kind)).toEqual(['error']);
  });

  it('submit: runs onError when the form was not submitted', async () => {
    const { screen, host } = startScreen({});
    screen.registerForm('f', { submit: async () => false, reset: () => undefined });
    await screen.run(trigger, [{ submit: 'f', onError: [{ toast: { info: { $expr: 'event.code' } } }] }]);
    expect(host.notices).toEqual([{ kind: 'info', text: 'NOT_SENT' }]);
  });

  it('if: runs then or else by the truth value of JSONata', async () => {
    const conditions: Steps = [
      {
        if: { $expr: 'state.n = 1' },
        then: [{ toast: { info: 'one' } }],
        else: [{ toast: { info: 'other' } }],
      },
      { if: { $expr: 'state.none' }, then: [{ toast: { info: 'never' } }] },
    ];
    expect((await run(conditions)).host.notices).toEqual([{ kind: 'info', text: 'one' }]);
    expect((await run(conditions, {}, undefined, { state: { n: 2 } })).host.notices).toEqual([
      { kind: 'info', text: 'other' },
    ]);
  });
});

describe('upload', () => {
  const png = { name: 'a.png', size: 10, type: 'image/png' };
  const steps: Steps = [
    {
      upload: {
        put: '/photo/{params.id}',
        query: { n: { $expr: 'state.n' } },
        field: 'photo',
        accept: ['image/*', '.HEIC'],
        maxSize: 1_024,
        maxFiles: 2,
        values: { album: { $expr: 'state.n' } },
        version: { $expr: 'row.version' },
        into: 'state.photo',
      },
      onError: [{ toast: { error: { $expr: "event.code & ' ' & event.message" } } }],
    },
    { toast: { success: 'sent' } },
  ];
  const texts = {
    'failures.upload.tooLarge': '{{name}} > {{limit}}',
    'failures.upload.tooMany': '> {{limit}}',
    'failures.upload.type': '{{name}} not {{accept}}',
  };
  async function send(...chosen: FakeHost['chosen'][number][]) {
    const { screen, host } = startScreen(
      { state: { n: 1 } },
      (one) => {
        one.chosen = chosen;
        one.texts = texts;
      },
      { id: '4' },
    );
    const outcome = await screen.run(trigger, steps, { row: { version: 3 } });
    return { screen, host, outcome };
  }

  it('keeps the chosen files for another step, which sends the same ones', async () => {
    const { screen, host } = startScreen({}, (one) => (one.chosen = [png]));
    await screen.run(trigger, [
      { upload: { post: '/check', keep: 'state.import.files' } },
      { upload: { post: '/write', files: { $expr: 'state.import.files' } } },
    ]);
    expect(host.uploads.map(({ address, files }) => [address, files])).toEqual([
      ['/check', [png]],
      ['/write', [png]],
    ]);
    expect(host.uploads[1]!.files[0]).toBe(png);
  });

  it('sends the chosen files with their values and stores the reply', async () => {
    const { screen, host } = await send(png, { name: 'b.heic', size: 5, type: '' });
    expect(host.uploads).toMatchObject([
      { method: 'put', address: '/photo/4?n=1', field: 'photo', values: { album: '1' }, version: 3 },
    ]);
    expect(host.uploads[0]!.files.map(({ name }) => name)).toEqual(['a.png', 'b.heic']);
    expect(screen.store.get(['state', 'photo'])).toEqual({ id: 7 });
    expect(host.notices).toEqual([{ kind: 'success', text: 'sent' }]);
  });

  it('sends the files that it is given, without asking, under the same limits', async () => {
    const dropped = async (files: unknown, maxFiles = 2) => {
      const { screen, host } = startScreen({}, (one) => {
        one.texts = texts;
        one.chosen = [png, png, png];
      });
      const given: Steps = [{ upload: { post: '/files', files: { $expr: 'event.files' }, maxFiles } }];
      await screen.run(trigger, given, { event: { files } });
      return host;
    };
    const sent = await dropped([png, { ...png, name: 'b.png' }]);
    expect(sent.uploads[0]!.files.map(({ name }) => name)).toEqual(['a.png', 'b.png']);
    // The objects themselves, since the host sends their content.
    expect(sent.uploads[0]!.files[0]).toBe(png);
    expect((await dropped([png, png], 1)).notices).toEqual([{ kind: 'error', text: '> 1' }]);
    expect((await dropped([])).uploads).toEqual([]);
    const invalid = await dropped(['no file']);
    expect([invalid.uploads, invalid.notices.length, invalid.reports.length]).toEqual([[], 1, 1]);
  });

  it('stops silently when no file was chosen', async () => {
    const { host, outcome } = await send();
    expect(outcome).toEqual({ status: 'stopped' });
    expect([host.uploads, host.notices]).toEqual([[], []]);
  });

  it.each([
    ['FILE_TOO_LARGE a.png > 1 KB', [{ ...png, size: 1_025 }]],
    ['FILE_TYPE a.exe not image/*, .HEIC', [{ name: 'a.exe', size: 1, type: 'application/x-msdownload' }]],
    ['TOO_MANY_FILES > 2', [png, png, png]],
  ])('names the file or limit in its failure: %s', async (text, chosen) => {
    const { host } = await send(...chosen);
    expect(host.uploads).toEqual([]);
    expect(host.notices).toEqual([{ kind: 'error', text }]);
  });

  it('is busy during the upload but not during the choice, and starts once', async () => {
    const { screen, host } = startScreen({});
    let choose: (files: FakeHost['chosen']) => void = () => undefined;
    let finish: (reply: unknown) => void = () => undefined;
    const pick = vi
      .spyOn(host, 'pick')
      .mockImplementation(() => new Promise((resolve) => (choose = resolve)));
    const sends = vi
      .spyOn(host, 'upload')
      .mockImplementation(() => new Promise((resolve) => (finish = resolve)));
    const busy = screen.busy(trigger);
    const ended = screen.run(trigger, [{ upload: { post: '/f' } }]);
    await vi.waitFor(() => expect(pick).toHaveBeenCalledTimes(1), { timeout: 60_000 });
    expect(busy.get()).toBe(false);
    expect(await screen.run(trigger, [{ upload: { post: '/f' } }])).toEqual({ status: 'busy' });
    choose([png]);
    await vi.waitFor(() => expect(sends).toHaveBeenCalledTimes(1), { timeout: 60_000 });
    expect(busy.get()).toBe(true);
    finish({});
    expect((await ended).status).toBe('done');
    expect(pick).toHaveBeenCalledTimes(1);
  });
});

describe('each', () => {
  const steps: Steps = [
    { each: { $expr: 'event.ids' }, do: [{ request: { delete: '/x/{row.id}' } }] },
    { toast: { success: 'all' } },
  ];
  const event = { ids: [{ id: 1 }, { id: 2 }, { id: 3 }] };

  it('runs in order with each item as row', async () => {
    const { host, outcome } = await run(steps, { event });
    expect(host.runs.map((one) => one.address)).toEqual(['/x/1', '/x/2', '/x/3']);
    expect(outcome.status).toBe('done');
  });

  const partial = {
    'failures.partial': '{{failed}}/{{total}}: {{list}}',
    'failures.partialMore': '{{list}} +{{more}}',
    'failures.tooManyItems': '{{total}} > {{limit}}',
  };

  it('continues after a failed item and reports number, names and messages of failures once', async () => {
    const { host, outcome } = await run(steps, { event }, (one) => {
      one.texts = partial;
      one.onRun = ({ address }) => {
        if (address === '/x/2') throw failure('IN_USE', 'in use');
        return {};
      };
    });
    expect(host.runs).toHaveLength(3);
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: {
        code: 'PARTIAL',
        data: {
          failed: 1,
          total: 3,
          results: [
            { row: { id: 1 }, status: 'done', failure: null },
            { row: { id: 2 }, status: 'failed', name: '2', failure: { code: 'IN_USE' } },
            { row: { id: 3 }, status: 'done' },
          ],
        },
      },
    });
    expect(host.notices).toEqual([{ kind: 'error', text: '1/3: 2: in use' }]);
  });

  it('names the first failed items by label, else by name', async () => {
    const names = ['Ana', 'Bia', 'Cid', 'Dea', 'Eva', 'Foz', 'Gil'];
    const rows = names.map((name, id) => ({ id, name, login: name.toLowerCase() }));
    const refuse = (host: FakeHost): void => {
      host.texts = partial;
      host.onRun = () => {
        throw failure('IN_USE', 'used');
      };
    };
    const doing: Steps = [{ request: { delete: '/x/{row.id}' } }];
    const named = await run([{ each: { $expr: 'event.rows' }, do: doing }], { event: { rows } }, refuse);
    const list = ['Ana', 'Bia', 'Cid', 'Dea', 'Eva'].map((name) => `${name}: used`).join(' · ');
    expect(named.host.notices).toEqual([{ kind: 'error', text: `7/7: ${list} +2` }]);
    const two = { rows: [rows[0]!, { ...rows[1]!, login: null }] };
    const label = { $expr: 'row.login' };
    const labelled = await run([{ each: { $expr: 'event.rows' }, do: doing, label }], { event: two }, refuse);
    expect(labelled.host.notices).toEqual([{ kind: 'error', text: '2/2: ana: used · Bia: used' }]);
  });

  it('passes the results to onError', async () => {
    const showResults: Steps = [
      { toast: { info: { $expr: "$join(event.data.results.(row.id & '=' & status), ' ')" } } },
    ];
    const { host, outcome } = await run(
      [{ ...steps[0]!, onError: showResults } as Steps[number]],
      { event },
      (one) => {
        one.onRun = ({ address }) => {
          if (address !== '/x/2') throw failure('IN_USE', 'in use');
          return {};
        };
      },
    );
    expect(host.notices).toEqual([{ kind: 'info', text: '1=failed 2=done 3=failed' }]);
    expect(outcome).toEqual({ status: 'stopped' });
  });

  it('runs `parallel` items at a time and starts them in order', async () => {
    const releases: (() => void)[] = [];
    const { screen, host } = startScreen({});
    host.onRun = () => new Promise((resolve) => releases.push(() => resolve({})));
    const ids = [1, 2, 3, 4, 5].map((id) => ({ id }));
    const doing: Steps = [
      { each: { $expr: 'event' }, parallel: 2, do: [{ request: { post: '/x/{row.id}' } }] },
    ];
    const ended = screen.run(trigger, doing, { event: ids });
    for (let begun = 2; begun <= 5; begun += 1) {
      await vi.waitFor(() => expect(host.runs).toHaveLength(begun), { timeout: 60_000 });
      // The second of the two requests ends first.
      releases.splice(begun % 2, 1)[0]!();
    }
    await vi.waitFor(() => expect(host.runs).toHaveLength(5), { timeout: 60_000 });
    for (const release of releases) release();
    expect((await ended).status).toBe('done');
    expect(host.runs.map(({ address }) => address)).toEqual(['/x/1', '/x/2', '/x/3', '/x/4', '/x/5']);
  });

  it('starts no item of a list over the limit', async () => {
    const many = { ids: Array.from({ length: 1_001 }, (_, id) => ({ id })) };
    const { host } = await run(steps, { event: many }, (one) => {
      one.texts = partial;
    });
    expect(host.runs).toEqual([]);
    expect(host.notices).toEqual([{ kind: 'error', text: '1001 > 1000' }]);
  });

  it('fails like the item of a single-item list and does nothing for an empty list', async () => {
    const one = await run(steps, { event: { ids: [{ id: 1 }] } }, (host) => {
      host.onRun = () => {
        throw failure('IN_USE', 'in use');
      };
    });
    expect(one.outcome).toMatchObject({ failure: { code: 'IN_USE' } });
    expect((await run(steps, { event: {} })).outcome.status).toBe('done');
  });
});

describe('failures', () => {
  const broken = (host: FakeHost): void => {
    host.onRun = () => {
      throw { ...failure('VALIDATION_FAILED', 'wrong'), errors: [{ path: '/name', message: 'no' }] };
    };
  };
  const call: Steps = [{ request: { post: '/x' } }, { toast: { success: 'never' } }];

  it('stop the list and show one toast', async () => {
    const { host, outcome } = await run(call, {}, broken);
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'VALIDATION_FAILED' } });
    expect(host.notices).toEqual([{ kind: 'error', text: 'wrong' }]);
  });

  it('run onError with the failure as event and show no other toast', async () => {
    const steps: Steps = [
      {
        if: { $expr: 'true' },
        then: [
          {
            request: { post: '/x' },
            onError: [{ toast: { warning: { $expr: "event.code & ' ' & event.errors.path" } } }],
          },
        ],
      },
      { toast: { success: 'never' } },
    ];
    const { host, outcome } = await run(steps, {}, broken);
    expect(outcome).toEqual({ status: 'stopped' });
    expect(host.notices).toEqual([{ kind: 'warning', text: 'VALIDATION_FAILED /name' }]);
  });

  it('of an inner list run the onError of the enclosing step', async () => {
    const { host } = await run(
      [{ if: { $expr: 'true' }, then: call, onError: [{ toast: { info: 'caught' } }] }],
      {},
      broken,
    );
    expect(host.notices).toEqual([{ kind: 'info', text: 'caught' }]);
  });

  it('of onError itself show a toast', async () => {
    const { host } = await run([{ request: { post: '/x' }, onError: call }], {}, broken);
    expect(host.notices).toEqual([{ kind: 'error', text: 'wrong' }]);
  });

  it('show no toast when showFailure handles them', async () => {
    const showFailure = vi.fn(() => true);
    const { host, outcome } = await run(call, { showFailure }, broken);
    expect(outcome.status).toBe('failed');
    expect(showFailure).toHaveBeenCalledWith(
      expect.objectContaining({ errors: [{ path: '/name', message: 'no' }] }),
    );
    expect(host.notices).toEqual([]);
  });

  it('of the engine show a general message and are reported', async () => {
    const { host } = await run([{ request: {} } as never], {}, (one) => {
      one.texts = { 'failures.action': 'Something went wrong' };
    });
    expect(host.notices).toEqual([{ kind: 'error', text: 'Something went wrong' }]);
    expect(String(host.reports[0]!.error)).toContain('request');
  });

  it.each<[string, Steps]>([
    ['navigate', [{ navigate: '/x/{row.up}' }]],
    ['request', [{ request: { get: '/x/{row.up}' } }]],
    ['download', [{ download: { get: '/x/{row.up}', filename: 'a' } }]],
  ])('of an address that is blocked name it, in %s', async (_, steps) => {
    const { host, outcome } = await run(steps, { row: { up: '..' } }, (one) => {
      one.texts = { 'failures.address': 'Blocked: {{address}}' };
    });
    expect(outcome.status).toBe('failed');
    expect(host.notices).toEqual([{ kind: 'error', text: 'Blocked: /x/..' }]);
    expect([host.visited, host.runs, host.saves]).toEqual([[], [], []]);
  });

  it('of an address without a value name the reference', async () => {
    const { host } = await run([{ navigate: '/x/{row.none}' }], {}, (one) => {
      one.texts = { 'failures.addressReference': '{{address}} needs {{reference}}' };
    });
    expect(host.notices).toEqual([{ kind: 'error', text: '/x/{row.none} needs row.none' }]);
    expect(String(host.reports[0]!.error)).toContain('row.none');
  });

  it('of a source whose address is blocked stand in the source', async () => {
    const sources = { s: { get: '/x/{state.up}', rows: 'data' } };
    const { screen, host } = startScreen({ state: { up: '..' }, sources }, (one) => {
      one.texts = { 'failures.address': 'Blocked: {{address}}' };
    });
    expect(screen.source('s')).toMatchObject({ status: 'error', error: { message: 'Blocked: /x/..' } });
    expect(host.loads.size).toBe(0);
  });
});

describe('a trigger', () => {
  it('runs once at a time per node, event and row, and is busy meanwhile', async () => {
    const { screen, host } = startScreen({});
    let release: (value: unknown) => void = () => undefined;
    host.onRun = () => new Promise((resolve) => (release = resolve));
    const steps: Steps = [{ request: { post: '/x' } }];
    const busy = screen.busy(trigger);
    const listener = vi.fn();
    busy.subscribe(listener);
    const first = screen.run(trigger, steps);
    expect(busy.get()).toBe(true);
    expect(await screen.run(trigger, steps)).toEqual({ status: 'busy' });
    const other = screen.run({ ...trigger, rowKey: 1 }, [{ toast: { info: 'x' } }]);
    expect((await other).status).toBe('done');
    await vi.waitFor(() => expect(host.runs).toHaveLength(1), { timeout: 60_000 });
    release({});
    expect((await first).status).toBe('done');
    expect(busy.get()).toBe(false);
    expect(listener).toHaveBeenCalledTimes(2);
    expect(screen.busy({ node: 'b', event: 'press' })).toBe(busy);
  });

  it('runs again for what changed meanwhile: for the newest change of each field', async () => {
    const { screen, host } = startScreen({});
    const releases: ((value: unknown) => void)[] = [];
    host.onRun = () => new Promise((resolve) => releases.push(resolve));
    const steps: Steps = [{ request: { post: '/x', body: { $expr: 'event' } } }];
    const change = { node: 'b', event: 'change' };
    const runs = [
      ['a', 1],
      ['a', 2],
      ['b', 3],
      ['a', 4],
    ].map(([field, value]) => screen.run(change, steps, { event: [field, value], waits: String(field) }));
    for (const count of [1, 2, 3]) {
      await vi.waitFor(() => expect(host.runs).toHaveLength(count), { timeout: 60_000 });
      releases.at(-1)!({});
    }
    expect((await Promise.all(runs)).map(({ status }) => status)).toEqual(['done', 'busy', 'done', 'done']);
    expect(host.runs.map((one) => 'body' in one && one.body)).toEqual([
      ['a', 1],
      ['b', 3],
      ['a', 4],
    ]);
    expect(screen.busy(change).get()).toBe(false);
  });

  it('is not started again by an effect of its own first step', async () => {
    const { screen, host } = startScreen({});
    const again: Promise<unknown>[] = [];
    host.navigate = () => void again.push(screen.run(trigger, [{ navigate: '/b' }]));
    await screen.run(trigger, [{ navigate: '/a' }]);
    expect(await Promise.all(again)).toEqual([{ status: 'busy' }]);
  });

  it('is not busy during a confirmation, but cannot be started again either', async () => {
    const { screen, host } = startScreen({});
    let answer: (yes: boolean) => void = () => undefined;
    let release: (value: unknown) => void = () => undefined;
    host.confirm = () => new Promise((resolve) => (answer = resolve));
    host.onRun = () => new Promise((resolve) => (release = resolve));
    const steps: Steps = [{ confirm: { kind: 'action', title: 'ok' } }, { request: { post: '/x' } }];
    const confirmed = vi.spyOn(host, 'confirm');
    const busy = screen.busy(trigger);
    const ended = screen.run(trigger, steps);
    await vi.waitFor(() => expect(confirmed).toHaveBeenCalledTimes(1), { timeout: 60_000 });
    expect(busy.get()).toBe(false);
    expect(await screen.run(trigger, steps)).toEqual({ status: 'busy' });
    answer(true);
    await vi.waitFor(() => expect(host.runs).toHaveLength(1), { timeout: 60_000 });
    expect(busy.get()).toBe(true);
    release({});
    await ended;
    expect(busy.get()).toBe(false);
  });

  it('of a disposed screen shows toasts but does not navigate', async () => {
    const { screen, host } = startScreen({});
    host.onRun = () => screen.dispose();
    await screen.run(trigger, [
      { request: { post: '/x' } },
      { toast: { success: 'saved' } },
      { navigate: '/list' },
    ]);
    expect(host.notices).toEqual([{ kind: 'success', text: 'saved' }]);
    expect(host.visited).toEqual([]);
  });

  it('that leaves the screen by its own step runs its remaining steps', async () => {
    const { screen, host } = startScreen({});
    host.navigate = () => screen.dispose();
    const outcome = await screen.run(trigger, [
      { navigate: '/list' },
      { confirm: { kind: 'action', title: 'ok' } },
      { toast: { success: 'saved' } },
    ]);
    expect(outcome.status).toBe('done');
    expect(host.notices).toHaveLength(1);
  });
});

describe('the failures that an action has shown', () => {
  const steps: Steps = [{ request: { post: '/x' }, onError: [{ toast: { error: 'Não salvo' } }] }];

  it('are removed once it succeeds, and not by another action', async () => {
    const { screen, host } = startScreen({ state: {} });
    host.onRun = () => {
      throw failure('DOWN', 'Sem conexão');
    };
    await screen.run(trigger, steps);
    host.onRun = () => ({ success: true, data: null });
    await screen.run({ ...trigger, node: 'c' }, steps);
    await screen.run({ ...trigger, rowKey: 1 }, steps);
    expect(host.dismissed).toEqual([]);
    await screen.run(trigger, steps);
    await screen.run(trigger, steps);
    expect(host.dismissed).toEqual(['Não salvo']);
  });

  it('stay while it ends with a failure of its own', async () => {
    const { screen, host } = startScreen({ state: {} });
    await screen.run(trigger, [{ toast: { error: 'Falta um passo' } }]);
    await screen.run(trigger, [{ toast: { error: 'Falta um passo' } }]);
    expect(host.dismissed).toEqual([]);
  });
});

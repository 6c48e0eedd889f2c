import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import type { Steps } from '../generated/documents.ts';
import type { Screen } from '../compiled-screen.ts';
import { failure } from '../testing/fake-host.ts';
import { startScreen } from '../testing/fixtures.ts';
import { createSubmissionController, type Submission } from './submission.ts';

const press = { node: 'b', event: 'press' };
const sending = { node: 'f', event: 'submit' };

/** A screen with a form whose submit event has these steps. */
function withForm(steps: Steps, own: Partial<Submission> = {}) {
  const body = [{ id: 'f', type: 'form', on: { submit: steps as unknown as JsonObject[] } }];
  const { screen, host } = startScreen({ state: {}, body });
  const submission = {
    event: 'submit',
    prepare: vi.fn(async () => ({ event: { values: { name: 'Ana' } }, form: { name: 'Ana' } })),
    showFailure: vi.fn(() => false),
    submitted: vi.fn(),
    reset: vi.fn(),
    ...own,
  };
  const node = screen.compiled.nodes.get('f')!;
  const controller = createSubmissionController(screen, node, submission);
  screen.registerForm('f', controller);
  return { screen, host, submission, controller };
}

const save: Steps = [{ request: { post: '/x', body: { $expr: 'event.values' } } }];
const asking: Steps = [{ confirm: { kind: 'action', title: 'ok' } }];
const pressed = (screen: Screen, ...after: Steps) => screen.run(press, [{ submit: 'f' }, ...after]);

describe('a submission', () => {
  it('prepares the form, runs the steps of its event with the payload and calls submitted', async () => {
    const { screen, host, submission } = withForm([...save, { toast: { success: { $expr: 'form.name' } } }]);
    expect(await pressed(screen)).toEqual({ status: 'done' });
    expect(host.runs).toEqual([{ method: 'post', address: '/x', body: { name: 'Ana' } }]);
    expect(host.notices).toEqual([{ kind: 'success', text: 'Ana' }]);
    expect(submission.submitted).toHaveBeenCalledTimes(1);
  });

  it('stops the list of the button silently when the form is invalid', async () => {
    const { screen, host, submission } = withForm(save, { prepare: async () => null });
    expect(await pressed(screen, { toast: { success: 'never' } })).toEqual({ status: 'stopped' });
    expect([host.runs, host.notices]).toEqual([[], []]);
    expect(submission.submitted).not.toHaveBeenCalled();
  });

  it('shows a failure at the form, or as a toast when the form cannot', async () => {
    const handling = withForm(save, { showFailure: () => true });
    const declining = withForm(save);
    for (const { screen, host } of [handling, declining]) {
      host.onRun = () => {
        throw failure('IN_USE', 'in use');
      };
      expect(await pressed(screen)).toEqual({ status: 'stopped' });
    }
    expect(handling.host.notices).toEqual([]);
    expect(declining.host.notices).toEqual([{ kind: 'error', text: 'in use' }]);
    expect(declining.submission.submitted).not.toHaveBeenCalled();
  });

  it('shows and reports a failure of prepare and does not run the steps', async () => {
    const error = new Error('no key');
    const { host, controller } = withForm(save, { prepare: () => Promise.reject(error) });
    expect(await controller.submit()).toBe(false);
    expect(host.notices.map(({ kind }) => kind)).toEqual(['error']);
    expect(host.reports.map((one) => [one.node, one.error])).toEqual([['f', error]]);
    expect(host.runs).toEqual([]);
  });

  it('joins a pending submission and reports pending', async () => {
    const { host, submission, controller } = withForm(save);
    let release: (reply: unknown) => void = () => undefined;
    host.onRun = () => new Promise((resolve) => (release = resolve));
    const listener = vi.fn();
    controller.pending.subscribe(listener);
    const both = [controller.submit(), controller.submit()];
    expect(controller.pending.get()).toBe(true);
    await vi.waitFor(() => expect(host.runs).toHaveLength(1), { timeout: 60_000 });
    release({});
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(controller.pending.get()).toBe(false);
    expect(listener).toHaveBeenCalledTimes(2);
    expect(submission.prepare).toHaveBeenCalledTimes(1);
  });

  it('leaves form and button idle during a confirmation', async () => {
    const { screen, host } = withForm(asking);
    let answer: (yes: boolean) => void = () => undefined;
    host.confirm = () => new Promise((resolve) => (answer = resolve));
    const confirmed = vi.spyOn(host, 'confirm');
    const ended = pressed(screen);
    await vi.waitFor(() => expect(confirmed).toHaveBeenCalledTimes(1), { timeout: 60_000 });
    expect([press, sending].map((one) => screen.busy(one).get())).toEqual([false, false]);
    expect(await pressed(screen)).toEqual({ status: 'busy' });
    answer(true);
    expect((await ended).status).toBe('done');
    expect([press, sending].map((one) => screen.busy(one).get())).toEqual([false, false]);
  });

  it('belongs to the run of the button: steps of the button still run after its steps left the screen', async () => {
    const { screen, host } = withForm([{ navigate: '/list' }]);
    host.navigate = () => screen.dispose();
    const confirmed = vi.spyOn(host, 'confirm');
    expect((await pressed(screen, ...asking)).status).toBe('done');
    expect(confirmed).toHaveBeenCalledTimes(1);
  });

  it('shows no confirmation after the screen was disposed', async () => {
    const { screen, host } = withForm([...save, ...asking]);
    host.onRun = () => screen.dispose();
    expect((await pressed(screen)).status).toBe('stopped');
    expect(host.questions).toEqual([]);
  });

  it('removes the failures it has shown once it succeeds, those of its failure steps included', async () => {
    let fails = true;
    const { screen, host, controller } = withForm(save);
    host.onRun = () => {
      if (fails) throw failure('DOWN', 'Sem conexão');
      return { success: true, data: null };
    };
    await controller.submit();
    await pressed(screen);
    expect(host.notices.map(({ kind }) => kind)).toEqual(['error', 'error']);
    expect(host.dismissed).toEqual([]);
    fails = false;
    await pressed(screen);
    const [text] = host.notices.map((notice) => notice.text);
    expect(host.dismissed).toEqual([text, text]);
  });
});

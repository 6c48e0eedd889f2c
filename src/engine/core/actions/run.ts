import { toFailure } from '../sources/failure.ts';
import type { Step, Steps, Use } from '../generated/documents.ts';
import type {
  ActionContext,
  ActionLocals,
  RunOptions,
  RunOutcome,
  Screen,
  StepsEnd,
  Trigger,
} from '../compiled-screen.ts';
import type { OfferedUndo } from './undo.ts';
import {
  branch,
  close,
  confirm,
  download,
  navigate,
  open,
  refresh,
  request,
  reset,
  set,
  submit,
  toast,
} from './verbs.ts';

async function runStep(step: Step, context: ActionContext): Promise<StepsEnd> {
  if ('navigate' in step) return navigate(step, context);
  if ('request' in step) return request(step, context);
  if ('refresh' in step) return refresh(step, context);
  if ('set' in step) return set(step, context);
  if ('open' in step) return open(step, context);
  if ('close' in step) return close(step, context);
  if ('confirm' in step) return confirm(step, context);
  if ('toast' in step) return toast(step, context);
  if ('submit' in step) return submit(step, context);
  if ('reset' in step) return reset(step, context);
  if ('download' in step) return download(step, context);
  if ('if' in step) return branch(step, context);
  // Rarely used verbs load on demand.
  if ('upload' in step) return (await import('./upload.ts')).upload(step, context);
  if ('each' in step) return (await import('./each.ts')).each(step, context);
  // Expansion replaces each use by the steps of its fragment; one that failed stays.
  step satisfies Use;
  throw new Error('A step names one of the verbs');
}

/**
 * Runs a list of steps in order. A failed step stops the list and runs its onError with the failure as `event`;
 * without an onError, the enclosing step handles the failure.
 */
async function runSteps(steps: Steps, context: ActionContext): Promise<StepsEnd> {
  for (const step of steps) {
    try {
      const end = await runStep(step, context);
      if (end !== 'done') return end;
    } catch (error) {
      const onError = 'onError' in step ? step.onError : undefined;
      if (!onError) throw error;
      const { screen, host } = context;
      context.takeBack();
      const failure = toFailure(error, screen.texts);
      if (failure.code === 'CLIENT') host.report({ document: screen.compiled.id, node: '', error });
      const end = await context.run(onError, { event: failure });
      return end === 'stopped' ? 'stopped' : 'handled';
    }
  }
  return 'done';
}

/** Keeps the optimistic writes of a list of steps that ran to its end. */
async function keepOrTakeBack(context: ActionContext, run: () => Promise<StepsEnd>): Promise<StepsEnd> {
  let end: StepsEnd | 'failed' = 'failed';
  try {
    end = await run();
    return end;
  } finally {
    if (end === 'done') context.optimistic.writes?.keep();
    else context.takeBack();
  }
}

/** Access of the runner to its screen. */
interface RunnerOptions {
  isDisposed(): boolean;
  /** Publishes whether the trigger with this key is busy. */
  setBusy(key: string, busy: boolean): void;
}

/** Identifies a trigger in the set of running ones. */
export function triggerKey({ node, event, rowKey }: Trigger): string {
  return JSON.stringify(rowKey === undefined ? [node, event] : [node, event, rowKey]);
}

/** Creates `screen.run`: runs a trigger once at a time and shows failures without an onError. It never rejects. */
export function createRunner(screen: () => Screen, { isDisposed, setBusy }: RunnerOptions): Screen['run'] {
  /** The end of each running trigger. */
  const running = new Map<string, Promise<void>>();
  /** Functions that remove the failures shown since each trigger's last success. */
  const failures = new Map<string, readonly (() => void)[]>();
  /** The newest of the runs that wait for their trigger. */
  const waiting = new Map<string, RunOptions>();

  /** Undoes what the run offered, once. */
  async function undo(trigger: Trigger, offered: OfferedUndo[]): Promise<void> {
    const taken = offered.splice(0);
    try {
      await (await import('./undo.ts')).undoAll(screen(), trigger, taken);
    } catch (error) {
      const { host, texts, compiled } = screen();
      host.report({ document: compiled.id, node: trigger.node, error });
      host.notify('error', toFailure(error, texts).message);
    }
  }

  function createContext(
    trigger: Trigger,
    start: ActionLocals,
    { parent, itemDone, failureOf = trigger }: RunOptions,
  ): ActionContext {
    const key = triggerKey(trigger);
    let left = false;
    let questions = 0;
    let undos: OfferedUndo[] = [];
    const derive = (
      locals: ActionLocals,
      optimistic: ActionContext['optimistic'],
      isItem = false,
    ): ActionContext => {
      const context: ActionContext = {
        screen: screen(),
        host: screen().host,
        locals,
        optimistic,
        itemDone: isItem ? undefined : itemDone,
        scope: () => screen().scope({ ...locals, now: screen().host.now().toISOString() }),
        isAbandoned: () => (parent ? parent.isAbandoned() : isDisposed() && !left),
        leave() {
          left = true;
          parent?.leave();
        },
        async ask(question) {
          questions += 1;
          setBusy(key, false);
          try {
            return await (parent ? parent.ask(question) : question());
          } finally {
            questions -= 1;
            setBusy(key, questions === 0);
          }
        },
        run: (steps, more) => runSteps(steps, derive({ ...locals, ...more }, optimistic, isItem)),
        async runItem(steps, more) {
          const item = derive({ ...locals, ...more }, { writes: null }, true);
          return keepOrTakeBack(item, () => runSteps(steps, item));
        },
        takeBack() {
          if (!optimistic.writes?.takeBack()) return;
          const { host, texts } = screen();
          host.notify('warning', texts.translate('failures.keptInput') ?? 'failures.keptInput');
        },
        offerUndo(steps, names) {
          if (parent) parent.offerUndo(steps, names);
          else undos.push({ steps, names });
        },
        notifyFailure(text, detail) {
          const about = triggerKey(failureOf);
          const dismiss = screen().host.notify('error', text, detail ? { detail } : undefined);
          failures.set(about, [...(failures.get(about) ?? []), dismiss]);
        },
        takeUndo() {
          if (parent) return parent.takeUndo();
          const taken = undos;
          undos = [];
          return taken.length === 0 ? undefined : () => void (taken.length > 0 && undo(trigger, taken));
        },
      };
      return context;
    };
    return derive(start, { writes: null });
  }

  async function runTriggered(trigger: Trigger, steps: Steps, options: RunOptions): Promise<RunOutcome> {
    const { parent, showFailure, itemDone: _done, waits: _waits, failureOf: _of, names, ...locals } = options;
    const { host, texts, compiled } = screen();
    const context = createContext(trigger, { ...names, ...locals }, options);
    const key = triggerKey(trigger);
    const earlier = failures.get(key);
    try {
      const end = await keepOrTakeBack(context, () => runSteps(steps, context));
      // Steps that end by showing a failure of their own have not succeeded.
      if (end === 'done' && earlier !== undefined && failures.get(key) === earlier) {
        failures.delete(key);
        for (const dismiss of earlier) dismiss();
      }
      return { status: end === 'done' ? 'done' : 'stopped' };
    } catch (error) {
      const failure = toFailure(error, texts);
      if (failure.code === 'CLIENT') host.report({ document: compiled.id, node: trigger.node, error });
      if (!showFailure?.(failure)) context.notifyFailure(failure.message);
      return { status: 'failed', failure };
    } finally {
      const remaining = parent ? undefined : context.takeUndo();
      if (remaining) host.notify('success', texts.translate('failures.done') ?? '', { undo: remaining });
    }
  }

  const run: Screen['run'] = (trigger, steps, options = {}) => {
    const key = triggerKey(trigger);
    const current = running.get(key);
    if (current) {
      if (options.waits === undefined) return Promise.resolve({ status: 'busy' });
      const turn = key + options.waits;
      waiting.set(turn, options);
      return current.then(() =>
        waiting.get(turn) === options ? run(trigger, steps, options) : { status: 'busy' },
      );
    }
    // Registered before the first step, because effects of a step could start the trigger again.
    let end: () => void;
    running.set(key, new Promise((resolve) => (end = resolve)));
    setBusy(key, true);
    return runTriggered(trigger, steps, options).finally(() => {
      running.delete(key);
      setBusy(key, false);
      end();
    });
  };
  return run;
}

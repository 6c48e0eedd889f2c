import { toFailure } from '../failure.ts';
import type { Step, Steps } from '../generated/documents.ts';
import type { RunOptions, RunOutcome, Screen, Trigger } from '../model.ts';
import { close } from './close.ts';
import { confirm } from './confirm.ts';
import type { ActionContext, StepsEnd } from './context.ts';
import { download } from './download.ts';
import { choose } from './if.ts';
import { navigate } from './navigate.ts';
import { open } from './open.ts';
import { refresh } from './refresh.ts';
import { request } from './request.ts';
import { reset } from './reset.ts';
import { set } from './set.ts';
import { submit } from './submit.ts';
import { toast } from './toast.ts';

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
  if ('if' in step) return choose(step, context);
  // Too rare to be part of every first visit.
  if ('upload' in step) return (await import('./upload.ts')).upload(step, context);
  if ('each' in step) return (await import('./each.ts')).each(step, context);
  step satisfies never;
  throw new Error('A step names one of the verbs');
}

/**
 * Runs a list of steps in order. A failed step stops the list and runs its onError, where event is the failure; without
 * one the failure goes to the list around it.
 */
async function runSteps(steps: Steps, context: ActionContext): Promise<StepsEnd> {
  for (const step of steps) {
    try {
      const end = await runStep(step, context);
      if (end !== 'done') return end;
    } catch (error) {
      const { onError } = step;
      if (!onError) throw error;
      const { screen, host } = context;
      const failure = toFailure(error, screen.texts);
      if (failure.code === 'CLIENT') host.report({ document: screen.compiled.id, node: '', error });
      const end = await context.run(onError, { event: failure });
      return end === 'stopped' ? 'stopped' : 'handled';
    }
  }
  return 'done';
}

/** Runs the steps of a trigger; a failure nobody handled is told to the person, once. Never rejects. */
export async function runTriggered(
  screen: Screen,
  trigger: Trigger,
  steps: Steps,
  options: RunOptions,
  disposed: () => boolean,
): Promise<RunOutcome> {
  let left = false;
  const contextOf = (place: ActionContext['locals']): ActionContext => ({
    screen,
    host: screen.host,
    locals: place,
    scope: () => screen.scope({ ...place, now: screen.host.now().toISOString() }),
    abandoned: () => disposed() && !left,
    leaving: () => {
      left = true;
    },
    pause: (asking) => options.onPause?.(asking),
    run: (inner, more) => runSteps(inner, contextOf({ ...place, ...more })),
  });
  const { row, event, form } = options;
  const place = {
    ...(row === undefined ? {} : { row }),
    ...(event === undefined ? {} : { event }),
    ...(form === undefined ? {} : { form }),
  };
  try {
    const end = await runSteps(steps, contextOf(place));
    return { status: end === 'done' ? 'done' : 'stopped' };
  } catch (error) {
    const failure = toFailure(error, screen.texts);
    if (failure.code === 'CLIENT') {
      screen.host.report({ document: screen.compiled.id, node: trigger.node, error });
    }
    if (!options.onFailure?.(failure)) screen.host.notify('error', failure.message);
    return { status: 'failed', failure };
  }
}

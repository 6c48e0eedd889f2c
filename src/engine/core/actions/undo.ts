import type { Steps } from '../generated/documents.ts';
import type { Screen, ScopeNames, Trigger } from '../compiled-screen.ts';

/** Steps that undo what a step did, with the names in the scope of that step. */
export interface OfferedUndo {
  steps: Steps;
  names: ScopeNames;
}

let runs = 0;

/** Whether a step gives the same result before and after the data has been loaded again. */
function isIndependent(step: Steps[number]): boolean {
  return 'toast' in step && !JSON.stringify(step).includes('"$expr"');
}

/** Takes the refreshes at the end out of the steps, so that those of all requests can run once. */
function withoutLastRefreshes(steps: Steps): { steps: Steps; sources: string[] } {
  const left: Steps = [];
  const sources: string[] = [];
  let isEnd = true;
  for (const step of steps.toReversed()) {
    if (isEnd && 'refresh' in step && step.onError === undefined) {
      sources.push(...[step.refresh].flat());
      continue;
    }
    isEnd &&= isIndependent(step);
    left.unshift(step);
  }
  return { steps: left, sources };
}

/** Undoes what a run offered: the last step's undo first, up to the first failure. Then each source is loaded once. */
export async function undoAll(
  screen: Screen,
  trigger: Trigger,
  offered: readonly OfferedUndo[],
): Promise<void> {
  const { host, texts } = screen;
  const sources = new Set<string>();
  let isDone = true;
  for (const { steps, names } of offered.toReversed()) {
    runs += 1;
    const own = withoutLastRefreshes(steps);
    const outcome = await screen.run({ ...trigger, event: `${trigger.event} undo ${runs}` }, own.steps, {
      names,
      showFailure({ message }) {
        host.notify('error', texts.translate('failures.undo', { message }) ?? message);
        return true;
      },
    });
    isDone = outcome.status === 'done';
    if (!isDone) break;
    for (const id of own.sources) sources.add(id);
  }
  if (sources.size > 0) await screen.refresh([...sources]);
  const isTold = offered.some(({ steps }) => steps.some((step) => 'toast' in step));
  if (isDone && !isTold) host.notify('info', texts.translate('failures.undone') ?? 'failures.undone');
}

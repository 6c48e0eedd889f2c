import type { Steps } from '../generated/documents.ts';
import type { Screen, ScopeNames, Trigger } from '../model.ts';

/** Steps that undo what a step did, with the names in the scope of that step. */
export interface OfferedUndo {
  steps: Steps;
  names: ScopeNames;
}

let runs = 0;

/** Undoes what a run offered: the last step's undo first, up to the first failure. */
export async function undoAll(
  screen: Screen,
  trigger: Trigger,
  offered: readonly OfferedUndo[],
): Promise<void> {
  const { host, texts } = screen;
  for (const { steps, names } of offered.toReversed()) {
    runs += 1;
    const outcome = await screen.run({ ...trigger, event: `${trigger.event} undo ${runs}` }, steps, {
      names,
      showFailure({ message }) {
        host.notify('error', texts.translate('failures.undo', { message }) ?? message);
        return true;
      },
    });
    if (outcome.status !== 'done') return;
  }
  const isTold = offered.some(({ steps }) => steps.some((step) => 'toast' in step));
  if (!isTold) host.notify('info', texts.translate('failures.undone') ?? 'failures.undone');
}

import { ownFailure } from '../failure.ts';
import type { SubmitStep } from '../generated/documents.ts';
import type { Verb } from './context.ts';

/**
 * Has a form check and send itself; one that refuses has shown why, and the list ends quietly unless the definition has
 * something to do about it. One that is not drawn (its code or its record is still on the way) can't show anything: the
 * step fails, which is told.
 */
export const submit: Verb<SubmitStep> = async ({ submit: node, onError }, { screen, pause: asking }) => {
  const form = screen.form(node);
  if (!form) throw ownFailure(screen.texts, 'NOT_READY', 'errors.notReady');
  if (await form.submit(asking)) return 'done';
  if (onError) throw ownFailure(screen.texts, 'NOT_SENT', 'errors.notSent');
  return 'stopped';
};

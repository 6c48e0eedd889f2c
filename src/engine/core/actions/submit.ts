import { ownFailure } from '../failure.ts';
import type { SubmitStep } from '../generated/documents.ts';
import type { Verb } from './context.ts';

/**
 * Has a form check and send itself; one that refuses has shown why, and the list ends quietly unless the definition has
 * something to do about it. So it does before the form is drawn (its code or its record is still on the way): the document
 * has one of that name, and there is nothing in it yet.
 */
export const submit: Verb<SubmitStep> = async ({ submit: node, onError }, { screen, asking }) => {
  const form = screen.form(node);
  if ((await form?.submit(asking)) === true) return 'done';
  if (onError) throw ownFailure(screen.texts, 'NOT_SENT', 'errors.notSent');
  return 'stopped';
};

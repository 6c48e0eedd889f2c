import type { CloseStep } from '../generated/documents.ts';
import type { Verb } from './context.ts';

/** Closes a dialog. */
export const close: Verb<CloseStep> = async ({ close: dialog }, { screen }) => {
  screen.close(dialog);
  return 'done';
};

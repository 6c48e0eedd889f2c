import type { OpenStep } from '../generated/documents.ts';
import type { Verb } from './context.ts';

/** Opens one of the document's dialogs. */
export const open: Verb<OpenStep> = async ({ open: dialog }, { screen }) => {
  screen.open(dialog);
  return 'done';
};

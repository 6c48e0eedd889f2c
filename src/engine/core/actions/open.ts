import type { OpenStep } from '../generated/documents.ts';
import type { Verb } from './context.ts';

/** Opens one of the document's dialogs. */
export const open: Verb<OpenStep> = async ({ open: dialog }, { screen }) => {
  if (!screen.compiled.dialogs.some(({ id }) => id === dialog)) throw new Error(`No dialog "${dialog}"`);
  screen.open(dialog);
  return 'done';
};

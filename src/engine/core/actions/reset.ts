import type { ResetStep } from '../generated/documents.ts';
import type { Verb } from './context.ts';

/** Puts a form back to what was loaded. */
export const reset: Verb<ResetStep> = async ({ reset: node }, { screen }) => {
  const form = screen.form(node);
  if (!form) throw new Error(`No form "${node}" is on the screen`);
  form.reset();
  return 'done';
};

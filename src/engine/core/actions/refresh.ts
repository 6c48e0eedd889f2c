import type { RefreshStep } from '../generated/documents.ts';
import type { Verb } from './context.ts';

/** Loads sources again, behind what is shown; a source that fails says so itself. */
export const refresh: Verb<RefreshStep> = async ({ refresh: ids }, { screen }) => {
  await screen.refresh([ids].flat());
  return 'done';
};

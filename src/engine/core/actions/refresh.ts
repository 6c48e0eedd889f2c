import type { RefreshStep } from '../generated/documents.ts';
import type { Verb } from './context.ts';

/**
 * Loads sources again, behind what is shown. A source that fails says so in its own place, so it fails the step only
 * where the definition has something to do about it.
 */
export const refresh: Verb<RefreshStep> = async ({ refresh: ids, onError }, { screen }) => {
  const named = [ids].flat();
  await screen.refresh(named);
  const failed = onError && named.map((id) => screen.source(id).error).find((error) => error !== null);
  if (failed) throw failed;
  return 'done';
};

import { resolveAddress } from '../address.ts';
import type { NavigateStep } from '../generated/documents.ts';
import type { Verb } from './context.ts';

/** Goes to another address of ours, or back. */
export const navigate: Verb<NavigateStep> = async ({ navigate: step }, context) => {
  // Somebody who has already gone elsewhere is not fetched from there.
  if (context.abandoned()) return 'stopped';
  const { to, back, replace } = typeof step === 'string' ? { to: step, back: false, replace: false } : step;
  const address = resolveAddress(to, context.scope());
  context.leaving();
  const options = { ...(replace ? { replace } : {}), ...(back ? { back } : {}) };
  context.host.navigate(address, options);
  return 'done';
};

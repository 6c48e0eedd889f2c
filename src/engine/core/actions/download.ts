import { resolveAddress } from '../address.ts';
import type { DownloadStep } from '../generated/documents.ts';
import type { Verb } from './context.ts';
import { resolveStepText, resolveValues } from './values.ts';

/** Saves a reply as a file. */
export const download: Verb<DownloadStep> = async ({ download: step }, context) => {
  const scope = context.scope();
  const address = resolveAddress(step.get, scope, await resolveValues(step.query, scope));
  const filename = await resolveStepText(step.filename, scope, context.screen.texts);
  await context.host.save(address, filename);
  return 'done';
};

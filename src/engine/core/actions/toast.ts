import type { ToastStep } from '../generated/documents.ts';
import type { Verb } from './context.ts';
import { resolveStepText, resolveValues } from './values.ts';

const kinds = ['success', 'error', 'info', 'warning'] as const;

/** Tells, top right. */
export const toast: Verb<ToastStep> = async ({ toast: step }, context) => {
  const scope = context.scope();
  const values = await resolveValues(step.values, scope);
  for (const kind of kinds) {
    const text = step[kind];
    if (text === undefined) continue;
    context.host.notify(kind, await resolveStepText(text, scope, context.screen.texts, values));
  }
  return 'done';
};

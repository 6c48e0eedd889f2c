import type { ConfirmRequest } from '../contract.ts';
import type { ConfirmStep } from '../generated/documents.ts';
import type { Verb } from './context.ts';
import { resolveStepText, resolveValues } from './values.ts';

/** Asks; the list ends quietly when the person declines. */
export const confirm: Verb<ConfirmStep> = async ({ confirm: step }, context) => {
  if (context.abandoned()) return 'stopped';
  const scope = context.scope();
  const { texts } = context.screen;
  const values = await resolveValues(step.values, scope);
  const question: ConfirmRequest = {
    kind: step.kind,
    title: await resolveStepText(step.title, scope, texts, values),
  };
  for (const part of ['subtitle', 'text', 'confirmText'] as const) {
    const text = step[part];
    if (text !== undefined) question[part] = await resolveStepText(text, scope, texts, values);
  }
  if (step.persistent !== undefined) question.persistent = step.persistent;
  context.pause(true);
  try {
    return (await context.host.confirm(question)) ? 'done' : 'stopped';
  } finally {
    context.pause(false);
  }
};

import type { HostFailure } from '../contract.ts';
import { toFailure } from '../failure.ts';
import type { EachStep } from '../generated/documents.ts';
import type { Verb } from './context.ts';
import { evaluate } from './values.ts';

/**
 * Runs steps for each item, in order, as `row`. A failed item does not stop the others; when all are done one failure
 * tells how many failed, with every single one in its data. A declined question ends it all.
 */
export const each: Verb<EachStep> = async (step, context) => {
  const value = await evaluate(step.each.$expr, context.scope());
  const items: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  const failures: { row: unknown; failure: HostFailure }[] = [];
  let handled = 0;
  for (const row of items) {
    try {
      const end = await context.run(step.do, { row });
      if (end === 'stopped') return 'stopped';
      if (end === 'handled') handled += 1;
    } catch (error) {
      failures.push({ row, failure: toFailure(error, context.screen.texts) });
    }
  }
  const [first] = failures;
  if (!first) return handled > 0 ? 'handled' : 'done';
  if (items.length === 1) throw first.failure;
  const counts = { failed: failures.length, total: items.length };
  const message =
    context.screen.texts.translate('errors.partial', { ...counts, message: first.failure.message }) ??
    first.failure.message;
  const partial: HostFailure = {
    code: 'PARTIAL',
    status: first.failure.status,
    message,
    errors: [],
    data: { ...counts, failures },
  };
  throw partial;
};

import { valueAt } from '../../../contracts/json-pointer.ts';
import { isRecordKey } from '../../../contracts/json.ts';
import type { HostFailure } from '../contract.ts';
import { engineFailure, toFailure } from '../sources/failure.ts';
import type { EachStep } from '../generated/documents.ts';
import type { ActionContext } from '../compiled-screen.ts';
import { evaluate } from './values.ts';
import type { Verb } from './verbs.ts';

/** The most items that one step handles. A longer list cannot be reviewed before an action on all of it. */
const maxItems = 1_000;
/** Number of failed items that the message names. */
const maxNamed = 5;

/** Outcome of one item. `handled`: the step failed and its own onError handled the failure. */
interface EachResult {
  row: unknown;
  name: string;
  status: 'done' | 'handled' | 'failed' | 'skipped';
  failure: HostFailure | null;
}

/** Name of a row for the message when the step gives no label. */
function defaultName(row: unknown, index: number): string {
  const found = ['name', 'title', 'id'].map((key) => valueAt(row, [key])).find(isRecordKey);
  return String(found ?? (isRecordKey(row) ? row : `#${index + 1}`));
}

async function itemName(
  step: EachStep,
  row: unknown,
  index: number,
  context: ActionContext,
): Promise<string> {
  if (!step.label) return defaultName(row, index);
  // A label that fails must not hide the failure of its item.
  const named = await evaluate(step.label.$expr, { ...context.scope(), row }).catch(() => undefined);
  return isRecordKey(named) ? String(named) : defaultName(row, index);
}

function partialFailure(results: readonly EachResult[], context: ActionContext): HostFailure {
  const { texts } = context.screen;
  const failed = results.filter((one) => one.failure !== null);
  const named = failed.slice(0, maxNamed).map(({ name, failure }) => `${name}: ${failure!.message}`);
  const more = failed.length - named.length;
  const some = named.join(' · ');
  const list = more > 0 ? (texts.translate('failures.partialMore', { list: some, more }) ?? some) : some;
  const counts = { failed: failed.length, total: results.length };
  return {
    ...engineFailure(texts, 'PARTIAL', 'failures.partial', { ...counts, list }),
    status: failed[0]!.failure!.status,
    data: { ...counts, results },
  };
}

/**
 * Runs steps for each item as `row`, `parallel` items at a time, started in order. A failed item does not stop the
 * others; in the end one failure reports all. After the user declines a confirmation, no further item starts.
 */
export const each: Verb<EachStep> = async (step, context) => {
  const { texts, compiled } = context.screen;
  const value = await evaluate(step.each.$expr, context.scope());
  const items: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  if (items.length > maxItems) {
    const counts = { total: items.length, limit: maxItems };
    throw engineFailure(texts, 'TOO_MANY_ITEMS', 'failures.tooManyItems', counts);
  }
  const results = items.map((row): EachResult => ({ row, name: '', status: 'skipped', failure: null }));
  let next = 0;
  let stopped = false;

  async function runItems(): Promise<void> {
    while (next < items.length && !stopped) {
      const index = next;
      next += 1;
      const result = results[index]!;
      try {
        const end = await context.runItem(step.do, { row: result.row });
        if (end === 'stopped') stopped = true;
        else result.status = end;
        if (end === 'done') context.itemDone?.(index);
      } catch (error) {
        result.status = 'failed';
        result.failure = toFailure(error, texts);
        result.name = await itemName(step, result.row, index, context);
        if (result.failure.code === 'CLIENT') context.host.report({ document: compiled.id, node: '', error });
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(step.parallel ?? 1, items.length) }, runItems));
  if (results.some((one) => one.failure !== null)) {
    throw items.length === 1 ? results[0]!.failure! : partialFailure(results, context);
  }
  if (stopped) return 'stopped';
  return results.some((one) => one.status === 'handled') ? 'handled' : 'done';
};

import { valueAt } from '../../../contracts/json-pointer.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import type { RequestStep } from '../generated/documents.ts';
import type { ActionContext, PendingPatch } from '../compiled-screen.ts';
import { resolveValue, resolveValues } from './values.ts';

/** Shows the rows as they will be. A patch that cannot be shown does not prevent the request. */
export async function showPatch(
  { source, key, field = 'id', values }: NonNullable<RequestStep['request']['optimistic']>,
  { screen, scope, host }: ActionContext,
): Promise<PendingPatch | null> {
  try {
    const now = scope();
    const found = key === undefined ? valueAt(now, ['row', field]) : await resolveValue(key, now);
    const keys = [found].flat().filter((one) => one !== undefined && one !== null);
    const resolved = values ? await resolveValues(values, now) : null;
    return await screen.patchRows(source, { field, keys, values: resolved as JsonObject | null });
  } catch (error) {
    host.report({ document: screen.compiled.id, node: source, error });
    return null;
  }
}

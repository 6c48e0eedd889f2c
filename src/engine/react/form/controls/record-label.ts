import { valueAt } from '../../../../contracts/json-pointer.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { RemoteOptions } from '../../../core/index.ts';

/** Texts of a loaded record about its own choices, where the options of their field name it with `current`. */

type Loaded = Readonly<Record<string, Json>>;

/** The label of a record's single choice, while that is still the choice. */
export function labelOfChoice(
  record: Loaded,
  field: string,
  value: Json | undefined,
  path: string,
): string | undefined {
  if (record[field] !== value) return undefined;
  const label = valueAt(record, path.split('.'));
  return label === undefined || label === null ? undefined : String(label);
}

/** The label of one of several choices, in the list of records that `current` leads through. */
export function labelInList(
  record: Loaded,
  { current, value: key }: RemoteOptions,
  value: Json | undefined,
): string | null {
  const path = current?.split('.') ?? [];
  const list = path.length < 2 ? null : valueAt(record, path.slice(0, -1));
  if (!Array.isArray(list)) return null;
  const found = (list as readonly Json[]).find((one) => valueAt(one, key.split('.')) === value);
  const label = valueAt(found, path.slice(-1));
  return typeof label === 'string' ? label : null;
}

import type { Json, JsonObject } from '../../../../contracts/json.ts';
import { itemsByKey } from '../../../core/form/item-lists.ts';

/** An item of a pending list: saved, to be added with the next save, or to be removed with it. */
export interface PendingItem {
  key: string | number;
  label: string;
  state: 'new' | 'deleted' | 'existing';
  item: JsonObject;
}

/**
 * The items in display order: new ones, deleted ones, and those that stay.
 * @param readded keys of saved items that were deleted and added again: they are new to the eye, and no change.
 */
export function pendingItems(
  saved: Json | undefined,
  current: Json | undefined,
  names: { key: string; label: string },
  readded: ReadonlySet<string | number>,
): PendingItem[] {
  const list = { key: names.key, matrix: null };
  const [before, after] = [itemsByKey(list, saved), itemsByKey(list, current)];
  const made = ([key, item]: [Json, JsonObject], state: PendingItem['state']): PendingItem => {
    const label = item[names.label];
    return {
      key: key as string | number,
      label: typeof label === 'string' || typeof label === 'number' ? String(label) : `#${String(key)}`,
      state,
      item,
    };
  };
  const isNew = (key: Json) => !before.has(key) || readded.has(key as string | number);
  const entries = [...after];
  return [
    ...entries.filter(([key]) => isNew(key)).map((entry) => made(entry, 'new')),
    ...[...before].filter(([key]) => !after.has(key)).map((entry) => made(entry, 'deleted')),
    ...entries.filter(([key]) => !isNew(key)).map((entry) => made(entry, 'existing')),
  ];
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { Json } from '../../../../contracts/json.ts';
import type { JsonSchema, Path } from '../../../core/index.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import { idOf } from '../focus.ts';

/** A list at work: items that keep their identity while they move, and the last removed one to take back. */
export interface Items {
  /** One per item: the same while it moves. */
  keys: readonly number[];
  canAdd: boolean;
  canRemove: boolean;
  add(values?: readonly Json[]): void;
  remove(index: number): void;
  move(index: number, by: -1 | 1): void;
  /** The name of the item that was removed last; null: nothing to take back. */
  removed: string | null;
  undo(): void;
  /** Said to screen readers. */
  spoken: string;
}

let nextKey = 1;
const fresh = (count: number) => Array.from({ length: count }, () => nextKey++);

/** What can be done with the items of a list within what its schema allows. */
export function useItems(
  path: Path,
  schema: JsonSchema,
  list: readonly Json[],
  nameOf: (index: number) => string,
): Items {
  const t = useText();
  const { model } = useForm();
  const [kept, setKeys] = useState<readonly number[]>([]);
  let keys = kept;
  if (keys.length !== list.length) {
    keys = [...keys.slice(0, list.length), ...fresh(Math.max(0, list.length - keys.length))];
    setKeys(keys);
  }
  const [taken, setTaken] = useState<{ index: number; value: Json; name: string; left: number } | null>(null);
  const [spoken, setSpoken] = useState('');
  const wanted = useRef<number | null>(null);
  // The new item's first control, once it is drawn.
  useEffect(() => {
    if (wanted.current === null) return;
    const item = document.getElementById(`${idOf(path)}/${wanted.current}::item`);
    wanted.current = null;
    item?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  });

  const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : Infinity;
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
  const reader = model.form.reader();

  const add = useCallback(
    (values?: readonly Json[]) => {
      const seeds = values ?? [
        reader.seed(schema['items']) ?? (isText(reader.read(schema['items'], undefined)) ? '' : null),
      ];
      const room = seeds.slice(0, Math.max(0, most - list.length));
      if (room.length === 0) return;
      setKeys([...keys, ...fresh(room.length)]);
      wanted.current = values === undefined ? list.length : null;
      setTaken(null);
      model.set(path, [...list, ...room]);
      setSpoken(t('form.nested.added', { count: room.length }));
    },
    [model, reader, schema, list, keys, most, path, t],
  );
  const remove = (index: number) => {
    const name = nameOf(index);
    setTaken({ index, value: list[index]!, name, left: list.length - 1 });
    setKeys(keys.toSpliced(index, 1));
    model.arrange(path, list.map((_, at) => at).toSpliced(index, 1));
    setSpoken(t('form.nested.removed', { item: name }));
  };
  const move = (index: number, by: -1 | 1) => {
    const to = index + by;
    if (to < 0 || to >= list.length) return;
    const swap = <T>(all: readonly T[]) => {
      const next = [...all];
      [next[index], next[to]] = [next[to]!, next[index]!];
      return next;
    };
    setKeys(swap(keys));
    setTaken(null);
    model.arrange(path, swap(list.map((_, at) => at)));
    setSpoken(t('form.nested.moved', { item: nameOf(index), place: to + 1, count: list.length }));
  };
  const undo = () => {
    if (taken === null) return;
    const [key] = fresh(1);
    setKeys(keys.toSpliced(taken.index, 0, key!));
    model.arrange(path, list.map((_, at): number | null => at).toSpliced(taken.index, 0, null), taken.value);
    wanted.current = taken.index;
    setSpoken(t('form.nested.restored', { item: taken.name }));
    setTaken(null);
  };
  // Once the list changed in another way the removed one has no place to go back to.
  const removed = taken !== null && taken.left === list.length ? taken.name : null;
  return {
    keys,
    canAdd: list.length < most,
    canRemove: list.length > least,
    add,
    remove,
    move,
    removed,
    undo,
    spoken,
  };
}

function isText(schema: JsonSchema): boolean {
  return schema['type'] === 'string';
}

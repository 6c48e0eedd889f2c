import type { ArrayFieldTemplateProps } from '@rjsf/utils';
import { useState } from 'react';
import { valueAt } from '../../../../contracts/json-pointer.ts';
import type { Json } from '../../../../contracts/json.ts';
import { useText } from '../../hooks.ts';
import { useForm } from '../context.ts';
import { useEditing, useFocusRequest, usePart } from './context.ts';

/** Answer of `useList`. */
export type List = ReturnType<typeof useList>;

/**
 * An open list: its name, its state, and what a person can do with its items within the schema's limits.
 * @param untitled name of an item that neither layout nor schema name.
 */
export function useList(props: ArrayFieldTemplateProps, untitled?: string) {
  const t = useText();
  const { model, text } = useForm();
  const { arrange } = useEditing();
  const { schema, items, onAddClick } = props;
  const part = usePart(props);
  const { path, id, own, label } = part;
  const [taken, setTaken] = useState<{ index: number; value: Json; name: string; left: number } | null>(null);
  const [announcement, setAnnouncement] = useState({ text: '', isVisible: false });
  const announce = (said: string, isVisible = false) => setAnnouncement({ text: said, isVisible });
  const focusLater = useFocusRequest();

  const count = items.length;
  const addId = `${id}::add`;
  const indexes = () => Array.from({ length: count }, (_, index): number | null => index);
  const itemTitle = own.itemTitle ?? untitled ?? valueAt(schema, ['items', 'title']);
  const title = typeof itemTitle === 'string' && itemTitle !== '' ? text(itemTitle) : label;
  /** An item's title and number. */
  const titleOf = (index: number) => t('form.array.item', { title, index: index + 1 });
  /** With the text of the item that the layout names it by. */
  const nameOf = (index: number) => {
    const { titleField } = own;
    const named = titleField && valueAt(model.record, [...path, String(index), titleField]);
    return typeof named === 'string' && named !== '' ? `${titleOf(index)} · ${named}` : titleOf(index);
  };
  return {
    ...part,
    count,
    /** DOM id of the button that adds an item. */
    addId,
    disabled: props.disabled === true,
    canAdd: props.canAdd === true,
    canRemove: count > (schema.minItems ?? 0),
    titleOf,
    nameOf,
    add() {
      focusLater(`${id}/${count}::item`);
      setTaken(null);
      arrange([...indexes(), null], () => onAddClick());
      announce(t('structured.added', { count: 1 }));
    },
    /** `handler` is rjsf's own for the item, which keeps the identity of the others. */
    remove(index: number, handler: () => void) {
      const name = nameOf(index);
      const value = valueAt(model.record, [...path, String(index)]) as Json;
      focusLater(count === 1 ? addId : `${id}/${Math.min(index, count - 2)}::item`);
      setTaken({ index, value, name, left: count - 1 });
      arrange(indexes().toSpliced(index, 1), handler);
      announce(t('structured.removed', { item: name }));
    },
    move(index: number, by: -1 | 1, handler: () => void) {
      const to = index + by;
      if (to < 0 || to >= count) return;
      setTaken(null);
      announce(t('structured.moved', { item: nameOf(index), place: to + 1, count }));
      arrange(indexes().with(index, to).with(to, index), handler);
    },
    /** @param isVisible whether the announcement is a warning, which is shown too. */
    replace(next: readonly Json[], said: string, isVisible: boolean) {
      focusLater(document.activeElement?.id ?? '');
      model.set(path, [...next]);
      announce(said, isVisible);
    },
    /** The item that was removed last, until the list changes in another way and has no place for it any more. */
    removed: taken !== null && taken.left === count ? taken.name : null,
    undo() {
      if (taken === null) return;
      focusLater(`${id}/${taken.index}::item`);
      model.arrange(path, indexes().toSpliced(taken.index, 0, null), taken.value);
      announce(t('structured.restored', { item: taken.name }));
      setTaken(null);
    },
    /** For screen readers. */
    announcement,
  };
}

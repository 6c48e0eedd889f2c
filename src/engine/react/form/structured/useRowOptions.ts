import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { isAbsent, type Json } from '../../../../contracts/json.ts';
import { valueAt } from '../../../../contracts/json-pointer.ts';
import type { Path } from '../../../core/index.ts';
import { nameText, type CompiledField } from '../../../core/form/field.ts';
import { useScreen } from '../../context.ts';
import { optionStore } from '../controls/option-stores.ts';
import { optionOfRow } from '../controls/useOptions.ts';
import { useForm } from '../context.ts';
import { useEditing, useModel } from './context.ts';

/**
 * A field whose options are inside of one row of a source, which another field of the same item chooses: the field with these
 * options, or null while there are none. A value that another row does not offer is removed when the item chooses that row.
 */
export function useRowOptions(
  field: CompiledField,
  path: Path,
  value: Json | undefined,
): CompiledField | null {
  const screen = useScreen();
  const { model } = useForm();
  const { edit } = useEditing();
  const { options } = field;
  const source = options !== null && 'source' in options && options.of ? options : null;
  const store = useMemo(() => optionStore(source, screen), [source, screen]);
  const { rows } = useSyncExternalStore(store.subscribe, store.get);
  const of = source?.of;
  const chosen = useModel(path[0]!, () =>
    of ? (valueAt(model.record, [...path.slice(0, -1), of.field]) as Json | undefined) : undefined,
  );
  const offered = useMemo(() => {
    if (source === null || of === undefined) return null;
    const row = rows.find((one) => valueAt(one, of.key.split('.')) === chosen);
    const inner = row === undefined ? undefined : valueAt(row, of.rows.split('.'));
    return (Array.isArray(inner) ? inner : [])
      .flatMap((one) => optionOfRow(source, one))
      .map((one) => ({ ...one, label: nameText(String(one.label)) }));
  }, [source, of, rows, chosen]);
  const isTyped = of?.typed === true && offered?.length === 0;

  const before = useRef(chosen);
  useEffect(() => {
    if (offered === null || before.current === chosen) return;
    before.current = chosen;
    if (isAbsent(value) || isTyped) return;
    const fits = (one: Json | undefined): boolean => offered.some((option) => option.value === one);
    const kept = Array.isArray(value) ? value.filter(fits) : fits(value) ? value : undefined;
    if (!Array.isArray(value) || (kept as Json[]).length < value.length)
      edit(path, isAbsent(kept) ? undefined : kept);
  }, [offered, chosen, value, isTyped, edit, path]);

  return useMemo(() => {
    if (offered === null) return field;
    if (isTyped) return { ...field, options: null, widget: field.widget === 'multiselect' ? 'tags' : 'text' };
    return offered.length === 0 && isAbsent(value) ? null : { ...field, options: offered };
  }, [field, offered, isTyped, value]);
}

import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { FieldPathId, FieldProps, UiSchema } from '@rjsf/utils';
import type { FieldError } from '../../../../contracts/errors.ts';
import type { Json } from '../../../../contracts/json.ts';
import { toPointer, valueAt } from '../../../../contracts/json-pointer.ts';
import { isAtOrUnder } from '../../../core/form/schema-errors.ts';
import { entriesName } from '../../../core/form/compile.ts';
import type { CompiledField } from '../../../core/form/field.ts';
import { countRender, type Path } from '../../../core/index.ts';
import { useForm } from '../context.ts';

export type WrittenField = CompiledField['own'];

/** Changes of a structured field's value, for the controls inside it. */
export interface StructuredEditing {
  /** Sets a single value. Its control alone renders, unless the schema at another place depends on the value. */
  edit(path: Path, value: Json | undefined): void;
  /**
   * Rearranges a list through rjsf's own handler, so that its items keep their identity: `order` names each item's
   * previous index, null for a new one. `fresh` is the new item's value; left out, the one that rjsf makes.
   */
  arrange(order: readonly (number | null)[], handler: () => void, fresh?: Json): void;
}

export const EditingContext = createContext<StructuredEditing | null>(null);

export function useEditing(): StructuredEditing {
  const editing = useContext(EditingContext);
  if (editing === null) throw new Error('EditingContext is missing around this component');
  return editing;
}

/** The name of a value that another part shows already: an item's heading, an entry's name, a column's head. */
export interface ControlLabel {
  label: string;
  /** The label is read out, not shown. */
  quiet: boolean;
  /** In a table's cell no room is kept for a note. */
  cell?: boolean;
  /** The value of an entry: emptied, the entry stays. */
  entry?: boolean;
}

export const LabelContext = createContext<ControlLabel | null>(null);

/** Computes once for each object and answers the same value from then on, so that rjsf's memoised parts stay. */
export function oncePer<K extends object, V extends object>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = compute(key)));
    return value;
  };
}

const unwritten: WrittenField = { field: '' };

/** A part of the form's layout as rjsf's uiSchema. */
export const toUiSchema = oncePer((own: WrittenField): UiSchema => ({ 'ui:options': { own } }));

/** Layout of a value. */
export function ownOf(uiSchema: UiSchema | undefined): WrittenField {
  return (uiSchema?.['ui:options']?.['own'] as WrittenField | undefined) ?? unwritten;
}

/** Layouts of the values inside a value, by name, in their order. */
export const partsOf = oncePer(
  ({ fields = [] }: WrittenField) =>
    new Map(fields.map((part) => (typeof part === 'string' ? [part, { field: part }] : [part.field, part]))),
);

/** A part's path from the form's root, and the id of its control. */
export function usePlace({ path }: FieldPathId): { path: Path; id: string } {
  const { idOf } = useForm();
  return useMemo(() => {
    const own = path.map(String);
    return { path: own, id: idOf(own) };
  }, [path, idOf]);
}

/** Name of the root field with the value at a path; the field of the root's entries has an empty path. */
function rootOf(path: Path): string {
  return path[0] ?? entriesName;
}

/** Something of the model that a part follows by itself; snapshots are compared by identity. */
export function useModel<T>(root: string, read: () => T): T {
  const { model } = useForm();
  const subscribe = useCallback(
    (listener: () => void) => model.subscribeField(root, listener),
    [model, root],
  );
  return useSyncExternalStore(subscribe, read);
}

/** The number of items of a list in the model. */
export function useItemCount(path: Path): number {
  const { model } = useForm();
  return useModel(rootOf(path), () => {
    const list = valueAt(model.record, path);
    return Array.isArray(list) ? list.length : 0;
  });
}

/** Summary of a field's errors, given the path's pointer; primitives only. */
function useErrors<T>(path: Path, find: (errors: readonly FieldError[], pointer: string) => T): T {
  const { model } = useForm();
  const pointer = useMemo(() => toPointer(path), [path]);
  return useModel(rootOf(path), () => find(model.field(rootOf(path)).errors, pointer));
}

const messageAt = (errors: readonly FieldError[], pointer: string) =>
  errors.find((error) => error.path === pointer)?.message;

/**
 * Position, label and error of an object, a list or an alternative itself, without those of the values inside. The label is
 * the layout's, else the schema's title, else the property's name.
 */
export function usePart({
  schema,
  uiSchema,
  fieldPathId,
}: Pick<FieldProps, 'schema' | 'uiSchema' | 'fieldPathId'>) {
  const { text } = useForm();
  const { path, id } = usePlace(fieldPathId);
  countRender(`field:${path.join('/')}`);
  const given = useContext(LabelContext);
  const own = ownOf(uiSchema);
  const written = own.label ?? schema.title ?? '';
  const label = given?.label ?? (written === '' ? (path.at(-1) ?? '') : text(written));
  const hint = schema.description === undefined ? undefined : text(schema.description);
  const error = useErrors(path, messageAt);
  return {
    path,
    id,
    own,
    label,
    isQuiet: given?.quiet === true,
    isEntry: given?.entry === true,
    hint,
    error,
  };
}

/** A value that one control shows whole, with its own error, else the first of its parts. */
export function useLeaf(path: Path): { value: Json | undefined; error: string | undefined } {
  const { model } = useForm();
  const value = useModel(path[0]!, () => valueAt(model.record, path) as Json | undefined);
  const error = useErrors(
    path,
    (errors, pointer) =>
      messageAt(errors, pointer) ?? errors.find((one) => isAtOrUnder(one.path, pointer))?.message,
  );
  return { value, error };
}

/** The index of the last item of a list with an error, or -1. */
export function useLastInvalidItem(path: Path): number {
  return useErrors(path, (errors, pointer) => {
    const indexes = errors
      .filter((error) => error.path.startsWith(`${pointer}/`))
      .map((error) => Number(error.path.slice(pointer.length + 1).split('/')[0]));
    return Math.max(-1, ...indexes.filter(Number.isInteger));
  });
}

const control = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * Moves the focus to a control or a button, else to the first one inside of an element, else to the element. The text of
 * an input is selected, as with the Tab key.
 */
export function focusInside(element: HTMLElement | null): void {
  const target = element?.matches(`${control}, button`)
    ? element
    : (element?.querySelector<HTMLElement>(control) ?? element?.querySelector('button:not(:disabled)'));
  (target ?? element)?.focus();
  if (target instanceof HTMLInputElement) target.select();
}

/** Moves the focus to the element with an id, or into it, once the next render of the component has made it. */
export function useFocusRequest(): (id: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    focusInside(document.getElementById(wanted.current));
    wanted.current = null;
  });
  return useCallback((id) => {
    wanted.current = id;
  }, []);
}

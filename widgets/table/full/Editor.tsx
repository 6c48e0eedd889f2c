import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { columnKey } from '../view.ts';
import type { Column } from '../view.ts';
import { asTyped, options } from './edits.ts';
import type { FullStyles } from './styles.ts';

/** Where the keyboard goes then; `stay`: it has gone elsewhere already. */
export type Leave = 'stay' | 'cell' | 'down' | 'next' | 'previous';

/** The control of a cell while its value is changed: Enter and Tab keep what is typed, Escape does not. */
export function Editor({
  column,
  raw,
  begun,
  fault: error,
  styles,
  onDone,
}: {
  column: Column;
  raw: unknown;
  /** The letter that opened it, in place of the value. */
  begun: string | null;
  fault: string | undefined;
  styles: FullStyles;
  /** `typed` null: left as it was. */
  onDone(typed: string | null, leave: Leave): void;
}) {
  const [typed, setTyped] = useState(() => begun ?? asTyped(column, raw));
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const left = useRef(false);
  useEffect(() => {
    control.current?.focus();
    if (begun === null) control.current?.select?.();
  }, [begun]);
  const leave = (value: string | null, way: Leave) => {
    if (left.current) return;
    left.current = true;
    onDone(value, way);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way =
      event.key === 'Tab' ? (event.shiftKey ? 'previous' : 'next') : event.key === 'Enter' ? 'down' : null;
    if (way) leave(typed, way);
    else if (event.key === 'Escape') leave(null, 'cell');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = {
    ref: control,
    className: styles.control,
    value: typed,
    'data-control': '',
    'data-edit': columnKey(column),
    'aria-label': column.title,
    'aria-invalid': error !== undefined || undefined,
    onKeyDown,
    onBlur: () => leave(typed, 'stay'),
  };
  if (column.edit?.kind === 'select') {
    return (
      <select {...shared} onChange={(event) => setTyped(event.currentTarget.value)}>
        {!column.edit.required && <option value="" aria-label={column.title} />}
        {options(column).map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...shared}
      type="text"
      inputMode={column.edit?.kind === 'number' ? 'decimal' : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

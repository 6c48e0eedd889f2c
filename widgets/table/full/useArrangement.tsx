import { useCallback, useMemo, useRef, useState } from 'react';
import type { PointerEvent, ReactNode } from 'react';
import { usePreference, useScreenId } from '../../../src/engine/react/index.ts';
import { columnKey } from '../view.ts';
import type { Column } from '../view.ts';
import { arranged, clampWidth, moved, ordered, readArrangement, toJson } from './arrangement.ts';
import type { Arrangement } from './arrangement.ts';
import type { FullStyles } from './styles.ts';

/** Pixels of one press of a key. */
const keyStep = 16;

function startWidth(target: Element): number {
  return Math.round(target.closest('th')?.getBoundingClientRect().width ?? 0);
}

/** The columns as the person set them up, and the ways to set them up. */
export function useArrangement(
  node: string,
  columns: readonly Column[],
  adjustable: boolean,
  styles: FullStyles,
) {
  const screen = useScreenId();
  const [kept, keep] = usePreference(`table.${screen}.${node}`);
  // What is dragged is kept when it is let go.
  const [dragged, setDragged] = useState<Arrangement | null>(null);
  const stored = useMemo(
    () => readArrangement(adjustable ? kept : null, columns),
    [adjustable, kept, columns],
  );
  const arrangement = dragged ?? stored;
  const shown = useMemo(() => arranged(columns, arrangement), [columns, arrangement]);
  const drag = useRef<{ key: string; from: number; width: number } | null>(null);
  const save = useCallback((next: Arrangement) => keep(toJson(next)), [keep]);

  const widen = (key: string, width: number): Arrangement => ({
    ...arrangement,
    widths: { ...arrangement.widths, [key]: clampWidth(width) },
  });
  const grip = (column: Column): ReactNode => {
    const key = columnKey(column);
    const move = (event: PointerEvent) => {
      const { current } = drag;
      if (current) setDragged(widen(key, current.width + event.clientX - current.from));
    };
    return (
      <span
        aria-hidden="true"
        className={styles.grip}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { key, from: event.clientX, width: startWidth(event.currentTarget) };
        }}
        onPointerMove={move}
        onPointerUp={() => {
          drag.current = null;
          if (dragged) save(dragged);
          setDragged(null);
        }}
        onPointerCancel={() => {
          drag.current = null;
          setDragged(null);
        }}
        onDoubleClick={() => {
          const { [key]: _, ...widths } = arrangement.widths;
          save({ ...arrangement, widths });
        }}
      />
    );
  };

  return {
    columns: adjustable ? shown : columns,
    all: useMemo(() => ordered(columns, arrangement), [columns, arrangement]),
    hidden: arrangement.hidden,
    changed: adjustable && kept !== null,
    grip: adjustable ? grip : null,
    /** Alt and an arrow make a column wider or narrower, with Shift they move it. Answers the place it has then. */
    key(key: string, alt: boolean, by: 1 | -1, head: Element): void {
      if (alt) save(widen(key, startWidth(head) + by * keyStep));
      else save(moved(columns, arrangement, key, by));
    },
    move: (key: string, by: 1 | -1) => save(moved(columns, arrangement, key, by)),
    /** Puts a column where another one stands. */
    place(key: string, at: string) {
      const keys = ordered(columns, arrangement).map(columnKey);
      const rest = keys.filter((one) => one !== key);
      rest.splice(keys.indexOf(at), 0, key);
      save({ ...arrangement, order: rest });
    },
    show(key: string, visible: boolean) {
      const hidden = arrangement.hidden.filter((one) => one !== key);
      save({ ...arrangement, hidden: visible ? hidden : [...hidden, key] });
    },
    reset: () => keep(null),
  };
}

export type ColumnSetup = ReturnType<typeof useArrangement>;

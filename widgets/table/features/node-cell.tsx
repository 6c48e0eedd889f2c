import { useLayoutEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { NodeScope } from '../../../src/engine/react/index.ts';
import type { WidgetChild } from '../../../src/engine/react/index.ts';
import type { Column } from '../columns.ts';
import type { Row } from '../view.ts';
import { stops } from '../useGrid.ts';
import type { FeatureStyles } from './styles.ts';

/** Nodes of the slot cell by their ids. */
export type CellNodes = ReadonlyMap<string, ReactNode>;

export const useCellNodes = (items: readonly WidgetChild[] | undefined): CellNodes =>
  useMemo(() => new Map(items?.map(({ id, element }) => [id, element])), [items]);

/**
 * A node in a cell, with the cell's row in scope. The grid is one stop for Tab, and the arrow keys lead to its cells: the
 * controls of the node are taken out of the order of Tab as they appear.
 */
export function NodeCell({
  row,
  scope,
  scopeKey,
  inGrid,
  styles,
  children,
}: {
  row: Row;
  /** Of a column that was made from an element of a list. */
  scope: Column['scope'];
  scopeKey: string;
  inGrid: boolean;
  styles: FeatureStyles;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const cell = box.current;
    if (!inGrid || !cell) return undefined;
    const leave = () => {
      for (const control of stops(cell)) if (control !== document.activeElement) control.tabIndex = -1;
    };
    leave();
    const observer = new MutationObserver(leave);
    observer.observe(cell, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [inGrid]);
  const names = useMemo(() => ({ ...scope?.names, row }), [scope, row]);
  return (
    <div ref={box} className={styles.node}>
      <NodeScope names={names} scopeKey={scopeKey}>
        {children}
      </NodeScope>
    </div>
  );
}

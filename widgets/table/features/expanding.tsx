import { useLayoutEffect, useRef } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { NodeScope } from '../../../src/engine/react/index.ts';
import { Icon } from '../../../src/ui/index.ts';
import type { Row, RowKey } from '../view.ts';
import type { FeatureStyles } from './styles.ts';

export function Chevron({ open }: { open: boolean }) {
  return <Icon name={open ? 'chevron-down' : 'chevron-right'} size={16} />;
}

/** Button that opens and closes the details of a row, or the rows below it. The arrow keys of the grid reach it. */
export function ExpandButton({
  open,
  label,
  styles,
  onPress,
  ...rest
}: {
  open: boolean;
  label: string;
  styles: FeatureStyles;
  onPress(event: MouseEvent): void;
  'data-toggle'?: '';
  'aria-expanded'?: boolean;
}) {
  return (
    <button
      {...rest}
      type="button"
      tabIndex={-1}
      className={styles.toggle}
      aria-label={label}
      onClick={onPress}
    >
      <Chevron open={open} />
    </button>
  );
}

/** Opened details of a row: the nodes of the slot details, with the row in their scope. */
export function RowDetails({
  row,
  rowKey,
  children,
  styles,
  onHeight,
}: {
  row: Row;
  rowKey: RowKey;
  children: ReactNode;
  styles: FeatureStyles;
  onHeight(height: number): void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const report = useRef(onHeight);
  useLayoutEffect(() => {
    report.current = onHeight;
  });
  useLayoutEffect(() => {
    const cell = box.current?.parentElement;
    if (!cell) return undefined;
    const measure = () => report.current(cell.offsetHeight);
    measure();
    if (globalThis.ResizeObserver === undefined) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(cell);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={styles.detailBody}>
      <NodeScope names={{ row }} scopeKey={rowKey}>
        {children}
      </NodeScope>
    </div>
  );
}

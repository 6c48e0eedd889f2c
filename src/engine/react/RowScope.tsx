import { useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { Json } from '../../contracts/json.ts';
import { createRowScreen } from '../core/index.ts';
import { RowContext, ScreenContext, useScreen } from './context.ts';

/**
 * Renders a widget's children for one row of its data: their expressions, addresses and steps see it as `row`. For widgets
 * whose spec says `children: 'row'`; the same children may be rendered in many scopes at a time.
 */
export function RowScope({
  row,
  rowKey,
  children,
}: {
  row: Readonly<Record<string, Json>>;
  rowKey: string | number;
  children: ReactNode;
}) {
  const screen = useScreen();
  const outer = useContext(RowContext);
  const scoped = useMemo(() => createRowScreen(screen, row, rowKey), [screen, row, rowKey]);
  return (
    <ScreenContext.Provider value={scoped}>
      <RowContext.Provider value={`${outer}-${rowKey}`}>{children}</RowContext.Provider>
    </ScreenContext.Provider>
  );
}

import { useMemo, useState } from 'react';
import type { Json } from '../../../../contracts/json.ts';
import { valueAt } from '../../../../contracts/json-pointer.ts';
import type { FieldMatrix } from '../../../core/index.ts';
import { useControls, type ControlProps } from '../context.ts';
import { useOptions } from '../controls/useOptions.ts';
import { useAllOptions } from '../controls/useServerOptions.ts';
import {
  columnBits,
  impliedBits,
  linesOf,
  masksOf,
  matrixRow,
  setBits,
  stateOf,
  valueOfMasks,
  type MatrixCells,
  type MatrixLine,
  type MatrixRow,
} from './matrix-rows.ts';

/** The rows of a matrix: its options, and where they come from a source, what its rows say of groups and permissions. */
function useMatrixRows(props: ControlProps, matrix: FieldMatrix) {
  const { field, allowed } = props;
  const { rows: sources } = useOptions(field.options, allowed);
  const found = useAllOptions(props);
  const path = field.options !== null && 'value' in field.options ? String(field.options.value) : null;
  const rows = useMemo(() => {
    const bySource = new Map(
      path === null ? [] : sources.map((row) => [valueAt(row, path.split('.')) as Json, row]),
    );
    return found.options.flatMap(({ value, label }): MatrixRow[] =>
      typeof value === 'boolean' ? [] : [matrixRow(matrix, { value, label }, bySource.get(value))],
    );
  }, [found.options, sources, path, matrix]);
  return { found, rows };
}

/** The lines of a matrix, the state of its cells, and what sets them. */
export function useMatrix(props: ControlProps) {
  const matrix = props.field.own.matrix!;
  const { loaded } = useControls();
  const { found, rows } = useMatrixRows(props, matrix);
  const [wanted, setWanted] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const isGrouped = matrix.group !== undefined && matrix.switches !== true;
  const lines = useMemo(() => linesOf(rows, wanted, closed, isGrouped), [rows, wanted, closed, isGrouped]);
  const shown = useMemo(
    () => (isGrouped ? lines.filter(({ kind }) => kind === 'group') : lines).flatMap((line) => line.rows),
    [lines, isGrouped],
  );
  const saved = loaded()[props.field.name];
  const masks = useMemo(() => masksOf(matrix, props.value), [matrix, props.value]);
  const before = useMemo(() => masksOf(matrix, saved), [matrix, saved]);
  const implied = useMemo(() => impliedBits(matrix), [matrix]);
  const count = matrix.columns.length;
  const cells = useMemo(
    (): MatrixCells => ({ masks, before, implied, columns: count }),
    [masks, before, implied, count],
  );
  const bitsOf = (column: number) => columnBits(column, count);
  const isLocked = props.disabled || props.readOnly;

  return {
    matrix,
    found,
    rows,
    lines,
    shown,
    count,
    cells,
    isLocked,
    wanted,
    search: setWanted,
    isChanged: [...new Set([...masks.keys(), ...before.keys()])].some(
      (key) => (masks.get(key) ?? 0) !== (before.get(key) ?? 0),
    ),
    stateOf: (of: readonly MatrixRow[], column: number) => stateOf(of, masks, bitsOf(column)),
    /** Checks all cells of a column in some rows; where all that may be are checked already, clears them. */
    toggle(of: readonly MatrixRow[], column: number): void {
      if (isLocked) return;
      const on = stateOf(of, masks, bitsOf(column)) !== 'true';
      const next = new Map(masks);
      let isSame = true;
      for (const row of of) {
        const mask = masks.get(row.key) ?? 0;
        const changed = setBits(implied, row, mask, bitsOf(column), on);
        if (changed !== mask) isSame = false;
        next.set(row.key, changed);
      }
      if (!isSame) props.onChange(valueOfMasks(matrix, next, { masks, value: props.value }));
    },
    toggleGroup(line: MatrixLine, open?: boolean): void {
      if (line.kind !== 'group') return;
      const next = new Set(closed);
      if (open ?? !line.open) next.delete(line.key);
      else next.add(line.key);
      setClosed(next);
    },
  };
}

export type Matrix = ReturnType<typeof useMatrix>;

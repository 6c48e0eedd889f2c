/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-to-interactive-role -- display: block takes the roles of table elements away */
import { memo } from 'react';
import { countRender } from '../../../core/index.ts';
import type { MatrixCells, MatrixLine as Line } from './matrix-rows.ts';
import { marksOf, showSame } from './matrix-rows.ts';
import { MatrixLine, type CellTexts } from './MatrixLine.tsx';

export interface MatrixBlockProps {
  lines: readonly Line[];
  from: number;
  to: number;
  cells: MatrixCells;
  /** Height of the lines before it that are not rendered, and of its own, in pixels. */
  before: number;
  height: number;
  /** Whether rows are set off from the titles of their groups. */
  inner: boolean;
  locked: boolean;
  switches: boolean;
  /** Line and column that Tab goes to; -1: none in this block. */
  stopLine: number;
  stopColumn: number;
  texts: CellTexts;
}

/** Some lines that follow each other, which are rendered, laid out and painted apart from the others. */
export const MatrixBlock = memo(function MatrixBlock(props: MatrixBlockProps) {
  const { lines, from, to, cells, switches, locked, texts } = props;
  countRender(`matrix-block:${from}`);
  return (
    <tbody role="rowgroup" style={{ marginTop: props.before, height: props.height }}>
      {lines.slice(from, to).map((line, at) => {
        const index = from + at;
        const isGroup = line.kind === 'group';
        const row = line.rows[0]!;
        return (
          <MatrixLine
            key={isGroup ? `group ${line.key}` : row.key}
            index={index}
            title={isGroup ? line.title : row.title}
            text={isGroup ? '' : row.text}
            count={isGroup ? line.rows.length : null}
            open={isGroup && line.open}
            inner={!isGroup && props.inner}
            {...marksOf(line, cells, switches ? 1 : cells.columns + 1)}
            locked={locked}
            switches={switches}
            stop={props.stopLine === index ? props.stopColumn : -1}
            texts={texts}
          />
        );
      })}
    </tbody>
  );
}, isSame);

/** Cells are new with every change; a block renders for those of its own lines. */
function isSame(
  { cells, ...before }: MatrixBlockProps,
  { cells: next, ...after }: MatrixBlockProps,
): boolean {
  const names = Object.keys(before) as (keyof typeof before)[];
  return (
    names.every((name) => before[name] === after[name]) &&
    showSame(after.lines.slice(after.from, after.to), cells, next)
  );
}

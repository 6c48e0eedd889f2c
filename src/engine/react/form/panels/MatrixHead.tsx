/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- display: grid takes the roles of table elements away */
import { memo } from 'react';
import { countRender } from '../../../core/index.ts';
import { useText } from '../../hooks.ts';
import { useControls } from '../context.ts';
import type { Tristate } from './matrix-rows.ts';
import type { Matrix } from './useMatrix.ts';

/** The titles of the columns, each with a checkbox for all rows that are shown. */
export function MatrixHead({
  matrix,
  titles,
  stop,
}: {
  matrix: Matrix;
  titles: readonly string[];
  /** Column that Tab goes to; -1: none. */
  stop: number;
}) {
  const t = useText();
  const { text } = useControls();
  const { rowsTitle } = matrix.matrix;
  const all = t('form.matrix.all');
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        <th role="columnheader">{rowsTitle === undefined ? t('form.matrix.rows') : text(rowsTitle)}</th>
        {[...titles, all].map((title, column) => {
          const state = matrix.stateOf(matrix.shown, column);
          return (
            <HeadCell
              key={title}
              {...{ column, title }}
              isAll={column === matrix.count}
              state={state ?? 'false'}
              isLocked={matrix.isLocked || state === null}
              isStop={stop === column + 1}
            />
          );
        })}
      </tr>
    </thead>
  );
}

const HeadCell = memo(function HeadCell({
  column,
  title,
  isAll,
  state,
  isLocked,
  isStop,
}: {
  column: number;
  title: string;
  /** It stands for all columns. */
  isAll: boolean;
  state: Tristate;
  isLocked: boolean;
  isStop: boolean;
}) {
  const t = useText();
  countRender(`matrix-head:${column}`);
  return (
    <th role="columnheader">
      {title}
      <span
        role="checkbox"
        aria-checked={state}
        aria-disabled={isLocked || undefined}
        aria-label={isAll ? t('form.matrix.everything') : t('form.matrix.column', { column: title })}
        tabIndex={isStop ? 0 : -1}
        data-stop={`-1:${column + 1}`}
      />
    </th>
  );
});

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- display: grid takes the roles of table elements away */
import { useText } from '../../hooks.ts';
import { useControls } from '../context.ts';
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
          const name =
            column === matrix.count
              ? t('form.matrix.everything')
              : t('form.matrix.column', { column: title });
          return (
            <th role="columnheader" key={title}>
              {title}
              <span
                role="checkbox"
                aria-checked={state ?? 'false'}
                aria-disabled={matrix.isLocked || state === null || undefined}
                aria-label={name}
                tabIndex={stop === column + 1 ? 0 : -1}
                data-stop={`-1:${column + 1}`}
              />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

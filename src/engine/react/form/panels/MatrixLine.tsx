/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- display: grid takes the roles of table elements away */
import { memo, useMemo } from 'react';
import { countRender } from '../../../core/index.ts';
import { CountBadge, Icon } from '../../../../ui/index.ts';
import type { Tristate } from './matrix-rows.ts';

export interface CellTexts {
  /** Titles of the columns, and last that of all of them. */
  columns: readonly string[];
  /** Accessible name of a cell. */
  name(column: number, row: string, group: boolean): string;
  notAllowed: string;
  implied: string;
}

export interface MatrixLineProps {
  index: number;
  title: string;
  text: string;
  /** Number of rows in a group; null for a row. */
  count: number | null;
  open: boolean;
  inner: boolean;
  /** States of the cells, and last of the whole line, as one text: equal lines are not rendered again. */
  states: string;
  /** Bits of cells that are implied by others, and of cells that must not be checked. */
  implied: number;
  refused: number;
  changed: number;
  locked: boolean;
  switches: boolean;
  /** Column of the line that Tab goes to; -1: none. 0 is the title. */
  stop: number;
  texts: CellTexts;
}

const marks = { t: 'true', f: 'false', m: 'mixed', '-': null } as const;

/** A checkbox or a switch over one cell or over several; styles draw its box, so that a change of its state moves no element. */
function Cell({
  column,
  state,
  isLocked,
  title,
  ...props
}: Pick<MatrixLineProps, 'index' | 'stop' | 'switches'> & {
  column: number;
  state: Tristate;
  isLocked: boolean;
  name: string;
  title: string | undefined;
}) {
  return (
    <span
      role={props.switches ? 'switch' : 'checkbox'}
      aria-checked={state}
      aria-disabled={isLocked || undefined}
      aria-label={props.name}
      title={title}
      tabIndex={props.stop === column + 1 ? 0 : -1}
      data-stop={`${props.index}:${column + 1}`}
    />
  );
}

/** One line of a matrix. Presses and keys are handled by the table around it. */
export const MatrixLine = memo(function MatrixLine(props: MatrixLineProps) {
  const { index, title, text, count, open, inner, states, implied, refused, changed, locked, texts } = props;
  countRender(`matrix-line:${index}`);
  const isGroup = count !== null;
  const names = useMemo(
    () => Array.from(states, (_, column) => texts.name(column, title, isGroup)),
    // oxlint-disable-next-line react/exhaustive-deps -- the names do not depend on the states
    [states.length, texts, title, isGroup],
  );
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      data-line={index}
      data-row=""
      data-group={isGroup ? (open ? 'open' : 'closed') : undefined}
      data-inner={inner ? '' : undefined}
      data-texts={text === '' ? undefined : ''}
    >
      <th
        role="rowheader"
        tabIndex={props.stop === 0 ? 0 : -1}
        data-stop={`${index}:0`}
        title={title}
        aria-label={isGroup ? `${title} (${count})` : title}
        aria-expanded={isGroup ? open : undefined}
      >
        {isGroup && (
          <span data-chevron="">
            <Icon name="chevron-down" />
          </span>
        )}
        <span data-name="">
          <span>{title}</span>
          {text !== '' && <span data-faint="">{text}</span>}
        </span>
        {isGroup && (
          <span data-count="">
            <CountBadge count={count} look="quiet" />
          </span>
        )}
      </th>
      {[...states].map((mark, column) => {
        const state = marks[mark as keyof typeof marks];
        const bit = 1 << column;
        const isImplied = (implied & bit) !== 0;
        const isRefused = (refused & bit) !== 0;
        const isNone = state === null;
        return (
          <td role="gridcell" key={texts.columns[column]} data-new={(changed & bit) !== 0 ? '' : undefined}>
            {(!isNone || !isGroup) && (
              <Cell
                index={index}
                stop={props.stop}
                switches={props.switches}
                column={column}
                state={state ?? 'false'}
                isLocked={locked || isNone || isImplied || (isRefused && state !== 'true')}
                name={names[column]!}
                title={isImplied ? texts.implied : isRefused || isNone ? texts.notAllowed : undefined}
              />
            )}
          </td>
        );
      })}
    </tr>
  );
});

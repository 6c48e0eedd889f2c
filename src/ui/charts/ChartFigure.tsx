import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { moldeToken } from '../theme/tokens.ts';
import { visuallyHidden } from '../visually-hidden.ts';
import type { ChartMenuEntry } from './ChartMenu.tsx';
import { ChartMenuButton } from './ChartMenuButton.tsx';
import { ChartTable } from './ChartTable.tsx';
import { TableToggle } from './TableToggle.tsx';
import type { ChartTableData } from './ChartTable.tsx';
import type { ChartPosition } from './EChart.tsx';
import { FigureHead } from './FigureHead.tsx';
import { FilterChips } from './FilterChips.tsx';
import type { FilterChip } from './FilterChips.tsx';

export interface ChartTexts {
  /** Role for assistive tools: "chart". */
  role: string;
  keys: string;
  showTable: string;
  showChart: string;
  /** The button of the menu. */
  menu: string;
  tableCut(shown: number, total: number): string;
}

export interface ChartFigureProps {
  id: string;
  ref?: RefObject<HTMLElement | null>;
  /** The element that the chart is drawn in. */
  plotRef: RefObject<HTMLDivElement | null>;
  card: boolean;
  /** Height of the plot in pixels; it grows in a box that is higher. */
  height: number;
  title: string | undefined;
  subtitle: string | undefined;
  /** Name for assistive tools without a title. */
  label: string;
  /** Summary of the chart, in a sentence. */
  summary: string;
  /** Number of points of each series. */
  counts: readonly number[];
  /** Sentence of a point: "March, Revenue, 12,300, 3 of 12". */
  say(position: ChartPosition): string;
  onSelect: ((position: ChartPosition) => void) | undefined;
  /** Where an arrow key leads from a point, for marks that are not in a row; undefined for a key that moves nowhere. */
  move?: (key: string, from: ChartPosition) => ChartPosition | undefined;
  /** The same values as a table; null without any. */
  table: ChartTableData | null;
  texts: ChartTexts;
  /** Other actions on the chart. */
  menu: readonly ChartMenuEntry[];
  /** Filters that the chart sets. */
  chips: readonly FilterChip[];
  /** Notice before the values, in place of the plot: too many, none. */
  notice?: ReactNode;
  legend?: ReactNode;
  /** Below the plot. */
  note?: ReactNode;
  children(active: ChartPosition | null): ReactNode;
}

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    minWidth: 0,
    boxSizing: 'border-box',
  },
  card: {
    padding: '12px 16px 16px',
    border: `1px solid ${moldeToken('cardStroke')}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  plot: {
    display: 'flex',
    flexGrow: 1,
    minHeight: 0,
    minWidth: 0,
    borderRadius: tokens.borderRadiusMedium,
    outlineStyle: 'none',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  hidden: visuallyHidden,
});

/** Height to which a tile of a grid may press the plot, in pixels. */
const lowest = 80;

const moves: Readonly<Record<string, readonly [series: number, index: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

const clamp = (value: number, count: number) => Math.min(count - 1, Math.max(0, value));

/** The point that a key leads to; undefined for a key that moves nowhere. */
function moved(
  key: string,
  from: ChartPosition | null,
  counts: readonly number[],
): ChartPosition | undefined {
  const move = moves[key];
  if (!move || counts.length === 0) return undefined;
  const series = clamp((from?.series ?? 0) + (from ? move[0] : 0), counts.length);
  const count = counts[series] ?? 0;
  if (count === 0) return undefined;
  // The first key leads to the first point, or to the last one.
  if (!from) return { series, index: key === 'End' ? count - 1 : 0 };
  return { series, index: clamp(from.index + move[1], count) };
}

/**
 * A chart with its title, what it says in words, and the same values as a table for whoever asks. Arrow keys move through its
 * points and announce each.
 */
export function ChartFigure({
  id,
  ref,
  plotRef,
  card,
  height,
  title,
  subtitle,
  label,
  summary,
  counts,
  say,
  onSelect,
  move,
  table,
  texts,
  menu,
  chips,
  notice,
  legend,
  note,
  children,
}: ChartFigureProps) {
  const styles = useStyles();
  const titleId = useId();
  const summaryId = useId();
  const [isTable, setTable] = useState(false);
  const [reached, setReached] = useState<ChartPosition | null>(null);
  // A refresh may have fewer points.
  const active = reached && reached.index < (counts[reached.series] ?? 0) ? reached : null;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && active) {
      event.stopPropagation();
      setReached(null);
    } else if (event.key === 'Enter' && active && onSelect) {
      event.preventDefault();
      onSelect(active);
    } else {
      const next = (active && move?.(event.key, active)) ?? moved(event.key, active, counts);
      if (!next) return;
      event.preventDefault();
      setReached(next);
    }
  }

  const plot = notice ?? (
    <>
      {legend}
      <div
        ref={plotRef}
        className={styles.plot}
        style={{ flexBasis: height, minHeight: Math.min(height, lowest) }}
        role="application"
        aria-roledescription={texts.role}
        aria-label={title || label}
        aria-describedby={summaryId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move through its points
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setReached(null)}
      >
        {children(active)}
      </div>
      <p id={summaryId} className={styles.hidden}>{`${summary} ${texts.keys}`}</p>
      <p role="status" aria-live="polite" className={styles.hidden}>
        {active ? say(active) : ''}
      </p>
    </>
  );
  return (
    <figure
      id={id}
      ref={ref}
      className={mergeClasses(styles.root, card && styles.card)}
      {...(title ? { 'aria-labelledby': titleId } : { 'aria-label': label })}
    >
      <FigureHead id={titleId} title={title} subtitle={subtitle}>
        {table && (
          <>
            <TableToggle on={isTable} texts={texts} toggle={() => setTable((was) => !was)} />
            {menu.length > 0 && <ChartMenuButton label={texts.menu} title={title || label} entries={menu} />}
          </>
        )}
      </FigureHead>
      {chips.length > 0 && <FilterChips chips={chips} />}
      {isTable && table ? (
        <div ref={plotRef} className={styles.plot} style={{ flexBasis: height, height: 0 }}>
          <ChartTable label={title || label} data={table} note={texts.tableCut} />
        </div>
      ) : (
        plot
      )}
      {note}
    </figure>
  );
}

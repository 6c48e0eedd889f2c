import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMemo, useRef } from 'react';
import type { StatProps } from '../../src/engine/core/index.ts';
import { figureSettings, useBusy, useFigureFormat, useText, useTexts } from '../../src/engine/react/index.ts';
import type { Resolved, WidgetProps } from '../../src/engine/react/index.ts';
import {
  figuresOf,
  moldeToken,
  toFigure,
  useHigherThan,
  useWiderThan,
  visuallyHidden,
} from '../../src/ui/index.ts';
import type { FieldProblem } from '../../src/ui/index.ts';
import { changeOf } from './change.ts';
import type { Change } from './change.ts';
import { Sparkline } from './Sparkline.tsx';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    boxSizing: 'border-box',
    gap: '2px',
  },
  card: {
    padding: '11px 16px',
    border: `1px solid ${moldeToken('cardStroke')}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  pressable: {
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':active': { backgroundColor: tokens.colorNeutralBackground1Pressed },
    ':has([data-press]:focus-visible)': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '1px',
    },
  },
  label: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
  press: {
    padding: 0,
    border: 'none',
    background: 'none',
    font: 'inherit',
    color: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    outlineStyle: 'none',
    '::after': { content: '""', position: 'absolute', inset: 0, borderRadius: tokens.borderRadiusXLarge },
  },
  line: {
    display: 'flex',
    alignItems: 'flex-end',
    justifyContent: 'space-between',
    gap: '12px',
    minWidth: 0,
  },
  value: {
    margin: 0,
    minWidth: 0,
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeHero700,
    lineHeight: tokens.lineHeightHero700,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground1,
  },
  // A figure alone would be lost in a tile of more rows than it needs.
  tall: { justifyContent: 'center', gap: '8px' },
  large: { fontSize: tokens.fontSizeHero900, lineHeight: tokens.lineHeightHero900 },
  small: { fontSize: tokens.fontSizeBase600, lineHeight: tokens.lineHeightBase600 },
  // Small letters of the line's height would reach below its baseline, and lift the figure.
  unit: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: 1,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
  },
  change: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  // Figures of one row stand at one height, whatever lines their labels have, with or without a change below them.
  apart: { marginBottom: 'auto' },
  noChange: { flexGrow: 1, maxHeight: tokens.lineHeightBase200 },
  arrow: { marginInlineEnd: '4px', verticalAlign: '-1px' },
  figure: {
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
  good: { color: moldeToken('statusConcludedForeground') },
  bad: { color: moldeToken('statusLateForeground') },
  problem: { color: moldeToken('errorForeground') },
  hidden: visuallyHidden,
});

/** From this height of the tile the figure is larger, with its words beside it, in pixels. */
const tallHeight = 168;

/** Below this width of the tile the figure is smaller and the line is left out, in pixels. */
const smallWidth = 216;

const arrows = {
  up: 'M2.5 9.5l7-7M4.5 2.5h5v5',
  down: 'M2.5 2.5l7 7M9.5 4.5v5h-5',
  same: 'M1.5 6h9M7 2.5 10.5 6 7 9.5',
};

function taken(values: readonly (number | null)[], take: 'first' | 'last' | 'sum'): number | null {
  if (take === 'first') return values[0] ?? null;
  if (take === 'last') return values.at(-1) ?? null;
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

interface Reading {
  value: number | null;
  previous: number | null;
  trend: readonly (number | null)[];
  problem: { kind: FieldProblem; field: string } | null;
}

function given(raw: unknown, field: string | undefined): Pick<Reading, 'value' | 'problem'> {
  const figure = toFigure(raw);
  if (!Number.isNaN(figure)) return { value: figure, problem: null };
  return { value: null, problem: { kind: 'text', field: field ?? 'value' } };
}

/** Reads the figures of the props, else of the rows. */
function readingOf(props: Resolved<StatProps>, rows: readonly Record<string, unknown>[]): Reading {
  const of = (raw: unknown, field: string | undefined, name: string) => {
    if (raw !== undefined) return given(raw, name);
    if (field === undefined) return { value: null, problem: null };
    const { values, problem } = figuresOf(rows, field);
    return { value: taken(values, props.take ?? 'first'), problem: problem && { kind: problem, field } };
  };
  const current = of(props.value, props.field, 'value');
  const previous = of(props.previous, props.previousField, 'previous');
  const trend = props.trend === undefined ? null : figuresOf(rows, props.trend);
  const trendProblem = trend?.problem ? { kind: trend.problem, field: props.trend! } : null;
  return {
    value: current.value,
    previous: previous.value,
    trend: trend?.values ?? [],
    problem: current.problem ?? previous.problem ?? trendProblem,
  };
}

function ChangeLine({
  change,
  comparison,
  tall,
}: {
  change: Change | null;
  comparison: string | undefined;
  tall: boolean;
}) {
  const styles = useStyles();
  const t = useText();
  if (!change && !comparison) return tall ? null : <div className={styles.noChange} />;
  if (!change) return <p className={styles.change}>{t('charts.stat.noPrevious')}</p>;
  const { direction, good, text } = change;
  const tone = good === null ? undefined : good ? styles.good : styles.bad;
  return (
    <p className={styles.change}>
      <span className={mergeClasses(styles.figure, tone)}>
        <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden="true" className={styles.arrow}>
          <path d={arrows[direction]} fill="none" stroke="currentcolor" strokeWidth={1.4} />
        </svg>
        {direction === 'same' ? t('charts.stat.same') : text}
      </span>
      {good !== null && (
        <span className={styles.hidden}>{` (${t(good ? 'charts.stat.good' : 'charts.stat.bad')})`}</span>
      )}
      {comparison && ` ${comparison}`}
    </p>
  );
}

function LoadedStat({ id, props, data, fire, listens }: WidgetProps<StatProps>) {
  const styles = useStyles();
  const t = useText();
  const format = useFigureFormat();
  const busy = useBusy('press');
  const root = useRef<HTMLDivElement>(null);
  const wide = useWiderThan(root, smallWidth, id) !== false;
  const tall = useHigherThan(root, tallHeight, id);
  const { good = 'up' } = props;
  const settings = useMemo(() => figureSettings(props), [props]);
  const { value, previous, trend, problem } = useMemo(() => readingOf(props, data.rows), [props, data.rows]);
  const change = changeOf(value, previous, good, settings, format, (points) =>
    t('charts.stat.points', { points }),
  );
  const isShort = props.short === true || settings.format === 'percent' || settings.format === 'duration';
  const pieces =
    value === null || !isShort
      ? [{ text: format.value(value, settings), minor: false }]
      : format.shortParts(value, settings);
  const pressable = listens('press');
  return (
    <div
      id={id}
      ref={root}
      className={mergeClasses(
        styles.root,
        tall && styles.tall,
        props.card !== false && styles.card,
        pressable && styles.pressable,
      )}
    >
      <h3 className={mergeClasses(styles.label, !tall && styles.apart)}>
        {pressable ? (
          <button
            data-press
            type="button"
            className={styles.press}
            aria-busy={busy || undefined}
            onClick={() => void fire('press')}
          >
            {props.label}
          </button>
        ) : (
          props.label
        )}
      </h3>
      <div className={styles.line}>
        <p className={mergeClasses(styles.value, wide ? tall && styles.large : styles.small)}>
          {pieces.map(({ text, minor }, index) =>
            minor ? (
              <span key={index} className={styles.unit}>
                {text}
              </span>
            ) : (
              text
            ),
          )}
          {props.unit && <span className={styles.unit}>{` ${props.unit}`}</span>}
          {value === null && <span className={styles.hidden}>{t('charts.noValue')}</span>}
        </p>
        {wide && <Sparkline values={trend} />}
      </div>
      {problem ? (
        <p className={mergeClasses(styles.change, styles.problem)}>
          {t(`charts.problem.${problem.kind}`, { field: problem.field })}
        </p>
      ) : (
        <ChangeLine change={change} comparison={props.comparison} tall={tall} />
      )}
    </div>
  );
}

/** An indicator: its figure, the change from the previous one, and its course. */
export default function Stat(widget: WidgetProps<StatProps>) {
  return useTexts('charts') && <LoadedStat {...widget} />;
}

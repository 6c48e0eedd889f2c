import { makeStyles, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { PieProps } from '../../src/engine/core/index.ts';
import { chartTable, defineChart, toScalar } from '../../src/engine/react/index.ts';
import type {
  ChartInput,
  ChartPoint,
  FigureFormat,
  FigureSettings,
  Resolved,
  Scalar,
  ShownChart,
} from '../../src/engine/react/index.ts';
import { chartColor, chartColorOf, tooltipBase, tooltipContent } from '../../src/ui/index.ts';
import type { ChartDrawing, ChartPosition } from '../../src/ui/index.ts';
import { createParts } from './parts.ts';
import type { Parts } from './parts.ts';

/** Where the legend stands below the ring, each entry takes one line, so that all of them have room. */
const besideNothing = '@container (max-width: 267.98px)';

const useStyles = makeStyles({
  body: {
    display: 'flex',
    containerType: 'inline-size',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px 16px',
    flexGrow: 1,
    minWidth: 0,
  },
  ring: {
    display: 'flex',
    position: 'relative',
    flex: '1 1 140px',
    alignSelf: 'stretch',
    minHeight: '140px',
  },
  inside: {
    position: 'absolute',
    inset: 0,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    pointerEvents: 'none',
    textAlign: 'center',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  // As wide as the hole of the ring.
  word: { maxWidth: '96px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  total: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground1,
  },
  legend: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    [besideNothing]: { gap: '4px' },
    flex: '1 1 112px',
    minWidth: 0,
    maxWidth: '200px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  entry: { display: 'flex', gap: '8px', minWidth: 0 },
  mark: { flexShrink: 0, width: '10px', height: '10px', marginTop: '3px', borderRadius: '2px' },
  words: { minWidth: 0, overflowWrap: 'anywhere' },
  share: {
    display: 'block',
    [besideNothing]: { display: 'inline', marginInlineEnd: '4px' },
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground1,
  },
});

interface DrawingInput {
  model: Parts;
  isDonut: boolean;
  format: FigureFormat;
  settings: FigureSettings;
  selectable: boolean;
  /** The category that is filtered by; null: none. */
  chosen: Scalar;
}

function createDrawing({
  model: { parts },
  isDonut,
  format,
  settings,
  selectable,
  chosen,
}: DrawingInput): ChartDrawing {
  return {
    parts: ['pie'],
    marks: parts.length,
    option: (theme, { width, height }) => {
      const radius = Math.max(20, Math.min(width, height, 200) / 2 - 8);
      return {
        tooltip: {
          ...tooltipBase(theme),
          trigger: 'item',
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const part = parts[dataIndex];
            if (!part) return '';
            const share = {
              color: chartColorOf(theme, part.color),
              name: format.percent(part.share),
              value: format.value(part.value, settings),
            };
            return tooltipContent(part.name, [share]);
          },
        },
        series: [
          {
            type: 'pie',
            radius: isDonut ? [radius * 0.68, radius] : [0, radius],
            center: ['50%', '50%'],
            label: { show: false },
            labelLine: { show: false },
            cursor: selectable ? 'pointer' : 'default',
            emphasis: { scale: true, scaleSize: 4 },
            data: parts.map(({ name, value, color, raw }) => ({
              name,
              value,
              itemStyle: {
                color: chartColorOf(theme, color),
                opacity: chosen === null || chosen === raw ? 1 : 0.3,
                borderColor: theme.background,
                borderWidth: parts.length > 1 ? 2 : 0,
              },
            })),
          },
        ],
      };
    },
  };
}

function usePie({
  props,
  data,
  t,
  format,
  settings,
  selectable,
  colors,
  category,
}: ChartInput<Resolved<PieProps>>): ShownChart {
  const styles = useStyles();
  const isDonut = props.shape !== 'pie';
  const model = useMemo(
    () => createParts(props, data.rows, category.nameOf, t('charts.others'), colors),
    [props, data.rows, category.nameOf, t, colors],
  );
  const { parts, total } = model;
  const drawing = useMemo(
    () => createDrawing({ model, isDonut, format, settings, selectable, chosen: category.chosen }),
    [model, isDonut, format, settings, selectable, category.chosen],
  );
  const shares = parts.map(({ name, share }) => `${name} ${format.percent(share)}`).join(', ');
  const valueLabel = props.valueLabel || props.value;
  const table = useMemo(
    () =>
      chartTable(parts, [
        { name: category.label, value: ({ name }) => name },
        { name: valueLabel, value: ({ value }) => value, text: ({ value }) => format.value(value, settings) },
        { name: t('charts.share'), value: ({ share }) => share, text: ({ share }) => format.percent(share) },
      ]),
    [parts, category.label, valueLabel, t, format, settings],
  );
  const legend = useMemo(
    () => parts.map(({ name, share, color }) => ({ name: `${name} ${format.percent(share)}`, color })),
    [parts, format],
  );

  function point({ index }: ChartPosition): ChartPoint | null {
    const part = parts[index];
    if (!part?.row) return null;
    const { raw, name, value, row } = part;
    return { category: toScalar(raw), label: name, series: props.value, value, row };
  }

  return {
    problem: model.problem,
    isEmpty: parts.length === 0,
    summary: t('charts.summary.parts', { total: format.value(total, settings), parts: shares }),
    counts: [parts.length],
    say: ({ index }) => {
      const part = parts[index]!;
      return t('charts.point', {
        category: part.name,
        series: format.percent(part.share),
        value: format.value(part.value, settings),
        index: format.count(index + 1),
        count: format.count(parts.length),
      });
    },
    point,
    unit: props.unit,
    table,
    drawing,
    legend,
    hasOwnLegend: true,
    children: (chart) => (
      <div className={styles.body}>
        <div className={styles.ring}>
          {chart}
          {isDonut && (
            <div className={styles.inside}>
              <span className={styles.total}>{format.short(total, settings)}</span>
              {props.total && <span className={styles.word}>{props.total}</span>}
            </div>
          )}
        </div>
        <ul className={styles.legend}>
          {parts.map(({ name, share, color }, index) => (
            <li key={index} className={styles.entry}>
              <span className={styles.mark} style={{ backgroundColor: chartColor(color) }} />
              <span className={styles.words}>
                <span className={styles.share}>{format.percent(share)}</span>
                {name}
              </span>
            </li>
          ))}
        </ul>
      </div>
    ),
  };
}

/** A few parts of a whole. */
export default defineChart<Resolved<PieProps>>({
  icon: 'chart-multiple',
  defaultHeight: 200,
  category: ({ props: { category, categoryLabel, bind, map, unit }, t, titleOf }) => ({
    field: category,
    bind,
    map,
    unit,
    label: categoryLabel || titleOf(category) || t('charts.category'),
  }),
  useChart: usePie,
});

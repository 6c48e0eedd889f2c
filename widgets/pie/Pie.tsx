import { makeStyles, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import type { PieProps } from '../../src/engine/core/index.ts';
import {
  useCategoryName,
  useChartTexts,
  useFigureFormat,
  useProblemText,
  useScreenTitle,
  useText,
  useTexts,
} from '../../src/engine/react/index.ts';
import type { FigureFormat, FigureSettings, WidgetProps } from '../../src/engine/react/index.ts';
import {
  chartColor,
  ChartFigure,
  EChart,
  EmptyState,
  maxTableRows,
  tooltipBase,
  tooltipContent,
} from '../../src/ui/index.ts';
import type { ChartDrawing, ChartPosition } from '../../src/ui/index.ts';
import { createParts } from './parts.ts';
import type { Parts } from './parts.ts';

const useStyles = makeStyles({
  body: {
    display: 'flex',
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
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground1,
  },
});

const defaultHeight = 200;

function createDrawing(
  { parts }: Parts,
  isDonut: boolean,
  format: FigureFormat,
  settings: FigureSettings,
  selectable: boolean,
): ChartDrawing {
  return {
    parts: ['pie'],
    marks: parts.length,
    option: (theme, { width, height }) => {
      const radius = Math.max(20, Math.min(width, height, 200) / 2 - 8);
      const colorOf = (color: number | null) =>
        color === null ? theme.other : (theme.colors[color] ?? theme.other);
      return {
        tooltip: {
          ...tooltipBase(theme),
          trigger: 'item',
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const part = parts[dataIndex];
            if (!part) return '';
            const share = {
              color: colorOf(part.color),
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
            data: parts.map(({ name, value, color }) => ({
              name,
              value,
              itemStyle: {
                color: colorOf(color),
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

function LoadedPie({ id, props, data, fire, listens }: WidgetProps<PieProps>) {
  const styles = useStyles();
  const t = useText();
  const format = useFigureFormat();
  const title = useScreenTitle();
  const selectable = listens('select');
  const texts = useChartTexts(selectable, format);
  const problemText = useProblemText(format);
  const nameOf = useCategoryName(props.unit, props.map, format);
  const [colors] = useState(() => new Map<string, number>());
  const isDonut = props.shape !== 'pie';
  const settings = useMemo<FigureSettings>(
    () => ({
      ...(props.format && { format: props.format }),
      ...(props.decimals !== undefined && { decimals: props.decimals }),
      ...(props.currency && { currency: props.currency }),
    }),
    [props.format, props.decimals, props.currency],
  );
  const model = useMemo(
    () => createParts(props, data.rows, nameOf, t('charts.others'), colors),
    [props, data.rows, nameOf, t, colors],
  );
  const { parts, total, problem } = model;
  const drawing = useMemo(
    () => createDrawing(model, isDonut, format, settings, selectable),
    [model, isDonut, format, settings, selectable],
  );
  const shares = parts.map(({ name, share }) => `${name} ${format.percent(share)}`).join(', ');

  function select({ index }: ChartPosition): void {
    const part = parts[index];
    if (!part?.row) return;
    const category = typeof part.raw === 'object' ? null : (part.raw as string | number | boolean);
    void fire(
      'select',
      { category, series: props.value, value: part.value },
      part.row as (typeof data.rows)[0],
    );
  }

  const notice = problem ? (
    <EmptyState icon="warning" tone="neutral" title={problemText(problem)} text="" />
  ) : parts.length === 0 ? (
    <EmptyState icon="chart-multiple" tone="neutral" title={t('charts.none')} text={t('charts.noneHint')} />
  ) : undefined;
  return (
    <ChartFigure
      id={id}
      card={props.card !== false}
      height={props.height ?? defaultHeight}
      title={props.title}
      subtitle={props.subtitle}
      label={props.label || title}
      summary={t('charts.summary.parts', { total: format.value(total, settings), parts: shares })}
      counts={[parts.length]}
      say={({ index }) => {
        const part = parts[index]!;
        return t('charts.point', {
          category: part.name,
          series: format.percent(part.share),
          value: format.value(part.value, settings),
          index: format.count(index + 1),
          count: format.count(parts.length),
        });
      }}
      onSelect={selectable ? select : undefined}
      table={
        parts.length === 0
          ? null
          : () => ({
              columns: [
                props.categoryLabel || t('charts.category'),
                props.valueLabel || props.value,
                t('charts.share'),
              ],
              total: parts.length,
              rows: parts
                .slice(0, maxTableRows)
                .map(({ name, value, share }) => [
                  name,
                  format.value(value, settings),
                  format.percent(share),
                ]),
            })
      }
      texts={texts}
      {...(notice && { notice })}
    >
      {(active) => (
        <div className={styles.body}>
          <div className={styles.ring}>
            <EChart drawing={drawing} active={active} onPress={selectable ? select : undefined} />
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
      )}
    </ChartFigure>
  );
}

/** A few parts of a whole. */
export default function Pie(widget: WidgetProps<PieProps>) {
  return useTexts('charts') && <LoadedPie {...widget} />;
}

import { useMemo, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Json } from '../../../contracts/json.ts';
import { ChartFigure, ChartLegend, chartPicture, EChart, EmptyState } from '../../../ui/index.ts';
import type {
  ChartDrawing,
  ChartPosition,
  ChartTableData,
  ChartTexts,
  IconName,
  LegendEntry,
} from '../../../ui/index.ts';
import { useProblemText } from './chart-hooks.ts';
import type { ChartProblem } from './chart-hooks.ts';
import { useChartFilters, type ChartFilter, type Scalar } from './chart-filters.ts';
import type { WidgetProps } from '../contract.ts';
import type { FigureFormat, PeriodUnit } from '../figure-format.ts';
import { useScreenTitle, useText } from '../hooks.ts';
import { useChartFiles } from './useChartFiles.ts';

/** Values that a press on a point gives to the steps of the node. */
export interface ChartPoint {
  category: Scalar;
  /** The category as the chart names it. */
  label: string;
  /** Field of the measure, or the value that the series is split by. */
  series: Scalar;
  value: number | null;
  /** Null: the point is of several rows. */
  row: Readonly<Record<string, Json>> | null;
}

/** The props that every chart has. */
export interface CommonChartProps {
  title?: string;
  subtitle?: string;
  label?: string;
  height?: number;
  card?: boolean;
}

export interface PlotTools {
  /** The point that the keyboard has reached. */
  active: ChartPosition | null;
  onPress: ((position: ChartPosition) => void) | undefined;
}

export interface ChartFrameProps extends Pick<WidgetProps<never>, 'id' | 'fire' | 'listens'> {
  props: CommonChartProps;
  /** Height of the plot in pixels when the definition gives none. */
  defaultHeight: number;
  icon: IconName;
  ref?: RefObject<HTMLElement | null>;
  format: FigureFormat;
  texts: ChartTexts;
  /** Why nothing is drawn; a text says it itself. */
  problem: ChartProblem | string | null;
  isEmpty: boolean;
  summary: string;
  /** Number of points of each series. */
  counts: readonly number[];
  /** Sentence of a point: "March, Revenue, 12,300, 3 of 12". */
  say(position: ChartPosition): string;
  /** Null where a press means nothing. */
  point(position: ChartPosition): ChartPoint | null;
  /** Length of the periods that dates of the category stand for. */
  unit?: PeriodUnit | undefined;
  filters?: readonly ChartFilter[];
  table: ChartTableData | null;
  /** Null: the widget renders the plot itself, and there is no picture to save. */
  drawing: ChartDrawing | null;
  legend?: readonly LegendEntry[];
  /** Whether the widget renders the legend itself. */
  hasOwnLegend?: boolean;
  /** Where an arrow key leads, for marks that are not in a row. */
  move?(key: string, from: ChartPosition): ChartPosition | undefined;
  /** Below the plot. */
  note?: ReactNode;
  /** Places the chart among other content, or renders the plot. */
  children?(chart: ReactNode, plot: PlotTools): ReactNode;
}

const noFilters: readonly ChartFilter[] = [];
const noLegend: readonly LegendEntry[] = [];

/**
 * Frame that all charts have in common: the figure with its summary, keyboard and table, the files that it makes, what a press fires
 * and filters, and the notices in place of a chart that cannot be drawn.
 */
export function ChartFrame({ ref, ...frame }: ChartFrameProps) {
  const { id, props, texts, drawing, table, filters = noFilters, legend = noLegend } = frame;
  const t = useText();
  const screenTitle = useScreenTitle();
  const problemText = useProblemText(frame.format);
  const plot = useRef<HTMLDivElement>(null);
  const { chips, press } = useChartFilters(filters);
  const picture = useMemo(
    () =>
      drawing && {
        make: (on: HTMLElement) =>
          chartPicture({
            drawing,
            plot: on,
            title: props.title ?? '',
            subtitle: props.subtitle ?? '',
            legend,
          }),
        plot,
      },
    [drawing, props, legend],
  );
  const menu = useChartFiles(props.title || props.label || screenTitle, table, picture);

  function select(position: ChartPosition): void {
    const point = frame.point(position);
    if (!point) return;
    press(point);
    const { row, ...rest } = point;
    const days = frame.unit ? frame.format.days(point.category, frame.unit) : null;
    const payload = { ...rest, from: days?.from ?? null, to: days?.to ?? null };
    void frame.fire('select', payload, row ?? undefined);
  }

  const isSelectable = filters.length > 0 || frame.listens('select');
  const notice = frame.problem ? (
    <EmptyState
      icon="warning"
      tone="neutral"
      title={typeof frame.problem === 'string' ? frame.problem : problemText(frame.problem)}
    />
  ) : frame.isEmpty ? (
    <EmptyState icon={frame.icon} tone="neutral" title={t('charts.none')} text={t('charts.noneHint')} />
  ) : undefined;
  return (
    <ChartFigure
      id={id}
      {...(ref && { ref })}
      plotRef={plot}
      card={props.card !== false}
      height={props.height ?? frame.defaultHeight}
      title={props.title}
      subtitle={props.subtitle}
      label={props.label || screenTitle}
      summary={frame.summary}
      {...(frame.move && { move: frame.move })}
      note={notice ? null : frame.note}
      counts={frame.counts}
      say={frame.say}
      onSelect={isSelectable ? select : undefined}
      table={frame.problem && frame.isEmpty ? null : table}
      texts={texts}
      menu={menu}
      chips={chips}
      {...(notice && { notice })}
      legend={!frame.hasOwnLegend && legend.length > 0 && <ChartLegend entries={legend} />}
    >
      {(active) => {
        const onPress = isSelectable ? select : undefined;
        const chart = drawing && <EChart drawing={drawing} active={active} onPress={onPress} />;
        return frame.children ? frame.children(chart, { active, onPress }) : chart;
      }}
    </ChartFigure>
  );
}

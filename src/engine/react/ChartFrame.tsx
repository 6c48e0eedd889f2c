import { useMemo, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Json } from '../../contracts/json.ts';
import { ChartFigure, ChartLegend, chartPicture, EChart, EmptyState } from '../../ui/index.ts';
import type {
  ChartDrawing,
  ChartMenuEntry,
  ChartPosition,
  ChartTableData,
  ChartTexts,
  FilterChip,
  IconName,
  LegendEntry,
} from '../../ui/index.ts';
import { useProblemText } from './chart-hooks.ts';
import type { ChartProblem } from './chart-hooks.ts';
import { useEngine } from './context.ts';
import type { WidgetProps } from './contract.ts';
import type { FigureFormat, PeriodUnit } from './figure-format.ts';
import { useBinding, useReport, useScreenTitle, useText } from './hooks.ts';
import { useTileMenu } from './tile-menu.ts';

export type Scalar = string | number | boolean | null;

/** A value that an event carries and the state holds; null for any other. */
export const toScalar = (value: unknown): Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

/** What a press on a point says to the steps of the node. */
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

/** A value of the points that the chart writes into the state, to filter what reads it there. */
export interface ChartFilter {
  /** State path. */
  bind: string;
  of: 'category' | 'series';
  /** What the value is: "Month". */
  name: string;
  nameOf(value: unknown): string;
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
  /** What a point says: "March, Revenue, 12,300, 3 of 12". */
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

/** The values of filters by their paths; one subscription for each of at most two. */
function useFilterValues(filters: readonly ChartFilter[]): {
  values: readonly unknown[];
  set(index: number, value: Scalar): void;
} {
  const [first, setFirst] = useBinding(filters[0]?.bind);
  const [second, setSecond] = useBinding(filters[1]?.bind);
  return { values: [first, second], set: (index, value) => (index === 0 ? setFirst : setSecond)(value) };
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== '';

const noEntries: readonly ChartMenuEntry[] = [];
const noFilters: readonly ChartFilter[] = [];
const noLegend: readonly LegendEntry[] = [];

const fileName = (name: string, extension: string) =>
  `${name.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').trim() || extension}.${extension}`;

/**
 * What all charts have in common: the frame with its summary, keyboard and table, the files that it makes, what a press fires
 * and filters, and the notices in place of a chart that cannot be drawn.
 */
export function ChartFrame({ ref, ...frame }: ChartFrameProps) {
  const { id, props, texts, drawing, table, filters = noFilters, legend = noLegend } = frame;
  const t = useText();
  const { host, lang } = useEngine();
  const report = useReport();
  const screenTitle = useScreenTitle();
  const problemText = useProblemText(frame.format);
  const plot = useRef<HTMLDivElement>(null);
  const { values, set } = useFilterValues(filters);
  const name = props.title || props.label || screenTitle;

  function select(position: ChartPosition): void {
    const point = frame.point(position);
    if (!point) return;
    // A second press takes the filters away.
    const isSecond = filters.every(({ of }, index) => values[index] === point[of]);
    filters.forEach(({ of }, index) => {
      if (point[of] !== null) set(index, isSecond ? null : point[of]);
    });
    const { row, ...rest } = point;
    const days = frame.unit ? frame.format.days(point.category, frame.unit) : null;
    const payload = { ...rest, from: days?.from ?? null, to: days?.to ?? null };
    void frame.fire('select', payload, row ?? undefined);
  }

  const menu = useMemo<ChartMenuEntry[]>(() => {
    async function make(extension: 'png' | 'csv' | 'xlsx'): Promise<void> {
      try {
        if (extension === 'png') {
          if (!plot.current || !drawing) return;
          const { title = '', subtitle = '' } = props;
          const blob = await chartPicture({ drawing, plot: plot.current, title, subtitle, legend });
          const bytes = new Uint8Array(await blob.arrayBuffer());
          host.saveContent({ bytes, type: blob.type }, fileName(name, 'png'));
        } else if (table) {
          const { chartFile } = await import('./chart-files.ts');
          host.saveContent(await chartFile(extension, table, lang), fileName(name, extension));
        }
      } catch (error) {
        report(error);
        host.notify('error', t('charts.download.failed'));
      }
    }
    const entry = (extension: 'png' | 'csv' | 'xlsx', icon: IconName, text: string): ChartMenuEntry => ({
      id: extension,
      icon,
      text,
      run: () => void make(extension),
    });
    return [
      ...(drawing ? [entry('png', 'image', t('charts.download.png'))] : []),
      entry('csv', 'document-text', t('charts.download.csv')),
      entry('xlsx', 'table', t('charts.download.xlsx')),
    ];
  }, [t, lang, host, report, name, props, drawing, legend, table]);

  // One menu for a tile: the entries stand in it, beside its own.
  const isInTileMenu = useTileMenu(menu);
  const chips = filters.flatMap(({ bind, name: of, nameOf }, index): FilterChip[] => {
    const value = values[index];
    if (!isSet(value)) return [];
    const text = t('charts.filter.text', { name: of, value: nameOf(value) });
    const label = t('charts.filter.remove', { filter: text });
    return [{ id: bind, text, label, remove: () => set(index, null) }];
  });
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
      menu={isInTileMenu ? noEntries : menu}
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

import { useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { ChartTexts } from '../../../ui/index.ts';
import type { WidgetProps } from '../contract.ts';
import { figureSettings, useFigureFormat } from '../figure-format.ts';
import type { FigureFormat, FigureSettings, PeriodUnit } from '../figure-format.ts';
import { useBinding, useText } from '../hooks.ts';
import type { Translate } from '../hooks.ts';
import { columnTitle, columnValues } from '../rows/data-columns.ts';
import { useTexts } from '../screen/useTexts.ts';
import { toScalar } from './chart-filters.ts';
import type { ChartFilter, Scalar } from './chart-filters.ts';
import { useCategoryName, useChartTexts } from './chart-hooks.ts';
import { ChartFrame } from './ChartFrame.tsx';
import type { ChartFrameProps, CommonChartProps } from './ChartFrame.tsx';

/** The properties of a chart's node: those of all charts, and how its figures are written. */
type ChartProps = CommonChartProps & Partial<FigureSettings>;

/** Values that tell the points of a chart apart: their categories, or their series. */
export interface Dimension {
  /** Field of the rows; undefined where the chart has no such dimension. */
  field: string | undefined;
  /** State that a press on a point filters by. */
  bind: string | undefined;
  /** Length of the periods that its dates stand for. */
  unit?: PeriodUnit | undefined;
  /** Texts of its values. */
  map?: Readonly<Record<string, string>> | undefined;
  label: string;
}

/** A dimension on the page: how its values are named, and the one that is filtered by (null: none). */
export interface ShownDimension {
  label: string;
  nameOf(value: unknown): string;
  chosen: Scalar;
}

interface Given<P> {
  props: P;
  t: Translate;
  /** Title that the dataset gives a field; empty where nothing does. */
  titleOf(field: string): string;
}

/** Parts that a chart is made of. */
export interface ChartInput<P> extends Given<P>, Pick<WidgetProps<never>, 'id' | 'data'> {
  format: FigureFormat;
  settings: FigureSettings;
  selectable: boolean;
  /** Colours of groups by their keys: they stay while rows come and go. */
  colors: Map<string, number>;
  category: ShownDimension;
  series: ShownDimension;
}

/** Content of a chart in the frame of all charts. */
export type ShownChart = Omit<
  ChartFrameProps,
  'id' | 'props' | 'fire' | 'listens' | 'icon' | 'defaultHeight' | 'format' | 'texts' | 'filters'
> & { texts?: Partial<ChartTexts> };

export interface ChartDefinition<P> extends Pick<ChartFrameProps, 'icon' | 'defaultHeight'> {
  category?(given: Given<P>): Dimension;
  series?(given: Given<P>): Dimension;
  /** Rows to points, and these to the drawing, the table and the words. */
  useChart(input: ChartInput<P>): ShownChart;
}

type ChartWidgetProps<P> = Omit<WidgetProps<never>, 'props'> & { props: P };

const noDimension = (): Dimension => ({ field: undefined, bind: undefined, label: '' });

function useDimension(
  { field, bind, unit, map, label }: Dimension,
  format: FigureFormat,
  record: Parameters<typeof columnValues>[0],
): ShownDimension {
  const nameOf = useCategoryName(unit, map, format, columnValues(record, field));
  const [chosen] = useBinding(bind);
  return { label, nameOf, chosen: toScalar(chosen) };
}

/** A widget that shows rows as a chart, once the texts of charts are there. @param P the widget's resolved props */
export function defineChart<P extends ChartProps>({
  icon,
  defaultHeight,
  category: categoryOf = noDimension,
  series: seriesOf = noDimension,
  useChart,
}: ChartDefinition<P>): (widget: ChartWidgetProps<P>) => ReactNode {
  function LoadedChart({ id, props, data, fire, listens }: ChartWidgetProps<P>) {
    const t = useText();
    const format = useFigureFormat();
    const settings = useMemo(() => figureSettings(props), [props]);
    const [colors] = useState(() => new Map<string, number>());
    const { record } = data;
    const titleOf = useCallback((field: string) => columnTitle(record, field), [record]);
    const given = { props, t, titleOf };
    const dimensions = [categoryOf(given), seriesOf(given)] as const;
    const category = useDimension(dimensions[0], format, record);
    const series = useDimension(dimensions[1], format, record);
    const selectable = listens('select') || dimensions.some(({ bind }) => bind !== undefined);
    const common = useChartTexts(selectable, format);
    const input = { ...given, id, data, format, settings, selectable, colors, category, series };
    const { texts, ...shown } = useChart(input);
    const filterOf = (of: ChartFilter['of'], bind: string | undefined, by: ShownDimension): ChartFilter[] =>
      bind ? [{ bind, of, name: by.label, nameOf: by.nameOf }] : [];
    return (
      <ChartFrame
        {...{ id, props, fire, listens, icon, defaultHeight, format }}
        texts={texts ? { ...common, ...texts } : common}
        filters={[
          ...filterOf('category', dimensions[0].bind, category),
          ...filterOf('series', dimensions[1].bind, series),
        ]}
        {...shown}
      />
    );
  }
  return (widget) => useTexts('charts') && <LoadedChart {...widget} />;
}

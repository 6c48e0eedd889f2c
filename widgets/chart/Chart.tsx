import { useMemo, useRef, useState } from 'react';
import type { ChartProps } from '../../src/engine/core/index.ts';
import {
  ChartFrame,
  columnTitle,
  columnValues,
  figureSettings,
  toScalar,
  useBinding,
  useCategoryName,
  useChartTexts,
  useFigureFormat,
  useText,
  useTexts,
} from '../../src/engine/react/index.ts';
import type { ChartFilter, ChartPoint, WidgetProps } from '../../src/engine/react/index.ts';
import { useWiderThan } from '../../src/ui/index.ts';
import type { ChartPosition } from '../../src/ui/index.ts';
import { createChartModel } from './chart-model.ts';
import { createDrawing, dashOf, goalsInLegend, hasEndLabels } from './option.ts';
import { pointText, summaryOf, tableOf } from './words.ts';

/** Width from which lines are named at their ends, with the padding of a card. */
const wide = 460;

function LoadedChart({ id, props, data, fire, listens }: WidgetProps<ChartProps>) {
  const t = useText();
  const format = useFigureFormat();
  const { bind, splitBind } = props;
  const selectable = listens('select') || bind !== undefined || splitBind !== undefined;
  const texts = useChartTexts(selectable, format);
  const categoryName = useCategoryName(
    props.unit,
    props.map,
    format,
    columnValues(data.record, props.category),
  );
  const splitName = useCategoryName(undefined, props.map, format, columnValues(data.record, props.splitBy));
  const [category] = useBinding(bind);
  const [chosenSeries] = useBinding(splitBind);
  const root = useRef<HTMLElement>(null);
  const isWide = useWiderThan(root, wide, id) !== false;
  const [colors] = useState(() => new Map<string, number>());
  const model = useMemo(
    () =>
      createChartModel(
        props,
        data.rows,
        { category: categoryName, split: splitName, others: t('charts.others') },
        colors,
      ),
    [props, data.rows, categoryName, splitName, t, colors],
  );
  const words = useMemo(() => {
    const left = figureSettings(props);
    const right = figureSettings(props.second);
    return { t, format, settingsOf: ({ second }: { second: boolean }) => (second ? right : left) };
  }, [props, t, format]);
  const ends = isWide && hasEndLabels(props, model);
  const drawing = useMemo(
    () =>
      createDrawing({
        props,
        model,
        format,
        settingsOf: words.settingsOf,
        selectable,
        weekend: t('charts.weekend'),
        ends,
        chosen: { category: toScalar(category), series: toScalar(chosenSeries) },
      }),
    [props, model, format, words, t, selectable, ends, category, chosenSeries],
  );
  const summary = useMemo(() => summaryOf(model, words), [model, words]);
  const categoryLabel =
    props.categoryLabel || columnTitle(data.record, props.category) || t('charts.category');
  const table = useMemo(
    () => (model.categories.length > 0 ? tableOf(model, categoryLabel, words) : null),
    [model, categoryLabel, words],
  );
  const legend = useMemo(
    () => [
      ...(model.series.length > 1 && !ends
        ? model.series.map((one) => ({
            name: one.name,
            color: one.color,
            line: one.kind === 'line',
            dash: one.kind === 'line' ? dashOf(model, one) : null,
            outline: one.outline,
          }))
        : []),
      ...goalsInLegend({ props, model, format, settingsOf: words.settingsOf, ends }),
    ],
    [props, model, format, words, ends],
  );

  function point({ series, index }: ChartPosition): ChartPoint | null {
    const one = model.series[series];
    const row = one?.rows[index];
    const at = model.categories[index];
    // All others together are no row.
    if (!one || !row || !at) return null;
    return {
      category: toScalar(at.raw),
      label: at.text,
      series: one.key,
      value: one.values[index] ?? null,
      row,
    };
  }

  const filters: ChartFilter[] = [
    ...(bind ? [{ bind, of: 'category' as const, name: categoryLabel, nameOf: categoryName }] : []),
    ...(splitBind
      ? [
          {
            bind: splitBind,
            of: 'series' as const,
            name: props.splitLabel || t('charts.series'),
            nameOf: splitName,
          },
        ]
      : []),
  ];
  return (
    <ChartFrame
      id={id}
      ref={root}
      props={props}
      fire={fire}
      listens={listens}
      defaultHeight={240}
      icon="data-bar-vertical"
      format={format}
      texts={texts}
      problem={model.problem}
      isEmpty={model.isEmpty}
      summary={summary}
      counts={model.series.map(({ values }) => values.length)}
      say={(position) => pointText(model, position, words)}
      point={point}
      unit={props.unit}
      filters={filters}
      table={table}
      drawing={drawing}
      legend={legend}
    />
  );
}

/** Bars, lines and areas of rows. */
export default function Chart(widget: WidgetProps<ChartProps>) {
  return useTexts('charts') && <LoadedChart {...widget} />;
}

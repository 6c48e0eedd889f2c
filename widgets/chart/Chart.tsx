import { useMemo, useRef, useState } from 'react';
import type { ChartProps } from '../../src/engine/core/index.ts';
import {
  useCategoryName,
  useChartTexts,
  useFigureFormat,
  useProblemText,
  useScreenTitle,
  useText,
  useTexts,
} from '../../src/engine/react/index.ts';
import type { FigureSettings, WidgetProps } from '../../src/engine/react/index.ts';
import { ChartFigure, ChartLegend, EChart, EmptyState, useWiderThan } from '../../src/ui/index.ts';
import type { ChartPosition } from '../../src/ui/index.ts';
import { createChartModel } from './model.ts';
import { createDrawing, dashOf, hasEndLabels } from './option.ts';
import { pointText, summaryOf, tableOf } from './words.ts';

const defaultHeight = 240;
/** Width from which lines are named at their ends, with the padding of a card. */
const wide = 460;

const formatOf = (given: Partial<FigureSettings> | undefined): FigureSettings => ({
  ...(given?.format && { format: given.format }),
  ...(given?.decimals !== undefined && { decimals: given.decimals }),
  ...(given?.currency && { currency: given.currency }),
});

function LoadedChart({ id, props, data, fire, listens }: WidgetProps<ChartProps>) {
  const t = useText();
  const format = useFigureFormat();
  const title = useScreenTitle();
  const selectable = listens('select');
  const texts = useChartTexts(selectable, format);
  const problemText = useProblemText(format);
  const categoryName = useCategoryName(props.unit, props.map, format);
  const splitName = useCategoryName(undefined, props.map, format);
  const root = useRef<HTMLElement>(null);
  const isWide = useWiderThan(root, wide) !== false;
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
    const left = formatOf(props);
    const right = formatOf(props.second);
    return { t, format, settingsOf: ({ second }: { second: boolean }) => (second ? right : left) };
  }, [props, t, format]);
  const ends = isWide && hasEndLabels(props, model);
  const drawing = useMemo(
    () => createDrawing({ props, model, format, settingsOf: words.settingsOf, selectable, ends }),
    [props, model, format, words, selectable, ends],
  );
  const summary = useMemo(() => summaryOf(model, words), [model, words]);

  function select({ series, index }: ChartPosition): void {
    const one = model.series[series];
    const row = one?.rows[index];
    const category = model.categories[index]?.raw ?? null;
    // All others together are no row.
    if (!one || !row) return;
    const plain = typeof category === 'object' ? null : (category as string | number | boolean);
    void fire('select', { category: plain, series: one.key, value: one.values[index] ?? null }, row);
  }

  const notice = model.problem ? (
    <EmptyState icon="warning" tone="neutral" title={problemText(model.problem)} text="" />
  ) : model.isEmpty ? (
    <EmptyState
      icon="data-bar-vertical"
      tone="neutral"
      title={t('charts.none')}
      text={t('charts.noneHint')}
    />
  ) : undefined;
  const hasLegend = model.series.length > 1 && !ends;
  return (
    <ChartFigure
      id={id}
      ref={root}
      card={props.card !== false}
      height={props.height ?? defaultHeight}
      title={props.title}
      subtitle={props.subtitle}
      label={props.label || title}
      summary={summary}
      counts={model.series.map(({ values }) => values.length)}
      say={(position) => pointText(model, position, words)}
      onSelect={selectable ? select : undefined}
      table={
        model.categories.length > 0
          ? () => tableOf(model, props.categoryLabel || t('charts.category'), words)
          : null
      }
      texts={texts}
      {...(notice && { notice })}
      legend={
        hasLegend && (
          <ChartLegend
            entries={model.series.map((one) => ({
              name: one.name,
              color: one.color,
              line: one.kind === 'line',
              dash: one.kind === 'line' ? dashOf(model, one) : null,
            }))}
          />
        )
      }
    >
      {(active) => <EChart drawing={drawing} active={active} onPress={selectable ? select : undefined} />}
    </ChartFigure>
  );
}

/** Bars, lines and areas of rows. */
export default function Chart(widget: WidgetProps<ChartProps>) {
  return useTexts('charts') && <LoadedChart {...widget} />;
}

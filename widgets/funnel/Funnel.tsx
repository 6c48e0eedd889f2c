import { useMemo } from 'react';
import type { FunnelProps } from '../../src/engine/core/index.ts';
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
import type {
  ChartPoint,
  FigureFormat,
  FigureSettings,
  Translate,
  WidgetProps,
} from '../../src/engine/react/index.ts';
import type { ChartPosition } from '../../src/ui/index.ts';
import { createDrawing } from './option.ts';
import { createStages } from './stages.ts';
import type { Stage } from './stages.ts';

/** From where to where the process goes, and where most is lost. */
function summaryOf(
  stages: readonly Stage[],
  { t, format, settings }: { t: Translate; format: FigureFormat; settings: FigureSettings },
): string {
  const known = stages.filter(({ value }) => value !== null);
  const [first] = known;
  const last = known.at(-1);
  if (!first || !last) return t('charts.summary.empty');
  const loss = known.reduce<Stage | null>(
    (worst, stage) =>
      stage.ofPrevious !== null && stage.ofPrevious < (worst?.ofPrevious ?? 1) ? stage : worst,
    null,
  );
  const ends = {
    first: format.value(first.value, settings),
    firstAt: first.name,
    last: format.value(last.value, settings),
    lastAt: last.name,
  };
  if (!loss || last.ofFirst === null) return t('charts.funnel.short', ends);
  return t('charts.funnel.summary', {
    ...ends,
    share: format.percent(last.ofFirst),
    lossAt: loss.name,
    kept: format.percent(loss.ofPrevious!),
  });
}

function LoadedFunnel({ id, props, data, fire, listens }: WidgetProps<FunnelProps>) {
  const t = useText();
  const format = useFigureFormat();
  const { bind } = props;
  const selectable = listens('select') || bind !== undefined;
  const texts = useChartTexts(selectable, format);
  const nameOf = useCategoryName(undefined, props.map, format, columnValues(data.record, props.category));
  const [chosen] = useBinding(bind);
  const settings = useMemo(() => figureSettings(props), [props]);
  const { stages, problem } = useMemo(
    () => createStages(props, data.rows, nameOf, t('charts.others')),
    [props, data.rows, nameOf, t],
  );
  const measure = props.valueLabel || props.value;
  const categoryLabel =
    props.categoryLabel || columnTitle(data.record, props.category) || t('charts.category');
  const drawing = useMemo(
    () =>
      createDrawing({
        stages,
        format,
        settings,
        measure,
        words: { ofFirst: t('charts.funnel.ofFirst'), ofPrevious: t('charts.funnel.ofPrevious') },
        selectable,
        chosen: toScalar(chosen),
      }),
    [stages, format, settings, measure, t, selectable, chosen],
  );
  const table = useMemo(() => {
    if (stages.length === 0) return null;
    const percent = (share: number | null) => (share === null ? '–' : format.percent(share));
    return {
      columns: [
        { name: categoryLabel, isFigure: false },
        { name: measure, isFigure: true },
        { name: t('charts.funnel.ofFirst'), isFigure: true },
        { name: t('charts.funnel.ofPrevious'), isFigure: true },
      ],
      count: stages.length,
      texts: (row: number) => {
        const { name, value, ofFirst, ofPrevious } = stages[row]!;
        return [name, format.value(value, settings), percent(ofFirst), percent(ofPrevious)];
      },
      values: (row: number) => {
        const { name, value, ofFirst, ofPrevious } = stages[row]!;
        return [name, value, ofFirst, ofPrevious];
      },
    };
  }, [stages, categoryLabel, measure, t, format, settings]);

  function point({ index }: ChartPosition): ChartPoint | null {
    const stage = stages[index];
    if (!stage) return null;
    const { raw, name, value, row } = stage;
    return { category: toScalar(raw), label: name, series: props.value, value, row };
  }

  return (
    <ChartFrame
      id={id}
      props={props}
      fire={fire}
      listens={listens}
      defaultHeight={240}
      icon="data-funnel"
      format={format}
      texts={texts}
      problem={problem}
      isEmpty={stages.every(({ value }) => value === null)}
      summary={summaryOf(stages, { t, format, settings })}
      counts={[stages.length]}
      say={({ index }) => {
        const { name, value, ofFirst } = stages[index]!;
        const figure = value === null ? t('charts.noValue') : format.value(value, settings);
        const values = {
          category: name,
          value: figure,
          index: format.count(index + 1),
          count: format.count(stages.length),
        };
        return ofFirst === null || index === 0
          ? t('charts.lonePoint', values)
          : t('charts.point', { ...values, series: figure, value: format.percent(ofFirst) });
      }}
      point={point}
      {...(bind && { filters: [{ bind, of: 'category', name: categoryLabel, nameOf }] })}
      table={table}
      drawing={drawing}
    />
  );
}

/** Stages of a process, each with what is left of the first. */
export default function Funnel(widget: WidgetProps<FunnelProps>) {
  return useTexts('charts') && <LoadedFunnel {...widget} />;
}

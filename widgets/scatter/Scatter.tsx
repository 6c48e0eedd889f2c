import { useMemo, useState } from 'react';
import type { ScatterProps } from '../../src/engine/core/index.ts';
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
import type { ChartPosition } from '../../src/ui/index.ts';
import { createDrawing } from './option.ts';
import { createPoints } from './points.ts';
import type { Point } from './points.ts';

function rangeOf(points: readonly Point[], of: (point: Point) => number): [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const point of points) {
    least = Math.min(least, of(point));
    most = Math.max(most, of(point));
  }
  return [least, most];
}

function LoadedScatter({ id, props, data, fire, listens }: WidgetProps<ScatterProps>) {
  const t = useText();
  const format = useFigureFormat();
  const { bind, splitBind, splitBy, map } = props;
  const selectable = listens('select') || bind !== undefined || splitBind !== undefined;
  const texts = useChartTexts(selectable, format);
  const nameOf = useCategoryName(undefined, map, format, columnValues(data.record, props.name));
  const groupOf = useCategoryName(undefined, map, format, columnValues(data.record, splitBy));
  const [chosenName] = useBinding(bind);
  const [chosenSeries] = useBinding(splitBind);
  const [colors] = useState(() => new Map<string, number>());
  const labels = useMemo(
    () => ({
      x: props.xLabel || columnTitle(data.record, props.x) || props.x,
      y: props.yLabel || columnTitle(data.record, props.y) || props.y,
      size: props.sizeLabel || columnTitle(data.record, props.size ?? '') || (props.size ?? ''),
    }),
    [props, data.record],
  );
  const settings = useMemo(
    () => ({ x: figureSettings(props.formatX), y: figureSettings(props), size: {} }),
    [props],
  );
  const points = useMemo(
    () =>
      createPoints(
        props,
        data.rows,
        { point: nameOf, group: groupOf, others: t('charts.others'), all: `${labels.x} × ${labels.y}` },
        colors,
      ),
    [props, data.rows, nameOf, groupOf, t, labels, colors],
  );
  const { groups, count, problem } = points;
  const drawing = useMemo(
    () =>
      createDrawing({
        props,
        points,
        format,
        settings,
        labels,
        selectable,
        chosen: { category: toScalar(chosenName), series: toScalar(chosenSeries) },
      }),
    [props, points, format, settings, labels, selectable, chosenName, chosenSeries],
  );
  const listed = useMemo(
    () => groups.flatMap((group) => group.points.map((point) => ({ group, point }))),
    [groups],
  );
  const nameLabel = props.nameLabel || t('charts.name');
  const splitLabel = props.splitLabel || t('charts.series');
  const table = useMemo(() => {
    if (listed.length === 0) return null;
    const named = props.name !== undefined;
    const sized = props.size !== undefined;
    return {
      columns: [
        ...(named ? [{ name: nameLabel, isFigure: false }] : []),
        ...(splitBy ? [{ name: splitLabel, isFigure: false }] : []),
        { name: labels.x, isFigure: true },
        { name: labels.y, isFigure: true },
        ...(sized ? [{ name: labels.size, isFigure: true }] : []),
      ],
      count: listed.length,
      texts: (row: number) => {
        const { group, point } = listed[row]!;
        return [
          ...(named ? [point.name] : []),
          ...(splitBy ? [group.name] : []),
          format.value(point.x, settings.x),
          format.value(point.y, settings.y),
          ...(sized ? [format.value(point.size, settings.size)] : []),
        ];
      },
      values: (row: number) => {
        const { group, point } = listed[row]!;
        return [
          ...(named ? [point.name] : []),
          ...(splitBy ? [group.name] : []),
          point.x,
          point.y,
          ...(sized ? [point.size] : []),
        ];
      },
    };
  }, [listed, props.name, props.size, splitBy, nameLabel, splitLabel, labels, format, settings]);
  const legend = useMemo(
    () => (splitBy ? groups.map(({ name, color }) => ({ name, color })) : []),
    [splitBy, groups],
  );
  const summary = useMemo(() => {
    const all = listed.map(({ point }) => point);
    if (all.length === 0) return t('charts.summary.empty');
    const [xFrom, xTo] = rangeOf(all, ({ x }) => x);
    const [yFrom, yTo] = rangeOf(all, ({ y }) => y);
    return t('charts.summary.points', {
      count: format.count(all.length),
      x: labels.x,
      xFrom: format.value(xFrom, settings.x),
      xTo: format.value(xTo, settings.x),
      y: labels.y,
      yFrom: format.value(yFrom, settings.y),
      yTo: format.value(yTo, settings.y),
    });
  }, [listed, labels, format, settings, t]);

  function say({ series, index }: ChartPosition): string {
    const group = groups[series]!;
    const { name, x, y, size } = group.points[index]!;
    const measure = (of: string, value: string) => t('charts.measure', { name: of, value });
    return t('charts.scatterPoint', {
      name: splitBy ? t('charts.at', { first: name, second: group.name }) : name,
      values: [
        measure(labels.x, format.value(x, settings.x)),
        measure(labels.y, format.value(y, settings.y)),
        ...(props.size ? [measure(labels.size, format.value(size, settings.size))] : []),
      ].join(', '),
      index: format.count(index + 1),
      count: format.count(group.points.length),
    });
  }

  function pointOf({ series, index }: ChartPosition): ChartPoint | null {
    const group = groups[series];
    const one = group?.points[index];
    if (!group || !one) return null;
    return { category: one.raw, label: one.name, series: group.key, value: one.y, row: one.row };
  }

  const filters: ChartFilter[] = [
    ...(bind ? [{ bind, of: 'category' as const, name: nameLabel, nameOf }] : []),
    ...(splitBind ? [{ bind: splitBind, of: 'series' as const, name: splitLabel, nameOf: groupOf }] : []),
  ];
  return (
    <ChartFrame
      id={id}
      props={props}
      fire={fire}
      listens={listens}
      defaultHeight={280}
      icon="data-scatter"
      format={format}
      texts={texts}
      problem={problem}
      isEmpty={count === 0}
      summary={summary}
      counts={groups.map((group) => group.points.length)}
      say={say}
      point={pointOf}
      filters={filters}
      table={table}
      drawing={drawing}
      legend={legend}
    />
  );
}

/** Points by two figures, whose size may be a third. */
export default function Scatter(widget: WidgetProps<ScatterProps>) {
  return useTexts('charts') && <LoadedScatter {...widget} />;
}

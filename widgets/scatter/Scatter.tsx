import { useMemo } from 'react';
import type { ScatterProps } from '../../src/engine/core/index.ts';
import { chartTable, defineChart, figureSettings } from '../../src/engine/react/index.ts';
import type {
  ChartColumn,
  ChartInput,
  ChartPoint,
  Resolved,
  ShownChart,
} from '../../src/engine/react/index.ts';
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

function useScatter({
  props,
  data,
  t,
  format,
  settings: figures,
  selectable,
  colors,
  titleOf,
  category: name,
  series: split,
}: ChartInput<Resolved<ScatterProps>>): ShownChart {
  const { splitBy } = props;
  const labels = useMemo(
    () => ({
      x: props.xLabel || titleOf(props.x) || props.x,
      y: props.yLabel || titleOf(props.y) || props.y,
      size: props.sizeLabel || titleOf(props.size ?? '') || (props.size ?? ''),
    }),
    [props, titleOf],
  );
  const settings = useMemo(
    () => ({ x: figureSettings(props.formatX), y: figures, size: {} }),
    [props, figures],
  );
  const points = useMemo(
    () =>
      createPoints(
        props,
        data.rows,
        {
          point: name.nameOf,
          group: split.nameOf,
          others: t('charts.others'),
          all: `${labels.x} × ${labels.y}`,
        },
        colors,
      ),
    [props, data.rows, name.nameOf, split.nameOf, t, labels, colors],
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
        chosen: { category: name.chosen, series: split.chosen },
      }),
    [props, points, format, settings, labels, selectable, name.chosen, split.chosen],
  );
  const listed = useMemo(
    () => groups.flatMap((group) => group.points.map((point) => ({ group, point }))),
    [groups],
  );
  const table = useMemo(() => {
    const columns: (ChartColumn<(typeof listed)[number]> | false)[] = [
      props.name !== undefined && { name: name.label, value: ({ point }) => point.name },
      splitBy !== undefined && { name: split.label, value: ({ group }) => group.name },
      {
        name: labels.x,
        value: ({ point }) => point.x,
        text: ({ point }) => format.value(point.x, settings.x),
      },
      {
        name: labels.y,
        value: ({ point }) => point.y,
        text: ({ point }) => format.value(point.y, settings.y),
      },
      props.size !== undefined && {
        name: labels.size,
        value: ({ point }) => point.size,
        text: ({ point }) => format.value(point.size, settings.size),
      },
    ];
    return chartTable(
      listed,
      columns.filter((column) => column !== false),
    );
  }, [listed, props.name, props.size, splitBy, name.label, split.label, labels, format, settings]);
  const legend = useMemo(
    () => (splitBy ? groups.map((group) => ({ name: group.name, color: group.color })) : []),
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
    const { name: own, x, y, size } = group.points[index]!;
    const measure = (of: string, value: string) => t('charts.measure', { name: of, value });
    return t('charts.scatterPoint', {
      name: splitBy ? t('charts.at', { first: own, second: group.name }) : own,
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

  return {
    problem,
    isEmpty: count === 0,
    summary,
    counts: groups.map((group) => group.points.length),
    say,
    point: pointOf,
    table,
    drawing,
    legend,
  };
}

/** Points by two figures, whose size may be a third. */
export default defineChart<Resolved<ScatterProps>>({
  icon: 'data-scatter',
  defaultHeight: 280,
  category: ({ props: { name, nameLabel, bind, map }, t }) => ({
    field: name,
    bind,
    map,
    label: nameLabel || t('charts.name'),
  }),
  series: ({ props: { splitBy, splitLabel, splitBind, map }, t }) => ({
    field: splitBy,
    bind: splitBind,
    map,
    label: splitLabel || t('charts.series'),
  }),
  useChart: useScatter,
});

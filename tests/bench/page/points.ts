import type { JsonObject } from '../../../src/contracts/json.ts';

export type Point = Readonly<Record<string, string | number>>;

const day = (at: number): string => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10);
const states = ['SP', 'RJ', 'MG', 'BA', 'PR', 'RS', 'PE', 'CE', 'PA', 'SC'];
const wave = (at: number): number => 1_000 + Math.round(900 * Math.sin(at / 900)) + (at % 97);

/** A row per point, the same in each run, with a field for each thing that a chart can ask for. */
export function makePoints(count: number): Point[] {
  return Array.from({ length: count }, (_, at) => ({
    id: at,
    at,
    name: `Pedido ${at}`,
    value: wave(at),
    more: wave(at * 3),
    day: day(at % 1_000),
    until: day((at % 1_000) + (at % 9)),
    state: states[at % states.length]!,
    column: at % 250,
    row: Math.floor(at / 250) % 200,
    x: Math.sin(at) * 40 + (at % 211),
    y: Math.cos(at * 1.7) * 30 + (at % 97),
  }));
}

const series = (...kinds: string[]): JsonObject[] =>
  kinds.map((kind, at) => ({ field: at === 0 ? 'value' : 'more', label: `Valor ${at}`, kind }));
const parts: JsonObject = { category: 'name', value: 'value' };
const days: JsonObject = { start: 'day', end: 'until', text: 'name' };
const split: JsonObject = { category: 'day', splitBy: 'state' };

const widgets: Readonly<Record<string, JsonObject>> = {
  bars: { type: 'chart', props: { category: 'at', series: series('bar') } },
  lines: { type: 'chart', props: { category: 'at', series: series('line') } },
  areas: { type: 'chart', props: { category: 'at', series: series('area') } },
  stacked: { type: 'chart', props: { ...split, stacked: true, series: series('area') } },
  combined: { type: 'chart', props: { category: 'at', series: series('line', 'area') } },
  dots: { type: 'scatter', props: { x: 'x', y: 'y' } },
  heat: { type: 'heat-map', props: { column: 'column', row: 'row', value: 'value' } },
  pie: { type: 'pie', props: parts },
  funnel: { type: 'funnel', props: parts },
  treemap: { type: 'treemap', props: parts },
  gauge: { type: 'gauge', props: { field: 'value', take: 'sum', max: 200_000_000 } },
  stat: { type: 'stat', props: { label: 'Valor', field: 'value', take: 'sum', trend: 'value' } },
  map: { type: 'tile-map', props: { state: 'state', value: 'value' } },
  pivot: {
    type: 'pivot-table',
    props: { rows: [{ field: 'name', label: 'Pedido' }], measures: [{ field: 'value', label: 'Valor' }] },
  },
  progress: { type: 'progress-list', props: { ...parts, target: 2_000 } },
  timeline: { type: 'timeline', props: { ...days, lane: 'state' } },
  calendar: { type: 'calendar', props: days },
};

export const pointKinds: readonly string[] = Object.keys(widgets);

/** One widget over the rows of the page's source. */
export function pointsNode(kind: string): JsonObject {
  const { type, props } = widgets[kind] as { type: string; props: JsonObject };
  const title: JsonObject = type === 'stat' ? {} : { title: 'Pontos' };
  return { id: 'points', type, source: 'rows', props: { ...title, ...props } };
}

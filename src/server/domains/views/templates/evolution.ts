import type { JsonObject } from '../../../../contracts/json.ts';
import { countingDataset, datasetId, type Draft, type Subject } from './subject.ts';

const days = (...names: string[]): JsonObject =>
  Object.fromEntries(names.map((name, index) => [`day${index + 1}`, name]));

const strings = {
  pt: {
    period: 'Período',
    days30: 'Últimos 30 dias',
    days90: 'Últimos 90 dias',
    months12: 'Últimos 12 meses',
    inPeriod: 'No período',
    versus: 'vs. período anterior',
    total: 'Total',
    running: 'Acumulado no período',
    byWeek: 'Por semana',
    when: 'Por dia da semana e hora',
    hour: 'Hora',
    weekday: 'Dia da semana',
    ...days('segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado', 'domingo'),
  },
  en: {
    period: 'Period',
    days30: 'Last 30 days',
    days90: 'Last 90 days',
    months12: 'Last 12 months',
    inPeriod: 'In the period',
    versus: 'vs. previous period',
    total: 'Total',
    running: 'Running total of the period',
    byWeek: 'By week',
    when: 'By weekday and hour',
    hour: 'Hour',
    weekday: 'Weekday',
    ...days('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'),
  },
  es: {
    period: 'Período',
    days30: 'Últimos 30 días',
    days90: 'Últimos 90 días',
    months12: 'Últimos 12 meses',
    inPeriod: 'En el período',
    versus: 'vs. período anterior',
    total: 'Total',
    running: 'Acumulado del período',
    byWeek: 'Por semana',
    when: 'Por día de la semana y hora',
    hour: 'Hora',
    weekday: 'Día de la semana',
    ...days('lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'),
  },
};

const periods = [
  { value: 'last-30-days', label: '$days30' },
  { value: 'last-90-days', label: '$days90' },
  { value: 'last-12-months', label: '$months12' },
];

/** How the records become more: those of a period beside the one before, week by week, and at which hours. */
export function evolution(dashId: number, subject: Subject): Draft {
  const { title, time } = subject;
  const inPeriod: JsonObject = {
    parameters: { period: { type: 'period', default: 'last-90-days' } },
    where: { [time]: { within: { $expr: 'params.period' } } },
  };
  const source = (name: string): JsonObject => ({
    dataset: datasetId(dashId, name),
    query: { period: { $expr: 'state.filters.period' } },
  });
  return {
    datasets: [
      countingDataset(dashId, 'total', subject, {}),
      countingDataset(dashId, 'period', subject, {
        ...inPeriod,
        measures: { records: { count: true }, before: { previous: { of: 'records', by: 'period' } } },
      }),
      countingDataset(dashId, 'weeks', subject, {
        ...inPeriod,
        group: [{ id: 'week', field: time, bucket: 'week', fill: true }],
        measures: { records: { count: true }, running: { running: { of: 'records', along: 'week' } } },
        order: ['week'],
      }),
      countingDataset(dashId, 'hours', subject, {
        ...inPeriod,
        group: [
          { id: 'weekday', field: time, bucket: 'weekday' },
          { id: 'hour', field: time, bucket: 'hourOfDay', fill: true },
        ],
        order: ['weekday', 'hour'],
      }),
    ],
    content: {
      state: { filters: { period: 'last-90-days' } },
      query: { period: 'state.filters.period' },
      sources: {
        total: { dataset: datasetId(dashId, 'total') },
        period: source('period'),
        weeks: source('weeks'),
        hours: source('hours'),
      },
      filters: [
        {
          id: 'filters',
          type: 'filter-bar',
          props: {
            bind: 'state.filters',
            fold: true,
            remember: true,
            fields: [{ field: 'period', control: 'select', label: '$period', span: 2, options: periods }],
          },
        },
      ],
      body: [
        {
          id: 'total',
          type: 'stat',
          source: 'total',
          at: { x: 0, y: 0, w: 6, h: 2 },
          props: { label: title, field: 'records' },
        },
        {
          id: 'period',
          type: 'stat',
          source: 'period',
          at: { x: 6, y: 0, w: 6, h: 2 },
          props: { label: '$inPeriod', field: 'records', previousField: 'before', comparison: '$versus' },
        },
        {
          id: 'weeks',
          type: 'chart',
          source: 'weeks',
          at: { x: 0, y: 2, w: 12, h: 6 },
          props: {
            title: '$byWeek',
            category: 'week',
            unit: 'week',
            series: [
              { field: 'records', label: '$inPeriod', kind: 'bar' },
              { field: 'running', label: '$running', kind: 'line', second: true },
            ],
          },
        },
        {
          id: 'hours',
          type: 'heat-map',
          source: 'hours',
          at: { x: 0, y: 8, w: 12, h: 6 },
          props: {
            title: '$when',
            column: 'hour',
            columnLabel: '$hour',
            row: 'weekday',
            rowLabel: '$weekday',
            value: 'records',
            valueLabel: title,
            labels: 'never',
            rowMap: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, `$day${day}`])),
          },
        },
      ],
      strings: structuredClone(strings),
    },
  };
}

import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const cities = ['Betim', 'Contagem', 'Uberlândia', 'São José do Rio Preto', 'Campinas', 'Goiânia'];
const byMonth = cities.flatMap((city, row) =>
  Array.from({ length: 12 }, (_, month) => ({
    id: row * 12 + month,
    city,
    month: `2026-${String(month + 1).padStart(2, '0')}-01`,
    // A gap, as sources have them.
    orders: row === 3 && month > 8 ? null : Math.round(40 + 30 * Math.sin((month + row) / 2) + row * 9),
  })),
);
const weekdays = ['Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb', 'Dom'];
const byHour = weekdays.flatMap((day, row) =>
  Array.from({ length: 24 }, (_, hour) => ({
    day,
    hour: `${hour}h`,
    calls: Math.max(0, Math.round(60 * Math.exp(-((hour - 14) ** 2) / 18) * (row > 4 ? 0.3 : 1))),
  })),
);
const props = {
  title: '$story.title',
  column: 'month',
  columnLabel: '$story.month',
  unit: 'month',
  row: 'city',
  rowLabel: '$story.city',
  value: 'orders',
  valueLabel: '$story.orders',
} as const;

const stories = widgetStories(definition, {
  samples: [
    { rows: byMonth, props },
    {
      rows: byHour,
      props: { title: '$story.orders', column: 'hour', row: 'day', value: 'calls', height: 200 },
    },
    {
      rows: byMonth,
      props: {
        ...props,
        title: '$story.revenue',
        format: 'money',
        labels: 'never',
        subtitle: '$story.subtitle',
      },
    },
  ],
  dense: [
    {
      rows: Array.from({ length: 40 * 60 }, (_, at) => ({
        column: at % 60,
        row: `L${Math.floor(at / 60) + 1}`,
        value: (at * 37) % 101,
      })),
      props: { title: '$story.title', column: 'column', row: 'row', value: 'value', height: 400 },
    },
  ],
  document: { state: { perPage: 5_000 } },
});

export default { ...stories.meta, title: 'Heat map' };

export const Empty = stories.empty();
export const Loading = stories.loading();
export const Failed = stories.failed();
export const Forbidden = stories.forbidden();
export const Dense = stories.dense();
export const LongTexts = stories.longTexts();
export const Portuguese = stories.portuguese();
export const English = stories.english();
export const Spanish = stories.spanish();
export const Narrow = stories.narrow();
export const Wide = stories.wide();
export const Dark = stories.dark();
export const Shapes = stories.shapes();

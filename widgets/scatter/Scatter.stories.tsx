import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const regions = ['Sudeste', 'Sul', 'Nordeste'];
const companies = Array.from({ length: 36 }, (_, at) => ({
  id: at,
  company: `Empresa ${at + 1}`,
  region: regions[at % 3] ?? null,
  revenue: 20_000 + ((at * 7919) % 97) * 2_400,
  margin: 0.05 + ((at * 331) % 41) / 150,
  orders: 5 + ((at * 53) % 67),
}));
const props = {
  x: 'revenue',
  xLabel: '$story.revenue',
  formatX: { format: 'money' },
  y: 'margin',
  yLabel: '$story.done',
  format: 'percent',
  name: 'company',
  nameLabel: '$story.customer',
} as const;

const stories = widgetStories(definition, {
  samples: [
    {
      rows: companies,
      props: {
        ...props,
        title: '$story.customer',
        size: 'orders',
        sizeLabel: '$story.orders',
        splitBy: 'region',
        splitLabel: '$story.city',
        thresholds: [{ value: 0.2, label: '$story.goal', tone: 'success' }],
      },
    },
    {
      rows: companies,
      props: {
        ...props,
        title: '$story.title',
        thresholds: [
          { axis: 'x', value: 100_000, to: 160_000, label: '$story.open' },
          { value: 0.1, label: '$story.late', tone: 'danger' },
        ],
      },
    },
  ],
  dense: [
    {
      rows: Array.from({ length: 100_000 }, (_, at) => ({
        x: Math.sin(at) * 40 + (at % 211),
        y: Math.cos(at * 1.7) * 30 + (at % 97),
      })),
      props: { title: '$story.title', x: 'x', y: 'y' },
    },
  ],
  document: { state: { perPage: 100_000 } },
});

export default { ...stories.meta };

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

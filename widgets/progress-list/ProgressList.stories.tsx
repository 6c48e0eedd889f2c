import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const goals = ['São Paulo', 'Belo Horizonte', 'Manaus', 'Porto Alegre', 'Recife'].map((city, at) => ({
  id: at + 1,
  city,
  orders: [980, 1_120, 610, 215, null][at]!,
  goal: 1_000,
  state: ['info', 'success', 'warning', 'danger', 'neutral'][at]!,
}));
const many = Array.from({ length: 10_000 }, (_, at) => ({
  id: at,
  name: `Empresa ${at + 1}`,
  orders: 10_000 - at,
}));
const levels = [
  { from: 0, tone: 'danger' as const },
  { from: 0.5, tone: 'warning' as const },
  { from: 0.9, tone: 'success' as const },
];

const stories = widgetStories(definition, {
  samples: [
    {
      rows: goals,
      props: { title: '$story.goal', category: 'city', value: 'orders', targetField: 'goal', levels },
      on: { select: [{ navigate: '/orders/{row.id}' }] },
    },
    {
      rows: goals,
      props: { title: '$story.orders', subtitle: '$story.subtitle', category: 'city', value: 'orders' },
    },
    {
      rows: goals,
      props: {
        category: 'city',
        value: 'orders',
        target: 1_200,
        toneField: 'state',
        format: 'money',
        decimals: 0,
        card: false,
      },
    },
  ],
  dense: [{ rows: many, props: { title: '$story.orders', category: 'name', value: 'orders' } }],
  document: { state: { perPage: 10_000 } },
});

export default { ...stories.meta, title: 'Progress list' };

export const Empty = stories.empty();
export const Loading = stories.loading();
export const Failed = stories.failed();
export const Forbidden = stories.forbidden();
export const Dense = stories.dense();
export const LongTexts = stories.longTexts();
export const Portuguese = stories.portuguese({ see: '980 de 1.000' });
export const English = stories.english();
export const Spanish = stories.spanish();
export const Narrow = stories.narrow();
export const Wide = stories.wide();
export const Dark = stories.dark();
export const Shapes = stories.shapes();

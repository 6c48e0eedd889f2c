import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const states = [
  { id: 1, state: 'paid', orders: 720 },
  { id: 2, state: 'open', orders: 140 },
  { id: 3, state: 'late', orders: 90 },
  { id: 4, state: 'canceled', orders: 50 },
];
const map = {
  paid: '$story.paid',
  open: '$story.open',
  late: '$story.late',
  canceled: '$story.canceled',
};
const many = Array.from({ length: 40 }, (_, at) => ({
  id: at,
  name: `Empresa ${at + 1}`,
  orders: 400 - at * 7,
}));

const stories = widgetStories(definition, {
  samples: [
    {
      rows: states,
      props: {
        title: '$story.title',
        category: 'state',
        map,
        value: 'orders',
        valueLabel: '$story.orders',
        total: '$story.orders',
      },
    },
    {
      rows: many,
      props: { title: '$story.customer', category: 'name', value: 'orders', shape: 'pie', format: 'money' },
    },
  ],
  dense: [{ rows: many, props: { title: '$story.customer', category: 'name', value: 'orders', parts: 6 } }],
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

import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const week = [9, 12, 8, 14, 13, 17, 16, 21].map((orders, index) => ({
  id: index + 1,
  orders,
  revenue: orders * 523_456.78,
  before: 18,
  onTime: 0.9 - index / 200,
}));

const stories = widgetStories(definition, {
  samples: [
    {
      rows: week,
      props: {
        label: '$story.orders',
        field: 'orders',
        take: 'last',
        previousField: 'before',
        comparison: '$story.comparison',
        trend: 'orders',
      },
    },
    {
      rows: week,
      props: {
        label: '$story.revenue',
        field: 'revenue',
        take: 'sum',
        format: 'money',
        short: true,
        trend: 'revenue',
      },
    },
    {
      rows: week,
      props: {
        label: '$story.done',
        field: 'onTime',
        take: 'last',
        format: 'percent',
        decimals: 1,
        previous: 0.879,
        comparison: '$story.comparison',
        trend: 'onTime',
      },
    },
    { rows: week, props: { label: '$story.answer', value: 192, format: 'duration' } },
    // Its figure stands as high as that of the others, which have units and changes.
    { rows: week, props: { label: '$story.orders', value: 12 } },
  ],
});

export default { ...stories.meta };

export const Empty = stories.empty();
export const Loading = stories.loading();
export const Failed = stories.failed();
export const Forbidden = stories.forbidden();
export const Dense = stories.dense();
export const LongTexts = stories.longTexts();
export const Portuguese = stories.portuguese({ see: '+16,7%' });
export const English = stories.english({ see: '+16.7%' });
export const Spanish = stories.spanish();
export const Narrow = stories.narrow();
export const Wide = stories.wide();
export const Dark = stories.dark();
export const Shapes = stories.shapes();

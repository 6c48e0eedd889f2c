import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const rows = [{ id: 1, onTime: 0.86, goal: 0.9, revenue: 418_000, planned: 500_000 }];
const bands = [
  { from: 0, tone: 'danger', label: '$story.late' },
  { from: 0.7, tone: 'warning', label: '$story.open' },
  { from: 0.85, tone: 'success', label: '$story.paid' },
] as const;

const stories = widgetStories(definition, {
  samples: [
    {
      rows,
      props: {
        title: '$story.done',
        field: 'onTime',
        format: 'percent',
        goalField: 'goal',
        goalLabel: '$story.goal',
        bands: [...bands],
      },
    },
    {
      rows,
      props: {
        title: '$story.revenue',
        field: 'revenue',
        maxField: 'planned',
        format: 'money',
        valueLabel: '$story.revenue',
      },
    },
    // Beyond its arc.
    { rows, props: { title: '$story.total', value: 132, goal: 100, max: 120 } },
  ],
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

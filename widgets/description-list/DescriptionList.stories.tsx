import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      rows: 'order',
      props: {
        items: [
          { field: 'code', label: '$story.code' },
          { field: 'customer', label: '$story.customer' },
          { field: 'dueDate', label: '$story.dueDate', format: 'date' },
          { field: 'total', label: '$story.total', format: 'number', decimals: 2 },
          { field: 'note', label: '$story.note', wide: true },
        ],
      },
    },
    {
      rows: 'person',
      props: {
        layout: 'inline',
        items: [
          { field: 'name', label: '$fields.name' },
          { field: 'city', label: '$story.city' },
          { field: 'age', label: '$story.age', format: 'number' },
        ],
      },
    },
  ],
});

export default { ...stories.meta, title: 'Description list' };

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

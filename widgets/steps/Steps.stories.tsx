import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      props: {
        label: '$story.title',
        current: 'second',
        items: [
          { id: 'first', title: '$story.first', text: '$story.subtitle' },
          { id: 'second', title: '$story.second', text: '$story.text' },
          { id: 'third', title: '$story.third' },
        ],
      },
    },
    {
      props: {
        label: '$story.label',
        direction: 'vertical',
        items: [
          { id: 'one', title: '$story.first', state: 'done' },
          { id: 'two', title: '$story.second', text: '$story.late', state: 'error' },
          { id: 'three', title: '$story.third', state: 'todo' },
        ],
      },
      on: { press: [{ navigate: '/steps' }] },
    },
  ],
  dense: [
    {
      props: {
        label: '$story.title',
        current: 'step9',
        items: Array.from({ length: 20 }, (_, at) => ({
          id: `step${at}`,
          title: at % 2 === 0 ? '$story.first' : '$story.second',
          text: '$story.subtitle',
        })),
      },
    },
  ],
  emptyIsNothing: true,
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

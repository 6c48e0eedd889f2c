import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      props: {
        label: '$story.label',
        tags: [
          { value: 1, text: '$story.open', tone: 'info' },
          { value: 2, text: '$story.late', tone: 'danger', icon: 'clock' },
          { value: 3, text: '$story.paid' },
        ],
      },
    },
  ],
  dense: [
    {
      props: {
        label: '$story.label',
        tags: Array.from({ length: 60 }, (_, n) => ({ value: n, text: '$story.customer' })),
      },
    },
  ],
  emptyIsNothing: true,
});

export default { ...stories.meta, title: 'Tag list' };

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

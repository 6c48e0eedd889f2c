import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [{ props: { label: '$story.title', value: { id: 'words', type: 'text' }, height: 240 } }],
  dense: [
    {
      props: {
        label: '$story.title',
        height: 240,
        value: { rows: Array.from({ length: 300 }, (_, n) => ({ id: n })) },
      },
    },
  ],
  emptyIsNothing: true,
});

export default { ...stories.meta, title: 'Code editor' };

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

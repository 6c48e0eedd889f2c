import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      props: { icon: 'box', title: '$story.empty', text: '$story.emptyHint' },
      children: [
        { id: 'create', type: 'button', props: { text: '$story.create', icon: 'add', primary: true } },
      ],
    },
    { props: { icon: 'people', title: '$screens.users.empty', text: '$screens.users.emptyHint' } },
    {
      props: {
        icon: { $expr: "lang = 'en' ? 'document-search' : 'search'" },
        title: '$story.empty',
      },
    },
    { props: { title: '$story.empty' } },
  ],
});

export default { ...stories.meta, title: 'Empty state' };

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

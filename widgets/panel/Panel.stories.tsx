import { textNode, widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const open = { bind: 'state.open', title: '$story.title' };

const stories = widgetStories(definition, {
  samples: [
    {
      props: { ...open, subtitle: '$story.subtitle', keys: [1, 2, 3], page: '/' },
      children: [textNode('words', '$story.paragraph')],
    },
  ],
  dense: [
    {
      props: open,
      children: [
        ...Array.from({ length: 60 }, (_, at) => textNode(`line${at}`, '$story.paragraph')),
        { id: 'more', type: 'button', props: { text: '$story.more' } },
      ],
    },
  ],
  empty: { props: open },
  document: { state: { open: 2 } },
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

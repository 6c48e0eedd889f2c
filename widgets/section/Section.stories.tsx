import { textNode, widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      props: { title: '$story.title', description: '$story.subtitle', card: true },
      children: [textNode('first', '$story.paragraph')],
    },
    {
      props: { title: '$story.title', card: true },
      slots: { actions: [{ id: 'change', type: 'button', props: { text: '$story.approve' } }] },
      children: [textNode('beside', '$story.paragraph')],
    },
    { props: { title: '$story.label', gap: 'small' }, children: [textNode('second', '$story.text')] },
    { props: {}, children: [textNode('third', '$story.emptyHint')] },
  ],
  dense: [
    {
      props: { title: '$story.title', card: true, gap: 'none' },
      children: [
        ...Array.from({ length: 60 }, (_, at) => textNode(`line${at}`, '$story.paragraph')),
        { id: 'approve', type: 'button', props: { text: '$story.approve' } },
      ],
    },
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

import { buttonNode, textNode, widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      props: {
        title: '$story.title',
        subtitle: '$story.subtitle',
        icon: 'receipt',
        actions: ['state'],
        footer: ['reject', 'approve'],
      },
      children: [
        { id: 'state', type: 'badge', props: { text: '$story.late', tone: 'danger' } },
        textNode('words', '$story.paragraph'),
        buttonNode('reject', '$story.reject'),
        buttonNode('approve', '$story.approve'),
      ],
    },
    {
      props: { title: '$story.customer', link: '/orders/4000' },
      children: [textNode('linked', '$story.text')],
    },
    {
      props: { title: '$story.people', icon: 'people' },
      children: [textNode('pressed', '$story.note')],
      on: { press: [{ navigate: '/people' }] },
    },
    {
      props: { title: '$story.text', media: 'picture' },
      children: [
        { id: 'picture', type: 'image', props: { src: '/no-such-picture.png', alt: '$story.title' } },
      ],
    },
  ],
  empty: { props: { title: '$story.title' } },
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

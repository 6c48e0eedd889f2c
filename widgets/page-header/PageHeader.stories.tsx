import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const button = (id: string, text: string, rest = {}) => ({ id, type: 'button', props: { text, ...rest } });

const stories = widgetStories(definition, {
  samples: [
    {
      props: { title: '$story.title', subtitle: '$story.subtitle' },
      children: [
        button('refresh', '$actions.refresh', { icon: 'arrow-clockwise' }),
        button('create', '$story.create', { icon: 'add', primary: true }),
      ],
    },
    { props: { title: '$screens.users.editTitle', back: '/admin-user' } },
    { props: { title: '$screens.users.title' } },
    { props: { title: '$story.title', subtitle: 'story', back: '/story', look: 'bar' } },
  ],
  dense: [
    {
      props: { title: '$story.title', subtitle: '$story.subtitle', back: '/story' },
      children: [
        button('refresh', '$actions.refresh', { icon: 'arrow-clockwise' }),
        button('export', '$story.export', { icon: 'arrow-download' }),
        button('reject', '$story.reject', { icon: 'dismiss', danger: true }),
        button('approve', '$story.approve', { icon: 'checkmark' }),
        button('create', '$story.create', { icon: 'add', primary: true }),
      ],
    },
  ],
  // A heading must have a text, so the property panel requires one.
  empty: { props: { title: '…' } },
});

export default { ...stories.meta, title: 'Page header' };

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

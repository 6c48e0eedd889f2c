import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      props: {
        label: '$story.title',
        items: [
          { name: '$screens.users.title', link: '/users' },
          { name: '$story.title', link: '/orders' },
          { name: 'PED-4000' },
        ],
      },
    },
    { props: { items: [{ name: '$story.first', link: '/first' }, { name: '$story.second' }] } },
    { props: { items: [{ name: '$story.title' }] } },
  ],
  dense: [
    {
      props: {
        items: Array.from({ length: 20 }, (_, at) => ({
          name: at % 2 === 0 ? '$story.title' : '$story.first',
          link: `/place/${at}`,
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

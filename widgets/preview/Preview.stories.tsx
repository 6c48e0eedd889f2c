import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      props: {
        label: '$story.title',
        width: '360',
        height: 300,
        document: {
          kind: 'screen',
          formatVersion: 2,
          id: 'shown',
          path: '/shown',
          title: 'Visto',
          access: { screen: 'story', verb: 'read' },
          body: [{ id: 'words', type: 'text', props: { text: '$actions.save' } }],
        },
      },
    },
  ],
  dense: [{ props: { label: '$story.title' } }],
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

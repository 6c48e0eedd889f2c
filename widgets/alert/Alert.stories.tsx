import { buttonNode, widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      props: { intent: 'warning', title: '$story.text', text: '$story.paragraph', dismissible: true },
      children: [buttonNode('approve', '$story.approve'), buttonNode('reject', '$story.reject')],
    },
    { props: { title: '$story.title', text: '$story.subtitle' } },
    { props: { intent: 'success', text: '$story.paid' } },
    { props: { intent: 'danger', title: '$story.late', text: '$story.paragraph' } },
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

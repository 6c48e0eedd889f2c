import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    { props: { text: '$story.paid', tone: 'success' } },
    { props: { text: '$status.active', tone: 'normal' } },
    { props: { text: '$story.canceled', tone: 'neutral' } },
    { props: { text: '$story.open', tone: 'info' } },
    { props: { text: '$story.open', status: 'validation' } },
    { props: { text: '$story.late', tone: 'danger', icon: 'clock' } },
    { props: { text: '$screens.users.passwordChange', tone: 'warning', icon: 'key' } },
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

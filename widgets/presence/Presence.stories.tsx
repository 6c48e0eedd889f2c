import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    { props: { entity: 'user', record: 1 } },
    { props: { entity: 'user', record: 2, text: '$story.customer' } },
    { props: { entity: 'user', record: 3 } },
  ],
  emptyIsNothing: true,
});

export default { ...stories.meta, title: 'Presence' };

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

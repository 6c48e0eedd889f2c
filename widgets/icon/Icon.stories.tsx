import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    { props: { name: 'people', label: '$story.people', size: 28, tone: 'brand', tile: true } },
    { props: { name: 'warning', tone: 'danger', label: '$story.late' } },
    { props: { name: 'info' } },
    { props: { name: 'board', color: '#4f3277', label: '$story.people' } },
    { props: { name: 'building', color: 'primary' } },
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

import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    { props: { text: '$story.paragraph' } },
    { props: { text: '$story.title', variant: 'title' } },
    { props: { text: '$story.subtitle', variant: 'subtitle', tone: 'secondary' } },
    { props: { text: '$story.text', variant: 'strong' } },
    { props: { text: '$story.late', variant: 'caption', tone: 'danger' } },
    { props: { text: '2026-11-02', format: 'date', tone: { $expr: "true ? 'danger' : 'primary'" } } },
    { props: { text: '2026-11-18T12:42:00Z', format: 'datetime' } },
    { props: { text: '1234567.5', format: 'number', tone: 'success' } },
    { props: { text: 'PED-4001', monospace: true, tone: 'warning' } },
    { props: { text: '$story.paragraph', truncate: true } },
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

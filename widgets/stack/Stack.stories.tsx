import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const buttons = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `button${from + at}`,
    type: 'button',
    props: { text: at % 2 === 0 ? '$story.approve' : '$story.export' },
  }));

const stories = widgetStories(definition, {
  samples: [
    { props: { direction: 'horizontal', gap: 'small', wrap: true }, children: buttons(0, 4) },
    { props: { gap: 'large', align: 'start' }, children: buttons(10, 3) },
    { props: { direction: 'horizontal', justify: 'between', wrap: true }, children: buttons(20, 3) },
    { props: { direction: 'horizontal', equal: true, wrap: true }, children: buttons(30, 4) },
  ],
  dense: [{ props: { direction: 'horizontal', gap: 'small', wrap: true }, children: buttons(0, 120) }],
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

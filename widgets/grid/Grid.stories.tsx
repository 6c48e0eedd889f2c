import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const text = (id: string, words: string) => ({ id, type: 'text', props: { text: words } });
const at = (x: number, y: number) => ({ at: { x, y, w: 4, h: 2 } });
const stories = widgetStories(definition, {
  samples: [
    {
      props: {},
      children: [
        { ...text('first', '$story.text'), ...at(0, 0) },
        { ...text('second', '$story.title'), ...at(4, 0) },
        { ...text('third', '$story.paragraph'), ...at(8, 0) },
      ],
    },
  ],
  dense: [
    {
      props: {},
      children: Array.from({ length: 60 }, (_, n) => ({
        ...text(`cell${n}`, '$story.text'),
        ...at((n % 3) * 4, Math.floor(n / 3) * 2),
      })),
    },
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

import { expect } from 'storybook/test';
import { storyStrings, textNode, widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      props: { label: '$story.title' },
      children: [textNode('first', '$story.paragraph'), textNode('second', '$story.text')],
    },
    {
      props: {
        label: '$story.title',
        look: 'joined',
        stackBelow: 0,
        collapse: { child: 'first', title: '$story.title', icon: 'list' },
      },
      children: [textNode('first', '$story.paragraph'), textNode('second', '$story.text')],
    },
  ],
  dense: [
    {
      props: { label: '$story.title' },
      children: [
        {
          id: 'many',
          type: 'stack',
          props: {},
          children: Array.from({ length: 30 }, (_, n) => textNode(`line${n}`, '$story.text')),
        },
        textNode('second', '$story.paragraph'),
      ],
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
export const Shapes = stories.shapes();
/** The only pane of a narrow window, with the reason above it. */
export const NarrowChild = stories.narrow({
  props: { narrow: { child: 'second', text: '$story.emptyHint' } },
  see: '$story.emptyHint',
  async play({ canvas }) {
    await expect(canvas.getByText(storyStrings.pt['story.text'])).toBeVisible();
    await expect(canvas.queryByText(storyStrings.pt['story.paragraph'])).toBeNull();
    await expect(canvas.queryByRole('separator')).toBeNull();
  },
});
/** In a wider window the same split has both panes. */
export const NarrowChildWide = stories.wide({
  props: { narrow: { child: 'second', text: '$story.emptyHint' } },
  see: '$story.paragraph',
  async play({ canvas }) {
    await expect(canvas.queryByText(storyStrings.pt['story.emptyHint'])).toBeNull();
  },
});

import { expect, waitFor } from 'storybook/test';
import { storyStrings, textNode, widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      props: {
        label: '$story.title',
        items: [
          { child: 'first', title: '$story.first' },
          { child: 'second', title: '$story.second', icon: 'people' },
        ],
      },
      children: [textNode('first', '$story.paragraph'), textNode('second', '$story.text')],
    },
  ],
  dense: [
    {
      props: {
        label: '$story.title',
        items: Array.from({ length: 16 }, (_, n) => ({
          child: `tab${n}`,
          title: n % 2 === 0 ? '$story.first' : '$story.second',
        })),
      },
      children: Array.from({ length: 16 }, (_, n) => textNode(`tab${n}`, '$story.paragraph')),
    },
  ],
  emptyIsNothing: true,
});

export default { ...stories.meta };

export const Empty = stories.empty();
export const Loading = stories.loading();
export const Failed = stories.failed();
export const Forbidden = stories.forbidden();
export const Dense = stories.dense({
  async play() {
    // The overflow button fits into the row of tabs.
    const more = await waitFor(() => {
      const button = document.querySelector('[data-overflow-menu] button');
      if (!button) throw new Error('no button for the rest of the tabs');
      return button;
    });
    const row = document.querySelector('[role="tablist"]')!.parentElement!;
    await waitFor(() =>
      expect(more.getBoundingClientRect().right).toBeLessThanOrEqual(row.getBoundingClientRect().right),
    );
  },
});
export const LongTexts = stories.longTexts();
export const Portuguese = stories.portuguese();
export const English = stories.english();
export const Spanish = stories.spanish();
export const Narrow = stories.narrow();
export const Wide = stories.wide();
export const Dark = stories.dark();
/** The only tab of a narrow window: neither the list of tabs nor the end of its line are there. */
export const NarrowChild = stories.narrow({
  props: { narrow: 'second' },
  samples: [
    {
      props: {
        label: '$story.title',
        items: [
          { child: 'first', title: '$story.first' },
          { child: 'second', title: '$story.second' },
        ],
      },
      children: [textNode('first', '$story.paragraph'), textNode('second', '$story.text')],
      slots: { end: [{ id: 'end', type: 'button', props: { text: '$story.create' } }] },
    },
  ],
  see: '$story.text',
  async play({ canvas }) {
    await expect(canvas.queryByRole('tablist')).toBeNull();
    await expect(canvas.queryByRole('button')).toBeNull();
    await expect(canvas.getAllByRole('tabpanel')).toHaveLength(1);
    await expect(canvas.getByRole('tabpanel', { name: storyStrings.pt['story.second'] })).toBeVisible();
  },
});
/** The tabs of a bar that lost its room and got it back, as of a tablet that is turned. */
export const Turned = stories.other({
  samples: [
    {
      props: {
        label: '$story.title',
        look: 'bar',
        items: Array.from({ length: 5 }, (_, n) => ({ child: `tab${n}`, title: '$story.first' })),
      },
      children: Array.from({ length: 5 }, (_, n) => textNode(`tab${n}`, '$story.paragraph')),
    },
  ],
  async play({ canvasElement }) {
    const tabs = canvasElement.querySelectorAll('[role="tab"]');
    const shown = () => [...tabs].filter((tab) => tab.checkVisibility({ visibilityProperty: true })).length;
    await waitFor(() => expect(shown()).toBe(5));
    canvasElement.style.width = '200px';
    await waitFor(() => expect(shown()).toBe(1));
    canvasElement.style.width = '';
    await waitFor(() => expect(shown()).toBe(5));
  },
});

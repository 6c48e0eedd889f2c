import { expect, waitFor } from 'storybook/test';
import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const entries = Array.from({ length: 12 }, (_, at) => ({
  id: `entry${at}`,
  text: at % 2 === 0 ? '$story.customer' : '$story.people',
  icon: at % 2 === 0 ? 'receipt' : 'people',
  badge: at * 9,
  link: `/place/${at}`,
}));
const row = { props: { label: '$story.label', direction: 'horizontal', items: entries } } as const;
const stories = widgetStories(definition, {
  samples: [
    {
      props: {
        label: '$story.title',
        current: 'late',
        items: [
          { id: 'open', text: '$story.open', icon: 'receipt', badge: 12, link: '/open' },
          { id: 'late', text: '$story.late', icon: 'clock', badge: 3, link: '/late' },
          {
            id: 'more',
            text: '$story.more',
            items: [
              { id: 'paid', text: '$story.paid', link: '/paid' },
              { id: 'canceled', text: '$story.canceled' },
            ],
          },
        ],
      },
    },
    {
      props: {
        label: '$story.label',
        direction: 'horizontal',
        current: 'first',
        items: [
          { id: 'first', text: '$story.first', link: '/first' },
          { id: 'second', text: '$story.second', link: '/second' },
          { id: 'third', text: '$story.third' },
        ],
      },
    },
  ],
  dense: [{ props: { label: '$story.title', items: entries } }, row],
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
/** Entries that grow by themselves, as when a font arrives: those that no longer fit go under the button. */
export const Growing = stories.other({
  samples: [row],
  async play({ canvasElement }) {
    const list = canvasElement.querySelector('nav ul')!;
    const shown = () => [...list.querySelectorAll('a')].filter((entry) => entry.checkVisibility()).length;
    await waitFor(() => expect(shown()).toBeGreaterThan(1));
    const before = shown();
    canvasElement.style.letterSpacing = '2px';
    await waitFor(() => expect(shown()).toBeLessThan(before));
    await waitFor(() => expect(list.scrollWidth).toBeLessThanOrEqual(list.clientWidth));
  },
});

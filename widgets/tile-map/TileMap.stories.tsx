import { expect, userEvent, within } from 'storybook/test';
import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';
import { states } from './states.ts';

const rows = states.map(({ uf }, at) => ({
  id: at + 1,
  uf,
  orders: Math.round(40_000 / (1 + ((at * 7) % 27))),
  share: ((at * 11) % 27) / 30,
}));
const few = [
  { id: 1, uf: 'São Paulo', orders: 1_240_000.5 },
  { id: 2, uf: 'RJ', orders: 380_000 },
  { id: 3, uf: 31, orders: 290_000 },
  { id: 4, uf: 'Exterior', orders: 12_000 },
  { id: 5, uf: 'PR', orders: null },
];

const stories = widgetStories(definition, {
  samples: [
    {
      rows,
      props: { title: '$story.orders', state: 'uf', value: 'orders', valueLabel: '$story.orders' },
    },
    {
      rows: few,
      props: {
        title: '$story.revenue',
        subtitle: '$story.subtitle',
        state: 'uf',
        value: 'orders',
        valueLabel: '$story.revenue',
        format: 'money',
        limits: [300_000, 1_000_000],
      },
    },
    {
      rows,
      props: {
        title: '$story.done',
        state: 'uf',
        value: 'share',
        format: 'percent',
        scale: 'even',
        steps: 6,
        hideValues: true,
        card: false,
      },
    },
  ],
});

export default { ...stories.meta, title: 'Tile map' };

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
/** Arrow keys move to the neighbours of a state. */
export const Keyboard = stories.other({
  async play({ canvasElement }) {
    const map = await within(canvasElement).findByRole('application');
    map.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowRight}');
    await expect(canvasElement.querySelector('figure [role="status"]')!.textContent).toContain('Pará');
  },
});

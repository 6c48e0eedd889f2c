import { expect, userEvent, within } from 'storybook/test';
import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';
import { rows, totals } from './samples.ts';

const rowFields = [
  { field: 'region', label: '$story.city' },
  { field: 'company', label: '$story.customer' },
];
const month = { field: 'month', label: '$story.month', unit: 'month' as const };
const many = Array.from({ length: 10_000 }, (_, at) => ({
  code: `PED-${at}`,
  orders: (at * 37) % 900,
  revenue: ((at * 73_737) % 1_000_000) / 100,
}));

const stories = widgetStories(definition, {
  samples: [
    {
      rows,
      props: {
        title: '$story.orders',
        subtitle: '$story.subtitle',
        rows: rowFields,
        columns: [month],
        measures: [{ field: 'orders', label: '$story.orders' }],
        totals: totals as never,
      },
    },
    {
      rows,
      props: {
        title: '$story.revenue',
        rows: rowFields,
        columns: [month],
        measures: [
          { field: 'orders', label: '$story.orders' },
          { field: 'revenue', label: '$story.revenue', format: 'money', decimals: 0 },
        ],
        totals: totals as never,
        expanded: false,
      },
    },
    {
      rows: rows.filter((row) => row['month'] === '2026-01-01'),
      props: {
        rows: [rowFields[1]!],
        measures: [
          { field: 'orders', label: '$story.orders' },
          { field: 'revenue', label: '$story.revenue', format: 'money' },
        ],
      },
    },
  ],
  dense: [
    {
      rows: many,
      props: {
        title: '$story.title',
        rows: [{ field: 'code', label: '$story.code' }],
        measures: [
          { field: 'orders', label: '$story.orders' },
          { field: 'revenue', label: '$story.revenue', format: 'money' },
        ],
      },
    },
  ],
  document: { state: { perPage: 10_000 } },
});

export default { ...stories.meta, title: 'Pivot table' };

export const Empty = stories.empty();
export const Loading = stories.loading();
export const Failed = stories.failed();
export const Forbidden = stories.forbidden();
export const Dense = stories.dense();
export const LongTexts = stories.longTexts();
export const Portuguese = stories.portuguese({ see: 'janeiro de 2026' });
export const English = stories.english();
export const Spanish = stories.spanish();
export const Narrow = stories.narrow();
export const Wide = stories.wide();
export const Dark = stories.dark();
export const Shapes = stories.shapes();
/** Arrow keys move between cells, open groups and close them. */
export const Keyboard = stories.other({
  async play({ canvasElement }) {
    const grid = await within(canvasElement).findByRole('treegrid');
    grid.querySelector<HTMLElement>('[tabindex="0"]')!.focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect(within(grid).queryByText('Acme')).toBeNull();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowRight}');
    await expect(document.activeElement!.textContent).toBe('120');
  },
});

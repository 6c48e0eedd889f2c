import { expect, userEvent, waitFor, within } from 'storybook/test';
import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const months = Array.from({ length: 12 }, (_, at) => ({
  id: at + 1,
  month: `2026-${String(at + 1).padStart(2, '0')}-01`,
  orders: 300 + ((at * 37) % 90) + at * 6,
  before: 280 + ((at * 53) % 70) + at * 4,
  revenue: (300 + ((at * 37) % 90)) * 812.4,
}));
const cities = ['Betim', 'Contagem', 'Uberlândia', 'São José do Rio Preto', 'Campinas', 'Goiânia'].map(
  (city, at) => ({
    id: at + 1,
    city,
    orders: 412 - at * 53,
  }),
);
const days = Array.from({ length: 12 }, (_, at) => ({
  id: at + 1,
  day: `2026-11-${String(at + 9).padStart(2, '0')}`,
  orders: 20 - at - (at % 3),
}));
const byCompany = months.slice(0, 6).flatMap(({ month, orders }, at) =>
  ['Acme', 'Boreal', 'Cedro', 'Dunas', 'Ébano', 'Faro', 'Girassol', 'Horta'].map((company, index) => ({
    month,
    company,
    orders: Math.round((orders * (index + 2)) / 40) + ((at * index) % 7),
  })),
);

const stories = widgetStories(definition, {
  samples: [
    {
      rows: months,
      props: {
        title: '$story.title',
        category: 'month',
        categoryLabel: '$story.month',
        unit: 'month',
        series: [
          { field: 'orders', label: '$story.orders', kind: 'line' },
          { field: 'before', label: '$story.goal', kind: 'line' },
        ],
      },
    },
    {
      rows: cities,
      props: {
        title: '$story.city',
        category: 'city',
        horizontal: true,
        series: [{ field: 'orders', label: '$story.orders' }],
        thresholds: [{ value: 350, label: '$story.goal' }],
      },
    },
    {
      rows: byCompany,
      props: {
        title: '$story.customer',
        category: 'month',
        unit: 'month',
        splitBy: 'company',
        stacked: true,
        series: [{ field: 'orders', label: '$story.orders' }],
      },
    },
    {
      rows: months,
      props: {
        title: '$story.revenue',
        category: 'month',
        unit: 'month',
        axis: 'time',
        series: [{ field: 'revenue', label: '$story.revenue', kind: 'area' }],
        format: 'money',
        thresholds: [{ value: 290_000, label: '$story.goal', tone: 'warning' }],
        annotations: [{ at: '2026-06-01', label: '$story.open' }],
      },
    },
    {
      rows: months,
      props: {
        title: '$story.total',
        category: 'month',
        unit: 'month',
        series: [
          { field: 'orders', label: '$story.orders', tone: 'neutral' },
          { field: 'revenue', label: '$story.revenue', kind: 'line', second: true, tone: 'success' },
        ],
        second: { format: 'money' },
        thresholds: [{ value: 400, label: '$story.goal', tone: 'danger' }],
      },
    },
    {
      rows: months.slice(0, 7),
      props: {
        title: '$story.title',
        category: 'month',
        unit: 'month',
        series: [
          { field: 'before', label: '$story.goal', outline: true },
          { field: 'orders', label: '$story.orders' },
        ],
        thresholds: [{ value: 331.4, label: '$story.total' }],
      },
    },
    {
      rows: days,
      props: {
        title: '$story.orders',
        category: 'day',
        unit: 'day',
        axis: 'time',
        weekends: true,
        series: [{ field: 'orders', label: '$story.orders', kind: 'line' }],
      },
    },
  ],
});

export default { ...stories.meta };

export const Empty = stories.empty();
export const Loading = stories.loading();
export const Failed = stories.failed();
export const Forbidden = stories.forbidden();
export const Dense = stories.dense({
  document: { state: { perPage: 100_000 } },
  samples: [
    {
      rows: Array.from({ length: 100_000 }, (_, at) => ({
        at,
        value: Math.round(1000 * Math.sin(at / 900)) + (at % 97),
      })),
      props: {
        title: '$story.title',
        category: 'at',
        series: [{ field: 'value', label: '$story.total', kind: 'line' }],
      },
    },
  ],
});
export const LongTexts = stories.longTexts();
export const Portuguese = stories.portuguese();
export const English = stories.english();
export const Spanish = stories.spanish();
export const Narrow = stories.narrow();
export const Wide = stories.wide();
export const Dark = stories.dark();
export const Shapes = stories.shapes();
/** The keyboard reaches every point, and the same values are there as a table. */
export const Keyboard = stories.other({
  async play({ canvasElement }) {
    const chart = await within(canvasElement).findByRole('application');
    await waitFor(() => expect(canvasElement.querySelector('[data-chart] svg')).not.toBeNull());
    chart.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    const status = canvasElement.querySelector('figure [role="status"]')!;
    await expect(status.textContent).toContain('fevereiro de 2026');
    await expect(canvasElement.querySelector('[data-chart]')!.textContent).toContain('fevereiro de 2026');
    await userEvent.keyboard('{Escape}');
    await expect(status.textContent).toBe('');
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Mostrar como tabela' }));
    await expect(within(canvasElement).getAllByRole('row')).toHaveLength(13);
  },
});

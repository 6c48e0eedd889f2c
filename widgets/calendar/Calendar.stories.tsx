import { expect, userEvent, within } from 'storybook/test';
import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const visits = Array.from({ length: 34 }, (_, at) => {
  const day = 2 + ((at * 7) % 27);
  const two = (part: number) => String(part).padStart(2, '0');
  return {
    id: at + 1,
    name: ['Visita técnica', 'Entrega de crachás', 'Reunião de sprint', 'Auditoria'][at % 4]!,
    start: at % 3 === 0 ? `2026-11-${two(day)}` : `2026-11-${two(day)}T${two(11 + (at % 9))}:30:00Z`,
    end: at % 3 === 0 ? `2026-11-${two(Math.min(30, day + (at % 5)))}` : null,
    state: ['info', 'success', 'warning', 'danger', 'neutral'][at % 5]!,
  };
});
const many = Array.from({ length: 10_000 }, (_, at) => ({
  id: at,
  name: `Pedido ${at}`,
  start: `2026-11-${String(1 + (at % 30)).padStart(2, '0')}`,
}));
const fields = { start: 'start', end: 'end', text: 'name', tone: 'state' };
const document = { state: { day: '2026-11-18', perPage: 10_000 } };

const stories = widgetStories(definition, {
  samples: [
    {
      rows: visits,
      props: { title: '$story.title', ...fields, day: 'state.day' },
      on: { select: [{ navigate: '/visits/{row.id}' }] },
    },
    { rows: visits, props: { ...fields, day: 'state.day', view: 'week', weekStart: 'monday', height: 400 } },
    { rows: visits, props: { ...fields, day: 'state.day', view: 'agenda', card: false } },
  ],
  dense: [{ rows: many, props: { title: '$story.title', start: 'start', text: 'name', day: 'state.day' } }],
  document,
});

export default { ...stories.meta };

export const Empty = stories.empty();
export const Loading = stories.loading();
export const Failed = stories.failed();
export const Forbidden = stories.forbidden();
export const Dense = stories.dense();
export const LongTexts = stories.longTexts();
export const Portuguese = stories.portuguese({ see: 'novembro de 2026' });
export const English = stories.english({ see: 'November 2026' });
export const Spanish = stories.spanish();
export const Narrow = stories.narrow();
export const Wide = stories.wide();
export const Dark = stories.dark();
export const Shapes = stories.shapes();
/** Arrow keys move between days; Space lists the records of one. */
export const Keyboard = stories.other({
  async play({ canvasElement }) {
    const grid = await within(canvasElement).findByRole('grid');
    grid.querySelector<HTMLElement>('[data-day="2026-11-18"]')!.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowLeft}');
    await expect((canvasElement.ownerDocument.activeElement as HTMLElement).dataset['day']).toBe(
      '2026-11-24',
    );
  },
});
/** A press on a day filters the rest of the view by it, and shows it as a chip. */
export const Filtering = stories.other({
  props: { bind: 'state.chosen' },
  async play({ canvasElement }) {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('gridcell', { name: /18 de novembro de 2026/ }));
    await expect(
      await canvas.findByRole('button', { name: 'Remover o filtro Dia: 18/11/2026' }),
    ).toBeVisible();
  },
});

import { expect, userEvent, within } from 'storybook/test';
import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const day = (at: number) => new Date(Date.UTC(2026, 10, 1 + at)).toISOString().slice(0, 10);
const tasks = [
  'Levantar requisitos',
  'Desenhar telas',
  'Construir',
  'Testar',
  'Treinar',
  'Implantar',
].flatMap((name, at) =>
  ['Portaria', 'Refeitório', 'Estoque'].map((team, lane) => ({
    id: `${lane}-${at}`,
    name,
    team,
    start: day(at * 6 + lane * 3),
    end: at === 5 ? null : day(at * 6 + lane * 3 + 4 + ((at + lane) % 3)),
    state: ['success', 'success', 'info', 'neutral', 'neutral', 'warning'][(at + lane) % 6]!,
    after: at === 0 ? null : [`${lane}-${at - 1}`],
  })),
);
const many = Array.from({ length: 10_000 }, (_, at) => ({
  id: at,
  name: `Pedido ${at}`,
  team: `Equipe ${at % 12}`,
  start: day((at * 17) % 700),
  end: day(((at * 17) % 700) + (at % 9)),
}));
const fields = { start: 'start', end: 'end', text: 'name', lane: 'team', tone: 'state' };

const stories = widgetStories(definition, {
  samples: [
    {
      rows: tasks,
      props: { title: '$story.title', ...fields, dependsOn: 'after' },
      on: { select: [{ navigate: '/tasks/{row.id}' }] },
    },
    { rows: tasks, props: { start: 'start', end: 'end', text: 'name', zoom: 'quarter' } },
    { rows: tasks.slice(0, 9), props: { title: '$story.orders', ...fields, zoom: 'week', card: false } },
  ],
  dense: [
    {
      rows: many,
      props: { title: '$story.title', start: 'start', end: 'end', text: 'name', lane: 'team', height: 560 },
    },
  ],
  document: { state: { perPage: 10_000 } },
});

export default { ...stories.meta };

export const Empty = stories.empty();
export const Loading = stories.loading();
export const Failed = stories.failed();
export const Forbidden = stories.forbidden();
export const Dense = stories.dense();
export const LongTexts = stories.longTexts();
export const Portuguese = stories.portuguese({ see: 'Portaria' });
export const English = stories.english();
export const Spanish = stories.spanish();
export const Narrow = stories.narrow();
export const Wide = stories.wide();
export const Dark = stories.dark();
export const Shapes = stories.shapes();
/** Arrow keys move between the bars; + and − change the zoom. */
export const Keyboard = stories.other({
  async play({ canvasElement }) {
    const list = await within(canvasElement).findByRole('list');
    list.querySelector<HTMLElement>('[tabindex="0"]')!.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect(canvasElement.ownerDocument.activeElement!.getAttribute('aria-label')).toContain(
      'Construir',
    );
    await userEvent.keyboard('-');
    await expect(
      within(canvasElement).getByRole('button', { name: 'Trimestre', pressed: true }),
    ).toBeVisible();
  },
});

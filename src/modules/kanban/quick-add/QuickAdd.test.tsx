// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { failure } from '../../../engine/core/testing/fake-host.ts';
import { testCard } from '../core/testing.ts';
import { openBoard } from '../testing/open-board.tsx';

afterEach(cleanup);

async function openLine() {
  const board = await openBoard();
  const lane = screen.getByRole('region', { name: 'Início' });
  act(() => within(lane).getByRole('button', { name: 'kanban.add.openIn' }).click());
  const line = within(lane).getByRole<HTMLInputElement>('combobox', { name: 'kanban.add.openIn' });
  const type = (value: string) => fireEvent.change(line, { target: { value } });
  const press = (key: string) => fireEvent.keyDown(line, { key });
  return { ...board, lane, line, type, press };
}

it('adds a card at once, stays open, and takes it back from its toast', async () => {
  const { host, cardsOf, line, type, press } = await openLine();
  const sent: unknown[] = [];
  const answer = host.onRun;
  host.onRun = (request) => {
    if (request.method !== 'post') return answer(request);
    sent.push(request);
    return { data: { id: 9 } };
  };
  type('Revisar contrato @ana #fiscal #novo !alta 30/11');
  press('Enter');
  expect(cardsOf('Início').at(-1)).toBe('RVR… Revisar contrato');
  expect(line.value).toBe('');
  await waitFor(() => expect(host.notices).toMatchObject([{ kind: 'success', text: 'kanban.add.done' }]));
  expect(sent).toMatchObject([
    {
      address: '/handler/v2/agile/tasks',
      body: {
        projectId: 1,
        title: 'Revisar contrato',
        users: [21],
        tags: [31],
        newTags: { boardId: 7, titles: ['novo'] },
        priorityId: 2,
        endDate: '2026-11-30',
        taskSprintId: 5,
        laneId: 11,
      },
    },
  ]);
  act(() => host.notices[0]!.undo!());
  expect(sent[1]).toMatchObject({ address: expect.stringMatching(/^\/handler\/v2\/agile\/ops\/.*\/undo$/) });
});

it('keeps the text of a card that was refused, and says why', async () => {
  const { host, cardsOf, lane, line, type, press } = await openLine();
  const answer = host.onRun;
  host.onRun = (request) =>
    request.method === 'post' ? Promise.reject(failure('LANE_FULL', 'A coluna está cheia')) : answer(request);
  type('Uma a mais');
  press('Enter');
  await within(lane).findByText('A coluna está cheia');
  expect(cardsOf('Início')).toHaveLength(3);
  expect(line.value).toBe('Uma a mais');
  expect(line.getAttribute('aria-invalid')).toBe('true');
  type('@ana');
  press('Escape');
  press('Enter');
  expect(within(lane).getByRole('alert').textContent).toBe('kanban.add.noTitle');
});

it('completes the word at the caret by the keys', async () => {
  const { host, lane, line, type, press } = await openLine();
  type('Ligar @');
  const options = () =>
    within(lane)
      .queryAllByRole('option')
      .map((option) => option.lastElementChild?.textContent);
  expect(options()).toEqual(['Ana Souza', 'Ângelo Dias']);
  press('ArrowDown');
  expect(line.getAttribute('aria-activedescendant')).toMatch(/-1$/);
  press('Enter');
  expect(line.value).toBe('Ligar @ÂngeloDias ');
  expect(options()).toEqual([]);
  expect(host.runs.filter(({ method }) => method === 'post')).toEqual([]);
  press('Escape');
  await waitFor(() =>
    expect(document.activeElement).toBe(within(lane).getByRole('button', { name: 'kanban.add.openIn' })),
  );
});

it('is not there for those who may not create tasks', async () => {
  await openBoard(undefined, {
    allowed: (access) => typeof access !== 'object' || !('verb' in access) || access.verb !== 'create',
  });
  expect(screen.queryByRole('button', { name: 'kanban.add.openIn' })).toBe(null);
});

it('names the field that is too long in words, and loses nothing that was typed', async () => {
  const { host, line, type, press } = await openLine();
  host.texts['kanban.add.longTitle'] = 'O título tem {{count}} de {{most}}';
  const long = 'a'.repeat(251);
  type(long);
  press('Enter');
  expect(screen.getByRole('alert').textContent).toBe('O título tem 251 de 250');
  expect(line.value).toBe(long);
  expect(host.runs.filter(({ method }) => method === 'post')).toEqual([]);
});

it('opens in the first lane by the button of the bar, and in its own lane by the key of a card', async () => {
  const { card } = await openBoard([testCard(1), testCard(2, { laneId: 12 })]);
  const lines = () => screen.queryAllByRole('combobox', { name: 'kanban.add.openIn' });
  fireEvent.click(screen.getByRole('button', { name: 'kanban.task' }));
  await waitFor(() => expect(document.activeElement).toBe(lines()[0]));
  const [first] = screen.getAllByRole('region');
  expect(first?.contains(lines()[0]!)).toBe(true);
  fireEvent.keyDown(card('RVR-2 Tarefa 2'), { key: 'n' });
  await waitFor(() => expect(lines()).toHaveLength(2));
  await waitFor(() => expect(document.activeElement).toBe(lines()[1]));
  expect(lines()[1]?.closest('section')?.contains(card('RVR-2 Tarefa 2'))).toBe(true);
});

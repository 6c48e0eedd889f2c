// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Board } from '../../contracts/agile-board.ts';
import { failure } from '../../engine/core/testing/fake-host.ts';
import { moveOp, testBoard, testCard } from './core/testing.ts';
import { openBoard } from './testing/open-board.tsx';

afterEach(cleanup);

it('moves the card with the focus by keys, says its places, and keeps the focus on it', async () => {
  const { cardsOf, card, moves, said } = await openBoard();
  act(() => card('RVR-2 Tarefa 2').focus());
  fireEvent.keyDown(card('RVR-2 Tarefa 2'), { key: 'ArrowRight', shiftKey: true });
  expect(cardsOf('Início')).toEqual(['RVR-1 Tarefa 1', 'RVR-3 Tarefa 3']);
  expect(cardsOf('Em andamento')).toEqual(['RVR-2 Tarefa 2']);
  expect(said()).toBe('Tarefa 2: Início 2/3 -> Em andamento 1/1');
  await waitFor(() =>
    expect(moves()).toMatchObject([
      { address: '/handler/v2/agile/boards/7/cards/2/move', body: { bucket: 5, laneId: 12 } },
    ]),
  );
  await waitFor(() => expect(document.activeElement).toBe(card('RVR-2 Tarefa 2')));
});

it('steps over visible cards alone under a filter', async () => {
  const { card, moves, cardsOf } = await openBoard([
    testCard(1, { title: 'Alfa' }),
    testCard(2, { title: 'Beta' }),
    testCard(3, { title: 'Alfa outra' }),
  ]);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'alfa' } });
  expect(cardsOf('Início')).toEqual(['RVR-1 Alfa', 'RVR-3 Alfa outra']);
  act(() => card('RVR-3 Alfa outra').focus());
  fireEvent.keyDown(card('RVR-3 Alfa outra'), { key: 'ArrowUp', shiftKey: true });
  expect(cardsOf('Início')).toEqual(['RVR-3 Alfa outra', 'RVR-1 Alfa']);
  await waitFor(() =>
    expect(moves()).toMatchObject([{ body: { bucket: 5, laneId: 11, afterId: null, beforeId: 1 } }]),
  );
});

it('shows what another person moves', async () => {
  const { host, cardsOf } = await openBoard();
  const op = moveOp(2, 'other', 1, { sprintId: 5, laneId: 12, pos: 'a', statusId: 2 });
  act(() => host.events.emit({ topic: 'board:7', data: op as never }));
  expect(cardsOf('Em andamento')).toEqual(['RVR-1 Tarefa 1']);
});

it('keeps the focus on a card that another person moves, and takes it from nothing else', async () => {
  const { host, card } = await openBoard();
  const move = (seq: number, laneId: number) =>
    act(() =>
      host.events.emit({
        topic: 'board:7',
        data: moveOp(seq, `other-${seq}`, 1, { sprintId: 5, laneId, pos: 'a', statusId: 2 }) as never,
      }),
    );
  act(() => card('RVR-1 Tarefa 1').focus());
  move(2, 12);
  await waitFor(() => expect(document.activeElement).toBe(card('RVR-1 Tarefa 1')));
  act(() => screen.getByRole('searchbox').focus());
  move(3, 11);
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

it('hears its keys before anything has the focus, and gives the focus back behind the help', async () => {
  const { card } = await openBoard();
  fireEvent.keyDown(document.body, { key: '?' });
  expect(await screen.findByRole('dialog', { name: 'kanban.keys' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'kanban.close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => card('RVR-2 Tarefa 2').focus());
  fireEvent.keyDown(card('RVR-2 Tarefa 2'), { key: '?' });
  fireEvent.click(await screen.findByRole('button', { name: 'kanban.close' }));
  await waitFor(() => expect(document.activeElement).toBe(card('RVR-2 Tarefa 2')));
});

it('says that a sprint is not of the board, and leads to the one that is active', async () => {
  const shown: number[] = [];
  await openBoard([testCard(1)], { sprintId: 99, onSprint: (id) => shown.push(id) });
  expect(await screen.findByText('kanban.sprints.unknown')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('notFound.title');
  fireEvent.click(screen.getByRole('button', { name: 'kanban.sprints.openBoard' }));
  expect(shown).toEqual([5]);
});

describe('the choice of a sprint', () => {
  const [first] = testBoard.sprints;
  const board: Board = {
    ...testBoard,
    sprints: [
      first!,
      { ...first!, id: 6, title: 'Sprint 6' },
      { ...first!, id: 4, title: 'Sprint 4', state: 'ended' },
    ],
  };
  const choose = async (sprint: string, more: Parameters<typeof openBoard>[1] = {}) => {
    const shown: number[] = [];
    const open = await openBoard([testCard(1)], { board, onSprint: (id) => shown.push(id), ...more });
    const puts = () => open.host.runs.filter(({ method }) => method === 'put');
    fireEvent.click(screen.getByRole('combobox', { name: 'kanban.sprint' }));
    const option = await screen.findByRole('option', { name: sprint });
    await act(async () => fireEvent.click(option));
    return { ...open, shown, puts };
  };

  it('makes an open one the active one of the board, with a way back', async () => {
    const { host, shown, puts } = await choose('Sprint 6');
    expect(shown).toEqual([6]);
    expect(puts()).toMatchObject([
      { address: '/handler/v2/agile/boards/7', body: { activeSprintId: 6, opId: expect.any(String) } },
    ]);
    await waitFor(() =>
      expect(host.notices).toMatchObject([{ kind: 'success', text: 'kanban.sprints.activated' }]),
    );
    const { opId } = puts()[0]!.body as { opId: string };
    act(() => host.notices[0]!.undo!());
    await waitFor(() => expect(host.runs.at(-1)?.address).toBe(`/handler/v2/agile/ops/${opId}/undo`));
  });

  it('makes the one in sight the active one that a link opened', async () => {
    const { puts, shown } = await choose('Sprint 6', { sprintId: 6 });
    expect(shown).toEqual([]);
    expect(puts()).toMatchObject([{ body: { activeSprintId: 6 } }]);
  });

  it.each<[string, string, number, Parameters<typeof openBoard>[1]]>([
    ['an ended one', 'kanban.endedSprint', 4, {}],
    ['the backlog', 'kanban.backlog', 0, {}],
    ['the active one', 'Sprint 5', 5, { sprintId: 6 }],
    [
      'one, for who may not edit boards,',
      'Sprint 6',
      6,
      { allowed: (access) => 'verb' in access && access.verb === 'read' },
    ],
  ])('only shows %s', async (_name, sprint, id, more) => {
    const { shown, puts, host } = await choose(sprint, more);
    expect([shown, puts(), host.notices]).toEqual([[id], [], []]);
  });

  it('says why it was refused', async () => {
    const { host } = await choose('kanban.backlog');
    const answer = host.onRun;
    host.onRun = (request) =>
      request.method === 'put' ? Promise.reject(failure('SPRINT_ENDED', 'Já encerrada')) : answer(request);
    fireEvent.click(screen.getByRole('combobox', { name: 'kanban.sprint' }));
    const option = await screen.findByRole('option', { name: 'Sprint 6' });
    await act(async () => fireEvent.click(option));
    expect(host.notices).toMatchObject([
      { kind: 'error', text: 'kanban.sprints.updateFailed', detail: 'Já encerrada' },
    ]);
  });

  it('has no button beside it', async () => {
    await openBoard([testCard(1)], { board, sprintId: 6 });
    expect(screen.queryByText('kanban.sprints.activate')).toBeNull();
    expect(screen.queryByText('kanban.sprints.end')).toBeNull();
  });
});

it('takes a refused move back and says why', async () => {
  const { host, cardsOf, card } = await openBoard();
  const answer = host.onRun;
  host.onRun = (request) =>
    request.method === 'post' ? Promise.reject(failure('LANE_FULL', 'A coluna está cheia')) : answer(request);
  act(() => card('RVR-1 Tarefa 1').focus());
  fireEvent.keyDown(card('RVR-1 Tarefa 1'), { key: 'ArrowRight', shiftKey: true });
  await waitFor(() =>
    expect(host.notices).toMatchObject([
      {
        kind: 'error',
        text: 'Não pode ser atualizada',
        detail: '“Tarefa 1” não foi movida A coluna está cheia',
      },
    ]),
  );
  expect(cardsOf('Início')).toEqual(['RVR-1 Tarefa 1', 'RVR-2 Tarefa 2', 'RVR-3 Tarefa 3']);
  await waitFor(() => expect(document.activeElement).toBe(card('RVR-1 Tarefa 1')));
});

it('renders few of many cards', async () => {
  const { cardsOf } = await openBoard(
    Array.from({ length: 5000 }, (_, at) =>
      testCard(at + 1, { laneId: at < 3000 ? 11 : at < 4000 ? 12 : 14 }),
    ),
  );
  const mounted = ['Início', 'Em andamento', 'Concluído'].flatMap(cardsOf);
  expect(mounted.length).toBeGreaterThan(10);
  expect(mounted.length).toBeLessThanOrEqual(150);
});

it('shows the backlog beside the lanes on demand', async () => {
  const { cardsOf } = await openBoard([testCard(4, { taskSprintId: null, laneId: null, statusId: 8 })]);
  expect(screen.queryByRole('region', { name: 'kanban.backlog' })).toBe(null);
  act(() => screen.getByRole('button', { name: 'kanban.backlog' }).click());
  expect(cardsOf('kanban.backlog')).toEqual(['RVR-4 Tarefa 4']);
});

it('takes back the last gesture that the server carried out', async () => {
  const { host, card } = await openBoard();
  const sent: string[] = [];
  const { onRun } = host;
  host.onRun = (request) => {
    if (request.method !== 'post') return onRun?.(request);
    sent.push(request.address);
    const { opId } = request.body as { opId: string };
    const reply = {
      opId,
      seq: 2,
      version: 2,
      statusId: 2,
      sprintId: 5,
      laneId: 12,
      pos: 'V',
      placed: 'exact',
    };
    return { data: reply };
  };
  act(() => card('RVR-2 Tarefa 2').focus());
  fireEvent.keyDown(card('RVR-2 Tarefa 2'), { key: 'ArrowRight', shiftKey: true });
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => {
    fireEvent.keyDown(card('RVR-2 Tarefa 2'), { key: 'z', ctrlKey: true });
    expect(sent).toHaveLength(2);
  });
  expect(sent[1]).toMatch(/^\/handler\/v2\/agile\/ops\/[0-9a-f-]{36}\/undo$/);
});

it('shows the backlog where it opens, with the focus in it', async () => {
  const { card } = await openBoard([
    testCard(1),
    testCard(4, { taskSprintId: null, laneId: null, statusId: 8 }),
  ]);
  const lanes = screen.getByRole('region', { name: 'Início' }).parentElement!;
  lanes.scrollLeft = 400;
  fireEvent.click(screen.getByRole('button', { name: 'kanban.backlog' }));
  await waitFor(() => expect(document.activeElement).toBe(card('RVR-4 Tarefa 4')));
  expect(lanes.scrollLeft).toBe(0);
});

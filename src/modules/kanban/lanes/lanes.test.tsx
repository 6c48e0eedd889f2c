// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { laneErrors, emptyLane, orderAfterStep } from '../core/lane-form.ts';
import { testBoard } from '../core/testing.ts';
import { openBoard } from '../testing/open-board.tsx';

afterEach(cleanup);

/**
 * The dialog. The library hides what is beside a modal dialog from readers a while after, in jsdom also the dialog that follows
 * another one; tests/e2e finds it by what readers get.
 */
const openedDialog = () => screen.findByRole('dialog', { hidden: true });

async function open(reply: () => unknown = () => ({ data: {} })) {
  const opened = await openBoard();
  const { host } = opened;
  const answer = host.onRun;
  const sent: { method: string; address: string; body?: unknown }[] = [];
  host.onRun = (request) => {
    if (request.method === 'get') return answer(request);
    sent.push(request);
    return reply();
  };
  const choose = async (lane: string, entry: string) => {
    const region = screen.getByRole('region', { name: lane });
    act(() => within(region).getByRole('button', { name: 'kanban.lanes.menu' }).click());
    fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
  };
  return { ...opened, sent, choose };
}

describe('a lane', () => {
  it('needs a name, and a limit from 1 to 1000 or none', () => {
    expect(laneErrors({ ...emptyLane, title: ' ' }).title).toEqual(['kanban.sprints.required']);
    expect(laneErrors({ ...emptyLane, title: 'a'.repeat(103) }).title).toEqual([
      'kanban.card.tooLong',
      { count: 3, most: 100 },
    ]);
    const wrong = (wipLimit: string) => 'wipLimit' in laneErrors({ ...emptyLane, title: 'a', wipLimit });
    expect(['', '1', '1000', '0', '1001', '2.5', 'x'].map(wrong)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  it('steps over its neighbour, and not over the end', () => {
    expect(orderAfterStep(testBoard.lanes, 12, -1)).toEqual([12, 11, 14]);
    expect(orderAfterStep(testBoard.lanes, 14, 1)).toBe(null);
  });

  it('is added with its category, and is taken back from the toast', async () => {
    const { host, sent } = await open();
    fireEvent.click(screen.getByRole('button', { name: 'kanban.lanes.new' }));
    const dialog = await openedDialog();
    fireEvent.click(within(dialog).getByRole('button', { name: 'kanban.lanes.create', hidden: true }));
    expect(within(dialog).getByText('kanban.sprints.required')).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.change(within(dialog).getByRole('textbox', { name: /kanban.lanes.name/, hidden: true }), {
      target: { value: 'Revisão' },
    });
    fireEvent.click(within(dialog).getByRole('button', { name: 'kanban.lanes.create', hidden: true }));
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBe(null));
    expect(sent).toMatchObject([
      {
        address: '/handler/v2/agile/statusLanes',
        body: { boardId: 7, title: 'Revisão', category: 'progress', color: null },
      },
    ]);
    expect(host.notices).toMatchObject([{ kind: 'success', text: 'kanban.lanes.created' }]);
    act(() => host.notices[0]!.undo!());
    expect(sent[1]).toMatchObject({ address: expect.stringMatching(/\/undo$/) });
  });

  it('says at its name that another one has it', async () => {
    const { choose } = await open(() =>
      Promise.reject({
        code: 'ALREADY_EXISTS',
        status: 409,
        message: 'x',
        errors: [{ path: '/title', message: 'O nome existe' }],
      }),
    );
    await choose('Início', 'kanban.lanes.edit');
    const dialog = await openedDialog();
    fireEvent.change(within(dialog).getByRole('textbox', { name: /kanban.lanes.name/, hidden: true }), {
      target: { value: 'Concluído' },
    });
    fireEvent.click(within(dialog).getByRole('button', { name: 'kanban.lanes.save', hidden: true }));
    expect(await within(dialog).findByText('O nome existe')).toBeTruthy();
  });

  it('gets a hard limit, and keeps a name that nobody changed that of its status', async () => {
    const { sent, choose } = await open();
    await choose('Início', 'kanban.lanes.edit');
    const dialog = await openedDialog();
    fireEvent.change(within(dialog).getByRole('spinbutton', { hidden: true }), { target: { value: '4' } });
    fireEvent.click(within(dialog).getByRole('radio', { name: 'kanban.lanes.hard', hidden: true }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'kanban.lanes.save', hidden: true }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ address: '/handler/v2/agile/lanes/11', method: 'put' });
    expect(Object.keys(sent[0]!.body as object).sort()).toEqual(['opId', 'version', 'wipLimit', 'wipMode']);
  });

  it('moves by its menu', async () => {
    const { sent, choose } = await open();
    await choose('Início', 'kanban.lanes.right');
    expect(sent).toMatchObject([
      { address: '/handler/v2/agile/boards/7/lanes', body: { laneIds: [12, 11, 14] } },
    ]);
  });

  it('is removed with its cards in a lane that is named', async () => {
    const { sent, choose } = await open();
    await choose('Início', 'kanban.lanes.remove');
    const dialog = await openedDialog();
    expect(within(dialog).getByText('kanban.lanes.removeCards')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'kanban.lanes.removeConfirm', hidden: true }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]!.address).toMatch(/^\/handler\/v2\/agile\/lanes\/11\?toLaneId=12&opId=[0-9a-f-]{36}$/);
  });

  it('is changed by administrators of the board alone', async () => {
    await openBoard(undefined, { board: { ...testBoard, administers: false } });
    expect(screen.queryByRole('button', { name: 'kanban.lanes.menu' })).toBe(null);
    expect(screen.queryByRole('button', { name: 'kanban.lanes.new' })).toBe(null);
  });
});

// @vitest-environment jsdom
import { FluentProvider } from '@fluentui/react-components';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { CardDetails } from '../../../contracts/agile-card.ts';
import { createRegistry } from '../../../engine/core/index.ts';
import { createFakeHost, failure } from '../../../engine/core/testing/fake-host.ts';
import { EngineProvider } from '../../../engine/react/index.ts';
import { testDetails } from '../core/testing.ts';
import { OpenBoardContext, type OpenBoard } from '../open-board.ts';
import { Attachments } from './Attachments.tsx';
import { createBoardUi } from '../board-ui.ts';
import { createCardCalls } from './card-calls.ts';
import { createCardStore } from './card-store.ts';
import { OpenCardContext } from './open-card.ts';

afterEach(cleanup);

const file = (id: number, name: string) => ({ id, name, type: 'text/plain', bytes: 2048, isPicture: false });

/** The files of card 2; the server answers what `stored` has. */
async function open(attachments: CardDetails['attachments']) {
  const host = createFakeHost({
    'kanban.card.attached': '{{count}} anexados',
    'kanban.cardMenu': 'Opções de {{card}}',
  });
  const stored = { task: { ...testDetails, attachments } };
  host.onRun = ({ method, address }) => {
    if (method !== 'get') return { data: stored.task };
    if (address.includes('/comments')) return { data: { rows: [], totalRows: 0 } };
    return { data: address.includes('/checklist') ? { rows: [] } : stored.task };
  };
  const done: string[] = [];
  const undone: (string | undefined)[] = [];
  const refusals: unknown[] = [];
  const store = createCardStore(host, 7, 2, createCardCalls(host, 2), (opId) => done.push(opId));
  await act(async () => store.load());
  const actions = { undo: (opId?: string) => undone.push(opId) };
  const board = { actions, ui: createBoardUi(false) } as unknown as OpenBoard;
  const card = { store, mayEdit: true, refused: (one: unknown) => void refusals.push(one) };
  render(
    <FluentProvider>
      <EngineProvider registry={createRegistry([])} host={host}>
        <OpenBoardContext value={board}>
          <OpenCardContext value={card}>
            <Attachments />
          </OpenCardContext>
        </OpenBoardContext>
      </EngineProvider>
    </FluentProvider>,
  );
  const changes = () => host.runs.filter(({ method }) => method !== 'get');
  return { host, stored, done, undone, refusals, changes };
}

it('attaches the files of one choice in one gesture, and offers its undo', async () => {
  const { host, done, undone, changes } = await open([]);
  host.chosen = [{ name: 'um.txt' }, { name: 'dois.txt' }] as unknown as typeof host.chosen;
  fireEvent.click(screen.getByRole('button', { name: 'kanban.card.attach' }));
  await waitFor(() => expect(host.notices).toHaveLength(1));
  expect(changes()).toMatchObject([
    { address: '/handler/v2/agile/tasks/2/attachments', body: { opId: done[0], fileIds: [7, 7] } },
  ]);
  expect(host.notices[0]).toMatchObject({ text: '2 anexados', detail: 'um.txt, dois.txt' });
  host.notices[0]!.undo!();
  expect(undone).toEqual(done);
});

it('attaches the files that arrived, and says of the others why they did not', async () => {
  const { host, refusals, changes } = await open([]);
  const upload = host.upload.bind(host);
  const tooLarge = failure('BODY_TOO_LARGE');
  host.upload = (request) =>
    request.files[0]!.name === 'grande.bin' ? Promise.reject(tooLarge) : upload(request);
  host.chosen = [{ name: 'grande.bin' }, { name: 'um.txt' }] as unknown as typeof host.chosen;
  fireEvent.click(screen.getByRole('button', { name: 'kanban.card.attach' }));
  await waitFor(() => expect(host.notices).toHaveLength(1));
  expect(refusals).toEqual([tooLarge]);
  expect(changes()).toMatchObject([{ body: { fileIds: [7] } }]);
  expect(host.notices[0]).toMatchObject({ text: '1 anexados', detail: 'um.txt' });
});

it('removes a file, and offers its undo', async () => {
  const { host, done, undone, changes } = await open([file(9, 'nota.txt')]);
  fireEvent.click(screen.getByRole('button', { name: 'Opções de nota.txt' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'kanban.card.delete' }));
  await waitFor(() => expect(host.notices).toHaveLength(1));
  expect(changes()).toMatchObject([
    { method: 'delete', address: `/handler/v2/agile/tasks/2/attachments/9?opId=${done[0]}` },
  ]);
  expect(host.notices[0]).toMatchObject({ text: 'kanban.card.detached', detail: 'nota.txt' });
  expect(document.activeElement?.textContent).toBe('kanban.card.attach');
  host.notices[0]!.undo!();
  expect(undone).toEqual(done);
});

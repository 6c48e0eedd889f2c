/* Test support: an open board whose server answers what the test gives. */
import { FluentProvider } from '@fluentui/react-components';
import { render, screen, within } from '@testing-library/react';
import type { Board } from '../../../contracts/agile-board.ts';
import { createRegistry } from '../../../engine/core/index.ts';
import { createFakeHost, type FakeHost } from '../../../engine/core/testing/fake-host.ts';
import { EngineProvider } from '../../../engine/react/index.ts';
import { testBoard, testCard } from '../core/testing.ts';
import { Kanban } from '../index.ts';

/** Shows the test board with cards. Nothing that is sent is answered. */
export async function openBoard(
  cards = [1, 2, 3].map((id) => testCard(id)),
  {
    board = testBoard,
    allowed = () => true,
    sprintId = 5,
    onSprint = () => undefined,
  }: {
    board?: Board;
    allowed?: FakeHost['allowed'];
    sprintId?: number;
    onSprint?(sprintId: number): void;
  } = {},
) {
  const host = createFakeHost({
    'kanban.moved': '{{title}}: {{from}} {{fromPlace}}/{{fromCount}} -> {{to}} {{toPlace}}/{{toCount}}',
    'kanban.moveRefused': '“{{title}}” não foi movida',
    'kanban.moveFailed': 'Não pode ser atualizada',
    'kanban.due.late': 'Atrasadas',
    'kanban.openBy': 'Aberta por {{names}}',
  });
  host.allowed = allowed;
  host.onRun = ({ method, address }) => {
    if (method === 'post') return new Promise(() => undefined);
    if (address.endsWith('/tasks')) return { data: { rows: cards, seq: 1 } };
    if (address.includes('/events')) return { data: { rows: [], seq: 1, reload: false } };
    return { data: board };
  };
  render(
    <FluentProvider>
      <EngineProvider registry={createRegistry([])} host={host}>
        <Kanban
          boardId={7}
          sprintId={sprintId}
          onSprint={onSprint}
          cardId={null}
          onCard={() => undefined}
          onTitles={() => undefined}
        />
      </EngineProvider>
    </FluentProvider>,
  );
  if (board.sprints.some(({ id }) => id === sprintId)) await screen.findByRole('region', { name: 'Início' });
  const cardsOf = (lane: string) =>
    within(screen.getByRole('region', { name: lane }))
      .queryAllByRole('group')
      .map((card) => card.getAttribute('aria-label'));
  const card = (name: string) => screen.getByRole('group', { name });
  const moves = () => host.runs.filter(({ method }) => method === 'post');
  const said = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join('');
  return { host, cardsOf, card, moves, said };
}

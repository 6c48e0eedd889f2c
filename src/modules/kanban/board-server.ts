import { outboxOf } from '../../client/index.ts';
import { randomId } from '../../contracts/random-id.ts';
import type { BoardEvents, BoardOp } from '../../contracts/agile.ts';
import type { Board, BoardCard } from '../../contracts/agile-board.ts';
import type { Json } from '../../contracts/json.ts';
import type { Host } from '../../engine/core/index.ts';
import type { BoardServer } from './core/sync.ts';

const root = '/handler/v2/agile';

/** The calls and events of a board, over the host. */
export function createBoardServer(host: Host, boardId: number): BoardServer {
  const read = async <Data>(address: string): Promise<Data> =>
    ((await host.run({ method: 'get', address })) as { data: Data }).data;
  const board = `${root}/boards/${boardId}`;
  return {
    board: () => read<Board>(board),
    cards: () => read<{ rows: BoardCard[]; seq: number }>(`${board}/tasks`),
    events: (after) => read<BoardEvents>(`${board}/events?after=${after}`),
    outbox: outboxOf(host),
    moveRequest: (taskId, to) => ({
      method: 'post',
      address: `${board}/cards/${taskId}/move`,
      body: { ...to } as unknown as Json,
    }),
    listen: (listener) =>
      host.events.subscribe([`board:${boardId}`], ({ data }) =>
        listener(data === undefined ? null : (data as unknown as BoardOp)),
      ),
    onOnline: (listener) =>
      host.presence.subscribe(() => {
        if (host.presence.get()) listener();
      }),
    after: host.after,
    makeId: randomId,
  };
}

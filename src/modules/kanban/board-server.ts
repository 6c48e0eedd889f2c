import { randomId } from '../../contracts/random-id.ts';
import type { BoardEvents, BoardOp, MoveReply } from '../../contracts/agile.ts';
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
    async move(taskId, to) {
      const address = `${board}/cards/${taskId}/move`;
      const reply = await host.run({ method: 'post', address, body: { ...to } as unknown as Json });
      return (reply as { data: MoveReply }).data;
    },
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

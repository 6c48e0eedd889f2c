import type { BoardEvents, BoardOp, MoveReply } from '../../../contracts/agile.ts';
import type { OutboxEntry } from '../../../client/index.ts';
import { createMemoryDevice, createTestOutbox, type MemoryDevice } from '../../../client/testing/outbox.ts';
import type { Board, BoardCard } from '../../../contracts/agile-board.ts';
import type { CardDetails } from '../../../contracts/agile-card.ts';
import type { Json } from '../../../contracts/json.ts';
import type { HostFailure } from '../../../engine/core/index.ts';
import type { Destination } from './moves.ts';
import type { BoardServer } from './sync.ts';

/** Test support: a board with lanes start (11), progress (12) and concluded (14), and the open sprint 5. */
export const testBoard: Board = {
  id: 7,
  title: 'Quadro',
  description: '',
  version: 1,
  activeSprintId: 5,
  projectIds: [1],
  stakeholderIds: [],
  administers: true,
  lanes: (
    [
      [11, 1, 'Início', 'start'],
      [12, 2, 'Em andamento', 'progress'],
      [14, 4, 'Concluído', 'concluded'],
    ] as const
  ).map(([id, statusId, title, category], rank) => ({
    id,
    statusId,
    title,
    category,
    color: null,
    rank,
    wipLimit: null,
    wipMode: 'soft',
    version: 1,
  })),
  sprints: [
    {
      id: 5,
      title: 'Sprint 5',
      goal: '',
      startDate: '2026-11-16',
      plannedEnd: '2026-11-27',
      state: 'open',
      startedAt: null,
      version: 1,
    },
  ],
  tags: [{ id: 31, title: 'Fiscal', color: null }],
  users: [
    { id: 21, name: 'Ana Souza', photourl: null, assignable: true },
    { id: 22, name: 'Ângelo Dias', photourl: null, assignable: true },
  ],
  priorities: [
    { id: 1, key: 'urgent', title: 'Urgente' },
    { id: 2, key: 'high', title: 'Alta' },
    { id: 3, key: 'medium', title: 'Média' },
    { id: 4, key: 'low', title: 'Baixa' },
  ],
  projects: [
    { id: 1, key: 'RVR', title: 'Revisão', icon: { name: 'board', color: '#1874cf' }, closed: false },
  ],
  stories: [{ id: 41, number: 2, projectId: 1, title: 'Separação', statusId: 1 }],
  statuses: [
    { id: 1, category: 'start', title: 'Início', color: null },
    { id: 2, category: 'progress', title: 'Em andamento', color: null },
    { id: 4, category: 'concluded', title: 'Concluído', color: null },
    { id: 8, category: 'backlog', title: 'Pendências', color: null },
  ],
};

export const testCard = (id: number, change: Partial<BoardCard> = {}): BoardCard => ({
  id,
  number: id,
  title: `Tarefa ${id}`,
  projectId: 1,
  storyId: null,
  statusId: 1,
  priorityId: null,
  taskSprintId: 5,
  laneId: 11,
  pos: String(id).padStart(5, '0'),
  head: null,
  startDate: null,
  endDate: null,
  users: [],
  tags: [],
  checklist: { done: 0, total: 0 },
  comments: 0,
  coverFileId: null,
  version: 1,
  ...change,
});

/** An operation that puts a card somewhere, as the server tells it. */
export function moveOp(
  seq: number,
  opId: string,
  taskId: number,
  to: { sprintId: number | null; laneId: number | null; pos: string; statusId: number },
): BoardOp {
  const { statusId, ...place } = to;
  return {
    seq,
    opId,
    kind: 'task.move',
    actorId: 1,
    at: '2026-11-27T12:00:00.000Z',
    undoes: null,
    changes: [
      {
        entity: 'task',
        id: taskId,
        version: 2,
        projectId: 1,
        before: {},
        after: {
          statusId,
          taskSprintId: place.sprintId,
          places: [{ boardId: 7, ...place, afterId: null }],
          placed: 'exact',
        },
      },
    ],
  };
}

/** A server whose answers the test gives. */
export interface FakeServer extends BoardServer {
  /** Moves that were sent, in order, with what answers each. */
  sent: {
    taskId: number;
    to: Destination & { opId: string; seen: number };
    accept(reply: Partial<MoveReply>): void;
    fail(failure: Partial<HostFailure>): void;
  }[];
  /** Answers other gestures than moves. */
  onChange(request: OutboxEntry['request']): Promise<unknown>;
  asked: number[];
  reads: { board: number; cards: number };
  /** Answer of the next question for missed operations. */
  missed: BoardEvents;
  answer: { rows: BoardCard[]; seq: number };
  tell(op: BoardOp | null): void;
  comeOnline(): void;
  /** Runs what waits for a time. */
  elapse(): void;
}

export function createFakeServer(
  rows: BoardCard[],
  seq = 1,
  device: MemoryDevice = createMemoryDevice(),
): FakeServer {
  let listener: (op: BoardOp | null) => void = () => undefined;
  let onOnline: () => void = () => undefined;
  const timers = new Set<() => void>();
  let ids = 0;
  const after = (_: number, callback: () => void) => {
    timers.add(callback);
    return () => void timers.delete(callback);
  };
  const run = (request: OutboxEntry['request']): Promise<unknown> => {
    const taskId = Number(/^\/cards\/(\d+)\/move$/.exec(request.address)?.[1]);
    if (Number.isNaN(taskId)) return server.onChange(request);
    const to = request.body as unknown as Destination & { opId: string; seen: number };
    return new Promise((resolve, reject) => {
      server.sent.push({
        taskId,
        to,
        accept: (reply) =>
          resolve({
            data: {
              opId: to.opId,
              seq: 0,
              version: 2,
              statusId: 1,
              sprintId: 5,
              laneId: to.laneId,
              pos: 'a',
              placed: 'exact',
              ...reply,
            },
          }),
        fail: (failure) => reject({ code: 'FAILED', status: 409, message: 'Não', errors: [], ...failure }),
      });
    });
  };
  const { outbox, online } = createTestOutbox({ run, after }, device);
  const server: FakeServer = {
    sent: [],
    asked: [],
    reads: { board: 0, cards: 0 },
    missed: { rows: [], seq, reload: false },
    answer: { rows, seq },
    async board() {
      server.reads.board += 1;
      return testBoard;
    },
    async cards() {
      server.reads.cards += 1;
      return server.answer;
    },
    async events(seq0) {
      server.asked.push(seq0);
      return server.missed;
    },
    outbox,
    moveRequest: (taskId, to) => ({
      method: 'post',
      address: `/cards/${taskId}/move`,
      body: { ...to } as unknown as Json,
    }),
    listen(given) {
      listener = given;
      return () => void (listener = () => undefined);
    },
    onOnline(given) {
      onOnline = given;
      return () => void (onOnline = () => undefined);
    },
    after,
    onChange: async () => ({ data: {} }),
    makeId: () => `op-${++ids}`,
    tell: (op) => listener(op),
    comeOnline() {
      online();
      onOnline();
    },
    elapse() {
      const due = [...timers];
      timers.clear();
      for (const callback of due) callback();
    },
  };
  return server;
}

/** Lets answers that are there arrive. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
};

export const testPerson = { id: 21, name: 'Ana Souza', photourl: null };

/** Details that the panel of the card 2 reads. */
export const testDetails: CardDetails = {
  id: 2,
  number: 2,
  code: 'RVR-2',
  title: 'Tarefa 2',
  description: '',
  projectId: 1,
  project: { id: 1, key: 'RVR', title: 'Revisão', closed: false },
  storyId: null,
  story: null,
  statusId: 1,
  status: { id: 1, category: 'start', title: 'Início', color: null },
  priorityId: null,
  taskSprintId: 5,
  sprint: { id: 5, title: 'Sprint 5', state: 'open', boardId: 7 },
  head: null,
  headData: null,
  users: [],
  usersData: [],
  tags: [],
  tagsData: [],
  startDate: null,
  endDate: '2026-11-20',
  late: false,
  links: [],
  attachments: [],
  coverFileId: null,
  watchers: [],
  createdBy: testPerson,
  updatedBy: testPerson,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  version: 3,
};

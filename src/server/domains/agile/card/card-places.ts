import { statusIds } from '../../../../contracts/agile.ts';
import type { Context } from '../../../kernel/contract.ts';
import { invalid } from '../../../kernel/errors.ts';
import { laneOfStatus, readLanes } from '../lane/lanes.ts';
import { boardsByTask, shareSprints, type LockedTask } from '../operation/locks.ts';
import type { BoardState, Move } from './relocate.ts';
import type { WorkStatus } from '../status/statuses.ts';

interface Wanted {
  task: LockedTask;
  wanted: { statusId?: number | undefined; taskSprintId?: number | null | undefined };
}

/** Where tasks go whose status or sprint changes. Boards and sprints are read once for all tasks. */
export class CardPlaces {
  readonly #ctx: Context;
  readonly #statuses: ReadonlyMap<number, WorkStatus>;
  readonly #boardsOf: ReadonlyMap<number, number[]>;
  readonly #boards = new Map<number, BoardState>();
  readonly #sprints = new Map<number, Promise<number | undefined>>();
  readonly #shared = new Map<number, Promise<unknown>>();

  private constructor(
    ctx: Context,
    statuses: ReadonlyMap<number, WorkStatus>,
    boardsOf: ReadonlyMap<number, number[]>,
  ) {
    this.#ctx = ctx;
    this.#statuses = statuses;
    this.#boardsOf = boardsOf;
  }

  static async read(
    ctx: Context,
    edits: readonly Wanted[],
    statuses: ReadonlyMap<number, WorkStatus>,
  ): Promise<CardPlaces> {
    const moving = edits.filter(
      ({ wanted }) => wanted.statusId !== undefined || wanted.taskSprintId !== undefined,
    );
    const boards =
      moving.length === 0
        ? new Map<number, number[]>()
        : await boardsByTask(
            ctx.db,
            moving.map(({ task }) => task.id),
          );
    return new CardPlaces(ctx, statuses, boards);
  }

  /**
   * The move of a task to where its new status or sprint is shown, or the status that is to be written without a move.
   * @throws AppError VALIDATION_FAILED, SPRINT_ENDED
   */
  async of({
    task,
    wanted,
  }: Wanted): Promise<{ move: (Move & { board: BoardState }) | null; statusId: number | null }> {
    const statuses = this.#statuses;
    const status = wanted.statusId === undefined ? undefined : statuses.get(wanted.statusId);
    // `late` is computed.
    if (wanted.statusId !== undefined && (!status || status.id === statusIds.late))
      throw invalid([{ path: '/statusId', key: 'errors.agile.unknownStatus' }]);
    const isBacklog = status?.category === 'backlog';
    if (isBacklog && typeof wanted.taskSprintId === 'number')
      throw invalid([{ path: '/statusId', key: 'errors.agile.backlogInSprint' }]);
    const sprintId = isBacklog
      ? null
      : wanted.taskSprintId === undefined
        ? task.sprintId
        : wanted.taskSprintId;
    const hasMoved = sprintId !== task.sprintId;
    const given = hasMoved ? (sprintId === null ? statusIds.backlog : statusIds.start) : task.statusId;
    const statusId = status?.id ?? given;
    if (!hasMoved && statusId === task.statusId) return { move: null, statusId: null };
    if (!hasMoved && sprintId === null) return { move: null, statusId };
    const boards = this.#boardsOf.get(task.id) ?? [];
    const boardId = sprintId === null ? boards[0] : await this.#boardOfSprint(sprintId);
    // A board shows the cards of its projects.
    if (boardId === undefined || !boards.includes(boardId))
      throw invalid([{ path: '/taskSprintId', key: 'errors.agile.foreignSprint' }]);
    const board = await this.#board(boardId);
    if (!hasMoved) {
      // The tasks of an ended sprint are as they were.
      await once(this.#shared, sprintId!, () => shareSprints(this.#ctx.db, [sprintId!]));
      const laneOf = (id: number) => laneOfStatus(board.lanes, statuses, id)?.id;
      if (laneOf(statusId) === laneOf(task.statusId)) return { move: null, statusId };
    }
    return { move: { task, sprintId, statusId, board }, statusId: null };
  }

  async #board(id: number): Promise<BoardState> {
    const known = this.#boards.get(id);
    if (known) return known;
    const board = { id, lanes: await readLanes(this.#ctx.db, [id]), statuses: this.#statuses };
    this.#boards.set(id, board);
    return board;
  }

  #boardOfSprint(id: number): Promise<number | undefined> {
    return once(this.#sprints, id, async () => {
      const { db } = this.#ctx;
      const found = await db.selectFrom('sprint').where('id', '=', id).select('board_id').executeTakeFirst();
      return found?.board_id;
    });
  }
}

/** Runs a read for a key once; its failure is that of all who ask. */
function once<T>(known: Map<number, Promise<T>>, key: number, read: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? read();
  known.set(key, found);
  return found;
}

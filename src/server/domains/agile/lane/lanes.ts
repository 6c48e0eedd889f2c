import { statusIds } from '../../../../contracts/agile.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { WorkStatus } from '../status/statuses.ts';

export interface Lane {
  id: number;
  boardId: number;
  statusId: number;
  rank: number;
  /** Its name on this board; null: that of its status. */
  title: string | null;
  color: string | null;
  wipLimit: number | null;
  wipMode: 'soft' | 'hard';
  version: number;
}

/** The lanes of boards, each board's in their order. */
export function readLanes(db: TenantTransaction, boards: readonly number[]): Promise<Lane[]> {
  return db
    .selectFrom('lane')
    .where('board_id', 'in', [...boards, 0])
    .select([
      'id',
      'board_id as boardId',
      'status_id as statusId',
      'rank',
      'title',
      'color',
      'wip_limit as wipLimit',
      'wip_mode as wipMode',
      'version',
    ])
    .orderBy('board_id')
    .orderBy('rank')
    .orderBy('id')
    .execute();
}

/**
 * The lane of a board that shows a status: its own, else that of its category, else another of this category. Null for canceled
 * cards, and where the board has none.
 */
export function laneOfStatus(
  lanes: readonly Lane[],
  statuses: ReadonlyMap<number, WorkStatus>,
  statusId: number,
): Lane | null {
  const category = statuses.get(statusId)?.category;
  return (
    lanes.find((lane) => lane.statusId === statusId) ??
    (category === undefined || category === 'canceled'
      ? undefined
      : (lanes.find((lane) => lane.statusId === statusIds[category]) ??
        lanes.find((lane) => statuses.get(lane.statusId)?.category === category))) ??
    null
  );
}

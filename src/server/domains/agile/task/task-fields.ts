import { sql } from 'kysely';
import type { Context } from '../../../kernel/contract.ts';

/** The fields of a task that people change, by their wire names. Fields that are not sent stay. */
export interface TaskFields {
  title?: string | undefined;
  description?: string | undefined;
  storyId?: number | null | undefined;
  priorityId?: number | null | undefined;
  head?: number | null | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  statusId?: number | undefined;
  taskSprintId?: number | null | undefined;
  users?: number[] | undefined;
  tags?: number[] | undefined;
  /** One of its attached pictures. */
  coverFileId?: number | null | undefined;
}

/** A task as it is stored, by the same names. */
export interface StoredTask {
  id: number;
  title: string;
  description: string;
  storyId: number | null;
  priorityId: number | null;
  head: number | null;
  startDate: string | null;
  endDate: string | null;
  coverFileId: number | null;
  users: number[];
  tags: number[];
}

/** Reads tasks by their ids. */
export async function readStoredTasks(
  { db }: Pick<Context, 'db'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredTask>> {
  const { rows } = await sql<StoredTask>`
    select t.id, t.title, t.description, t.story_id as "storyId", t.priority_id as "priorityId", t.head_id as head,
      t.start_date as "startDate", t.end_date as "endDate", t.cover_file_id as "coverFileId",
      array(select u.user_id from task_user u where u.task_id = t.id order by u.user_id) as users,
      array(select g.tag_id from task_tag g where g.task_id = t.id order by g.tag_id) as tags
    from task t where t.id = any (${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

import { sql } from 'kysely';
import type { BoardCard } from '../../../contracts/agile-board.ts';
import type { TenantTransaction } from '../../kernel/database.ts';

interface Cards {
  rows: BoardCard[];
  /** Number of the last operation that the rows contain. */
  seq: number;
}

/**
 * All cards that a board shows, in their order, in one statement however many they are. Cards of projects that the person may
 * not see are left out.
 * @param sprintId cards of one sprint; 0 for those of the backlog
 */
export async function readCards(
  db: TenantTransaction,
  boardId: number,
  sprintId: number | undefined,
): Promise<Cards> {
  const { rows } = await sql<Cards>`
    with placed as (
      select p.task_id, p.lane_id, p.pos, t.* from card_position p
      -- By the key of each card: a join reads all tasks of a tenant that has many, as row-level security hides how few match.
      cross join lateral (select * from task where id = p.task_id limit 1) t
      where p.board_id = ${boardId} and ${sprintId === undefined ? sql`true` : sql`p.sprint_id = ${sprintId}`}
    ), people as (
      select u.task_id, json_agg(u.user_id order by u.user_id) as ids from task_user u
      where u.task_id in (select id from placed) group by u.task_id
    ), tags as (
      select g.task_id, json_agg(g.tag_id order by g.tag_id) as ids from task_tag g
      where g.task_id in (select id from placed) group by g.task_id
    ), points as (
      select c.parent_id, count(*) filter (where c.is_done) as done, count(*) as total from checklist_item c
      where c.parent_type = 'task' and c.parent_id in (select id from placed) group by c.parent_id
    ), talk as (
      select c.parent_id, count(*) as total from comment c
      where c.parent_type = 'task' and c.deleted_at is null and c.parent_id in (select id from placed)
      group by c.parent_id
    )
    select (select last_seq from board where id = ${boardId}) as seq, coalesce((
      select json_agg(json_build_object(
        'id', x.id, 'number', x.number, 'title', x.title, 'projectId', x.project_id, 'storyId', x.story_id,
        'statusId', x.status_id, 'priorityId', x.priority_id, 'taskSprintId', x.sprint_id,
        'laneId', nullif(x.lane_id, 0), 'pos', x.pos, 'head', x.head_id,
        'startDate', x.start_date, 'endDate', x.end_date,
        'users', coalesce(people.ids, '[]'), 'tags', coalesce(tags.ids, '[]'),
        'checklist', json_build_object('done', coalesce(points.done, 0), 'total', coalesce(points.total, 0)),
        'comments', coalesce(talk.total, 0), 'coverFileId', x.cover_file_id, 'version', x.version
      ) order by x.pos)
      from placed x
      left join people on people.task_id = x.id
      left join tags on tags.task_id = x.id
      left join points on points.parent_id = x.id
      left join talk on talk.parent_id = x.id
    ), '[]') as rows`.execute(db);
  return rows[0]!;
}

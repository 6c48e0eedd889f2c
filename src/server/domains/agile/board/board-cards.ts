import { sql } from 'kysely';
import type { BoardCard } from '../../../../contracts/agile-board.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';

interface Cards {
  rows: BoardCard[];
  /** Number of the last operation that the rows contain. */
  seq: number;
}

/** Values of cards from a table beside theirs; cards without any are left out. */
type Beside<Value> = { id: number; value: Value }[];

interface Parts {
  seq: number;
  cards: Omit<BoardCard, 'users' | 'tags' | 'checklist' | 'comments'>[];
  users: Beside<BoardCard['users']>;
  tags: Beside<BoardCard['tags']>;
  checklist: Beside<BoardCard['checklist']>;
  comments: Beside<BoardCard['comments']>;
}

/**
 * All cards that a board shows, in their order, in one statement however many they are. Cards of projects that the person may
 * not see are left out. Values of the cards in other tables are put to them here: where the planner takes a board that has grown
 * for a small one, it would compare each card with each row, for longer than a statement may take.
 * @param sprintId cards of one sprint; 0 for those of the backlog
 */
export async function readCards(
  db: TenantTransaction,
  boardId: number,
  sprintId: number | undefined,
): Promise<Cards> {
  const rowsOf = (select: ReturnType<typeof sql>) =>
    sql`coalesce((select json_agg(r) from (${select}) r), '[]'::json)`;
  const placed = sql`any (array(select id from placed))`;
  const { rows } = await sql<Parts>`
    with placed as materialized (
      select p.task_id, p.lane_id, p.pos, t.* from card_position p
      -- By the key of each card: a join reads all tasks of a tenant that has many, as row-level security hides how few match.
      cross join lateral (select * from task where id = p.task_id limit 1) t
      where p.board_id = ${boardId} and ${sprintId === undefined ? sql`true` : sql`p.sprint_id = ${sprintId}`}
    )
    select (select last_seq from board where id = ${boardId}) as seq,
      ${rowsOf(sql`
        select id, number, title, project_id as "projectId", story_id as "storyId", status_id as "statusId",
          priority_id as "priorityId", sprint_id as "taskSprintId", nullif(lane_id, 0) as "laneId", pos, head_id as head,
          start_date as "startDate", end_date as "endDate", cover_file_id as "coverFileId", version
        from placed order by pos, id`)} as cards,
      ${rowsOf(sql`
        select task_id as id, json_agg(user_id order by user_id) as value from task_user
        where task_id = ${placed} group by task_id`)} as users,
      ${rowsOf(sql`
        select task_id as id, json_agg(tag_id order by tag_id) as value from task_tag
        where task_id = ${placed} group by task_id`)} as tags,
      ${rowsOf(sql`
        select parent_id as id, json_build_object('done', count(*) filter (where is_done), 'total', count(*)) as value
        from checklist_item where parent_type = 'task' and parent_id = ${placed} group by parent_id`)} as checklist,
      ${rowsOf(sql`
        select parent_id as id, count(*) as value from comment
        where parent_type = 'task' and deleted_at is null and parent_id = ${placed} group by parent_id`)} as comments
  `.execute(db);
  const { seq, cards, ...parts } = rows[0]!;
  const users = byCard(parts.users);
  const tags = byCard(parts.tags);
  const checklists = byCard(parts.checklist);
  const comments = byCard(parts.comments);
  return {
    seq,
    rows: cards.map((card) => ({
      ...card,
      users: users.get(card.id) ?? [],
      tags: tags.get(card.id) ?? [],
      checklist: checklists.get(card.id) ?? { done: 0, total: 0 },
      comments: comments.get(card.id) ?? 0,
    })),
  };
}

const byCard = <Value>(beside: Beside<Value>): ReadonlyMap<number, Value> =>
  new Map(beside.map(({ id, value }) => [id, value]));

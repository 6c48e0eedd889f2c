import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { OpChange, OpEntity, StatusCategory } from '../../contracts/agile.ts';
import type { JsonObject } from '../../contracts/json.ts';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Stamped = ColumnType<Date, Date | string | undefined, Date | string>;

/** Columns that every record with an author has. */
interface Authored {
  version: Generated<number>;
  created_at: Stamped;
  created_by: number | null;
  updated_at: Stamped;
  updated_by: number | null;
}

export interface OrganizerTable extends Authored {
  tenant_id: number;
  id: Generated<number>;
  title: string;
}

export interface WorkStatusTable {
  tenant_id: number;
  id: number;
  category: StatusCategory;
  /** Null for the statuses of the product, whose names are texts. */
  title: string | null;
  color: string | null;
  lane_rank: number | null;
}

export interface ProjectTable extends Authored {
  tenant_id: number;
  id: Generated<number>;
  key: string;
  title: string;
  summary_title: string | null;
  summary_desc: string | null;
  description: Generated<string>;
  organizer_id: number | null;
  company_id: number | null;
  parent_id: number | null;
  head_id: number | null;
  /** YYYY-MM-DD, as all dates of these tables. */
  start_date: string | null;
  end_date: string | null;
  status_id: Generated<number>;
  icon: JSONColumnType<{ name: string; color: string }, string | undefined, string>;
  restricted: Generated<boolean>;
  is_template: Generated<boolean>;
  last_number: Generated<number>;
  closed_at: Timestamp | null;
  closed_by: number | null;
}

export interface ProjectMemberTable {
  tenant_id: number;
  project_id: number;
  user_id: number;
}

export interface ProjectBoardTable {
  tenant_id: number;
  project_id: number;
  board_id: number;
}

export interface BoardTable extends Authored {
  tenant_id: number;
  id: Generated<number>;
  title: string;
  description: Generated<string>;
  active_sprint_id: number | null;
  last_seq: Generated<number>;
  deleted_at: Timestamp | null;
}

export interface BoardStakeholderTable {
  tenant_id: number;
  board_id: number;
  user_id: number;
}

export interface LaneTable {
  tenant_id: number;
  id: Generated<number>;
  board_id: number;
  status_id: number;
  rank: number;
  title: Generated<string | null>;
  color: string | null;
  wip_limit: number | null;
  wip_mode: Generated<'soft' | 'hard'>;
  version: Generated<number>;
}

export interface SprintTable extends Authored {
  tenant_id: number;
  id: Generated<number>;
  board_id: number;
  title: string;
  goal: Generated<string>;
  start_date: string;
  planned_end: string | null;
  state: Generated<'open' | 'ended'>;
  started_at: Timestamp | null;
  ended_at: Timestamp | null;
  ended_by: number | null;
  report: JSONColumnType<JsonObject> | null;
  deleted_at: Timestamp | null;
}

export interface StoryTable extends Authored {
  tenant_id: number;
  id: Generated<number>;
  project_id: number;
  number: number;
  title: string;
  description: Generated<string>;
  status_id: Generated<number>;
  priority_id: number | null;
  head_id: number | null;
  start_date: string | null;
  end_date: string | null;
  deleted_at: Timestamp | null;
}

export interface TaskTable extends StoryTable {
  story_id: number | null;
  sprint_id: number | null;
  cover_file_id: number | null;
  /** Set by the database while the status is one of the category concluded. */
  concluded_at?: Timestamp | null;
}

export interface TaskUserTable {
  tenant_id: number;
  task_id: number;
  user_id: number;
}

export interface TagTable {
  tenant_id: number;
  id: Generated<number>;
  board_id: number;
  title: string;
  color: string | null;
  version: Generated<number>;
  created_at: Stamped;
  created_by: number | null;
}

export interface TaskTagTable {
  tenant_id: number;
  task_id: number;
  tag_id: number;
}

export interface TaskLinkTable {
  tenant_id: number;
  task_id: number;
  other_id: number;
  kind: 'blocks' | 'duplicates' | 'relates';
  created_at: Stamped;
  created_by: number | null;
}

/** Where a board shows a card. `sprint_id` 0 is the backlog, `lane_id` 0 no lane. */
export interface CardPositionTable {
  tenant_id: number;
  board_id: number;
  task_id: number;
  sprint_id: number;
  lane_id: number;
  pos: string;
}

export interface CommentTable extends Authored {
  tenant_id: number;
  id: Generated<number>;
  parent_type: 'task' | 'story' | 'project';
  parent_id: number;
  body: string;
  deleted_at: Timestamp | null;
}

export interface CommentReactionTable {
  tenant_id: number;
  comment_id: number;
  user_id: number;
  emoji: string;
}

export interface ChecklistItemTable extends Authored {
  tenant_id: number;
  id: Generated<number>;
  parent_type: 'task' | 'story' | 'project';
  parent_id: number;
  title: string;
  pos: string;
  is_done: Generated<boolean>;
}

export interface WatcherTable {
  tenant_id: number;
  entity: string;
  entity_id: number;
  user_id: number;
}

export interface NotificationTable {
  tenant_id: number;
  id: Generated<number>;
  user_id: number;
  actor_id: number | null;
  kind: string;
  entity: string;
  entity_id: number;
  data: JSONColumnType<JsonObject, string | undefined, string>;
  created_at: Stamped;
  read_at: Timestamp | null;
  mailed_at: Timestamp | null;
}

export interface NotificationSettingTable {
  tenant_id: number;
  user_id: number;
  mail: 'never' | 'gesture' | 'digest';
  hour: number;
  host: string;
  digest_on: string | null;
}

export interface OpTable {
  tenant_id: number;
  id: Generated<number>;
  op_id: string;
  kind: string;
  actor_id: number | null;
  at: Stamped;
  changes: JSONColumnType<OpChange[], string, never>;
  undoes: string | null;
}

export interface OpObjectTable {
  tenant_id: number;
  entity: OpEntity;
  entity_id: number;
  op: number;
}

export interface OpBoardTable {
  tenant_id: number;
  board_id: number;
  seq: number;
  op: number;
}

export interface SprintEventTable {
  tenant_id: number;
  op: number;
  sprint_id: number;
  task_id: number;
  kind: 'in' | 'out' | 'done' | 'undone';
  at: Stamped;
}

/** Tables of project management (migrations/031_agile.sql). */
export interface AgileTables {
  organizer: OrganizerTable;
  work_status: WorkStatusTable;
  project: ProjectTable;
  project_member: ProjectMemberTable;
  project_board: ProjectBoardTable;
  board: BoardTable;
  board_stakeholder: BoardStakeholderTable;
  lane: LaneTable;
  sprint: SprintTable;
  story: StoryTable;
  task: TaskTable;
  task_user: TaskUserTable;
  tag: TagTable;
  task_tag: TaskTagTable;
  task_link: TaskLinkTable;
  card_position: CardPositionTable;
  comment: CommentTable;
  comment_reaction: CommentReactionTable;
  checklist_item: ChecklistItemTable;
  watcher: WatcherTable;
  notification: NotificationTable;
  notification_setting: NotificationSettingTable;
  op: OpTable;
  op_object: OpObjectTable;
  op_board: OpBoardTable;
  sprint_event: SprintEventTable;
}

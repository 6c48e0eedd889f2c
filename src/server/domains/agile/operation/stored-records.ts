import type { OpEntity } from '../../../../contracts/agile.ts';

/** A field that is a list of ids: its table, with the column of the record and that of the others. */
interface ListField {
  table: string;
  own: string;
  other: string;
  /** Value of the column `kind`, where the table has the rows of several fields. */
  kind?: string;
}

const links = (kind: string): ListField => ({ table: 'task_link', own: 'task_id', other: 'other_id', kind });

/** How the fields of operations are stored. */
export interface StoredRecord {
  table: string;
  /** Columns by wire names. */
  columns: Readonly<Record<string, string>>;
  lists?: Readonly<Record<string, ListField>>;
  /** Kinds of the records that fields name, where they may be removed while the record is away: it comes back without them. */
  removable?: Readonly<Record<string, OpEntity>>;
  /** Field that names its files. */
  files?: 'attachments';
  /** Whether a removed record stays, with the time of its removal. */
  isKept: boolean;
  /** Whether it has the time and person of its last change. */
  isStamped: boolean;
}

const work = {
  title: 'title',
  description: 'description',
  statusId: 'status_id',
  priorityId: 'priority_id',
  head: 'head_id',
  startDate: 'start_date',
  endDate: 'end_date',
};

/** Records that operations change, by the names that these give them. */
export const storedRecords: Readonly<Record<OpEntity, StoredRecord>> = {
  project: {
    table: 'project',
    columns: {
      ...work,
      summaryTitle: 'summary_title',
      summaryDesc: 'summary_desc',
      organizerId: 'organizer_id',
      companyId: 'company_id',
      parentId: 'parent_id',
      icon: 'icon',
      restricted: 'restricted',
      isTemplate: 'is_template',
    },
    lists: {
      teamIds: { table: 'project_member', own: 'project_id', other: 'user_id' },
      boardIds: { table: 'project_board', own: 'project_id', other: 'board_id' },
    },
    removable: { organizerId: 'organizer', parentId: 'project' },
    isKept: false,
    isStamped: true,
  },
  organizer: { table: 'organizer', columns: { title: 'title' }, isKept: false, isStamped: true },
  board: {
    table: 'board',
    columns: { title: 'title', description: 'description', activeSprintId: 'active_sprint_id' },
    lists: {
      stakeholderIds: { table: 'board_stakeholder', own: 'board_id', other: 'user_id' },
      projectIds: { table: 'project_board', own: 'board_id', other: 'project_id' },
    },
    isKept: true,
    isStamped: true,
  },
  lane: {
    table: 'lane',
    columns: {
      boardId: 'board_id',
      statusId: 'status_id',
      rank: 'rank',
      title: 'title',
      color: 'color',
      wipLimit: 'wip_limit',
      wipMode: 'wip_mode',
    },
    isKept: false,
    isStamped: false,
  },
  sprint: {
    table: 'sprint',
    columns: {
      title: 'title',
      goal: 'goal',
      startDate: 'start_date',
      plannedEnd: 'planned_end',
      state: 'state',
      startedAt: 'started_at',
    },
    isKept: true,
    isStamped: true,
  },
  story: { table: 'story', columns: work, isKept: true, isStamped: true },
  task: {
    table: 'task',
    columns: { ...work, storyId: 'story_id', taskSprintId: 'sprint_id', coverFileId: 'cover_file_id' },
    lists: {
      users: { table: 'task_user', own: 'task_id', other: 'user_id' },
      tags: { table: 'task_tag', own: 'task_id', other: 'tag_id' },
      blocks: links('blocks'),
      duplicates: links('duplicates'),
      relates: links('relates'),
    },
    removable: { storyId: 'story', tags: 'tag' },
    files: 'attachments',
    isKept: true,
    isStamped: true,
  },
  tag: {
    table: 'tag',
    columns: { boardId: 'board_id', title: 'title', color: 'color' },
    isKept: false,
    isStamped: false,
  },
  comment: { table: 'comment', columns: { body: 'body' }, isKept: true, isStamped: true },
  checklist: {
    table: 'checklist_item',
    columns: {
      parentType: 'parent_type',
      parentId: 'parent_id',
      title: 'title',
      pos: 'pos',
      isDone: 'is_done',
    },
    isKept: false,
    isStamped: true,
  },
};

/** Fields of operations that tell more than a record has: places of cards, and names for those who read the log. */
export const noteFields: ReadonlySet<string> = new Set(['places', 'placed', 'positions', 'number', 'key']);

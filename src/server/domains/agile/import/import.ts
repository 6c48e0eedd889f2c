import { sql } from 'kysely';
import { mostTasks, statusIds } from '../../../../contracts/agile.ts';
import type { TenantTransaction } from '../../../db/tables.ts';
import type { Context, Tenant } from '../../../kernel/contract.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { exceedsRequest, readAll, readTable } from '../../../kernel/reading/read-file.ts';
import { sourceOf } from '../../../kernel/reading/source.ts';
import { cleanRichText } from '../../../kernel/rich-text.ts';
import { text } from '../../../kernel/texts.ts';
import { assertSeesWork } from '../work/access.ts';
import { changeProject, lockBoards } from '../operation/locks.ts';
import { findOp } from '../operation/ops.ts';
import { readStatuses, type WorkStatus } from '../status/statuses.ts';
import { boardsOfProject } from '../task/tasks.ts';
import { mostRichText } from '../work/text.ts';
import {
  cellErrorText,
  fileError,
  type ImportedTask,
  type ImportedWork,
  type Omissions,
} from './imported-work.ts';
import { resolveWork, type Resolved } from './resolve.ts';
import { leftOutNotes } from './left-out.ts';
import { readWorkTable } from './table.ts';
import { writeWork } from './write.ts';

/** Bytes of a file to import. */
export const workFileBytes = 16 * 1_048_576;

export interface WorkImportReport {
  rows: number;
  created: number;
  stories: number;
  tags: number;
  failed: number;
  written: boolean;
  /** The operation that can be taken back. */
  opId: string | null;
  errors: { at: number; row: number; field: string; title: string; message: string }[];
  /** Contents of the file that are not taken over, in the caller's language. */
  notes: string[];
  /** Statuses of the file that the person may choose one for. */
  statuses: { at: number; name: string }[];
}

/**
 * Reads a file of work: a board of Trello as JSON, else a table (CSV or XLSX) of our own or of Jira.
 * @throws AppError VALIDATION_FAILED
 */
export async function readWorkFile(
  { id, timeZone }: Pick<Tenant, 'id' | 'timeZone'>,
  bytes: Buffer,
): Promise<ImportedWork> {
  const source = sourceOf(bytes);
  const isJson = /^(?:\uFEFF)?\s*[{[]/.test(bytes.subarray(0, 64).toString('utf8'));
  if (isJson) {
    const { items, end } = await readAll<ImportedTask[], Omissions>(id, 'trello', source, { timeZone });
    return withCleanTexts({ tasks: items.flat(), omissions: end, isForeign: true });
  }
  const table = await readTable(id, source);
  const { exceeds, total } = table;
  if (total - 1 > mostTasks) throw fileError('import.tooMany', { limit: mostTasks });
  if (exceeds) throw exceedsRequest(exceeds);
  return withCleanTexts(readWorkTable(table, timeZone));
}

/** Cleans descriptions while no transaction is open. */
const withCleanTexts = ({ tasks, ...work }: ImportedWork): ImportedWork => ({
  ...work,
  tasks: tasks.map((task) =>
    task.description.length > mostRichText ? task : { ...task, description: cleanRichText(task.description) },
  ),
});

/** Names in a note; a file may have thousands. */
const mostNames = 20;

function notesOf(
  { lang }: Pick<Context, 'lang'>,
  omissions: Omissions,
  { unknown, leftOut }: Pick<Resolved, 'unknown' | 'leftOut'>,
  { tagsWithoutBoard, known }: { tagsWithoutBoard: number; known: number },
): string[] {
  const named = (key: string, names: readonly string[]): string[] =>
    names.length === 0
      ? []
      : [
          text(lang, `errors.agile.import.${key}`, {
            names: `${names.slice(0, mostNames).join(', ')}${names.length > mostNames ? '…' : ''}`,
            total: names.length,
          }),
        ];
  const counted = (key: string, count: number): string[] =>
    count === 0 ? [] : [text(lang, `errors.agile.import.${key}`, { count })];
  return [
    ...counted('known', known),
    ...leftOutNotes({ lang }, leftOut),
    ...named('unknownPeople', unknown.people),
    ...named('unknownStatuses', unknown.statuses),
    ...named('unknownPriorities', unknown.priorities),
    ...named('unknownParents', unknown.parents),
    ...named('columns', omissions.columns),
    ...counted('archived', omissions.archived),
    ...counted('comments', omissions.comments),
    ...counted('attachments', omissions.attachments),
    ...counted('noBoard', tagsWithoutBoard),
  ];
}

/** How many rows have the code of a task that is there already: an import makes new tasks, and changes none. */
async function countKnown(db: TenantTransaction, rows: readonly { code: string | null }[]): Promise<number> {
  const codes = rows.flatMap(({ code }) => code ?? []);
  if (codes.length === 0) return 0;
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count from unnest(${codes}::text[]) c
    join project p on p.key = split_part(c, '-', 1)
    join task t on t.project_id = p.id and t.deleted_at is null and t.number::text = split_part(c, '-', 2)`.execute(
    db,
  );
  return found[0]?.count ?? 0;
}

/** Whether a task may be given a status: being late is none that anybody sets. */
const isChoosable = (statuses: ReadonlyMap<number, WorkStatus>, id: number): boolean =>
  statuses.has(id) && id !== statusIds.late;

/**
 * Adds the tasks and stories of a file to a project, as one operation.
 * @param options.mode `all`: every row or none; `good`: those that break no rule
 * @param options.statuses statuses that the person chose for names of the file
 * @param options.boardId the board that new tags are of; the project's first one without it
 * @throws AppError NOT_FOUND, PROJECT_CLOSED, RULE_BROKEN naming the first bad row
 */
export async function importWork(
  ctx: Context,
  projectId: number,
  work: ImportedWork,
  options: {
    mode: 'all' | 'good';
    dryRun: boolean;
    boardId?: number | undefined;
    opId?: string | undefined;
    statuses?: Readonly<Record<string, number>>;
  },
): Promise<WorkImportReport> {
  const { db } = ctx;
  assertSeesWork(ctx);
  await changeProject(db, projectId);
  const boards = await boardsOfProject(db, projectId);
  const tagBoard = options.boardId ?? boards[0] ?? null;
  if (tagBoard !== null && !boards.includes(tagBoard))
    throw invalid([{ path: '/boardId', key: 'errors.agile.import.foreignBoard' }]);
  await lockBoards(db, boards);
  const statuses = await readStatuses(db);
  const bad = Object.values(options.statuses ?? {}).find((id) => !isChoosable(statuses, id));
  if (bad !== undefined)
    throw invalid([{ path: '/statuses', key: 'errors.agile.import.status', params: { id: bad } }]);
  const resolved = await resolveWork(ctx, projectId, work, statuses, options.statuses);
  const errors = resolved.errors
    .toSorted((one, other) => one.row - other.row)
    .map((error, at) => ({
      at,
      row: error.row,
      field: error.field,
      title: error.field === '' ? '' : text(ctx.lang, `agile.columns.${error.field}`),
      message: cellErrorText(ctx.lang, error),
    }));
  const failed = new Set(errors.map(({ row }) => row)).size;
  const tagged = resolved.tasks.filter(({ tags }) => tags.length > 0).length;
  const report = {
    rows: work.tasks.length,
    created: resolved.tasks.length,
    stories: 0,
    tags: 0,
    failed,
    written: false,
    opId: null,
    errors,
    notes: notesOf(ctx, work.omissions, resolved, {
      tagsWithoutBoard: tagBoard === null ? tagged : 0,
      known: await countKnown(db, work.tasks),
    }),
    statuses: resolved.otherStatuses.map((name, at) => ({ at, name })),
  };
  if (options.dryRun) return report;
  if (options.mode === 'all' && failed > 0)
    throw new AppError('RULE_BROKEN', {
      message: 'errors.import.refused',
      params: { count: failed, row: errors[0]!.row, error: errors[0]!.message },
    });
  // The gesture that imported it, sent again.
  const earlier = await findOp(db, options.opId, 0);
  if (earlier) return { ...report, written: true, opId: earlier.opId };
  const target = { projectId, boards, tagBoard, statuses, opId: options.opId };
  const { tasks, stories, tags, opId } = await writeWork(ctx, target, resolved);
  return { ...report, created: tasks, stories, tags, opId, written: tasks + stories > 0 };
}

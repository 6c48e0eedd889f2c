import { sql } from 'kysely';
import { Type } from 'typebox';
import { xlsxFile, type Cell } from '../../../../contracts/files/xlsx-write.ts';
import { Reply, type Context, type RouteSpec } from '../../../kernel/contract.ts';
import { csvFile, fileTypes } from '../../../kernel/entity/files/export.ts';
import { listCell } from '../../../kernel/entity/files/list-cell.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import { compileValidator } from '../../../kernel/validation.ts';
import { parseJson } from '../../../../contracts/json.ts';
import { FileReply } from '../../../kernel/file-reply.ts';
import { innerContext } from '../../../kernel/inner-context.ts';
import { plainTextOf } from '../../../kernel/rich-text.ts';
import { route } from '../../../kernel/route.ts';
import { text } from '../../../kernel/texts.ts';
import { mayWork } from '../work/access.ts';
import { fileFormat } from '../../../kernel/schema-parts.ts';
import { importWork, readWorkFile, workFileBytes } from '../import/import.ts';
import { fileFields } from '../import/imported-work.ts';
import { prioritiesIn } from '../work/priorities.ts';
import { nameStatus } from '../status/status-names.ts';
import { readStatuses } from '../status/statuses.ts';
import { matching, type Filters } from './task-read.ts';
import { importBody, importReply, taskQuery } from './task-schema.ts';

/** Tasks that are read at once. */
const batchSize = 2500;

/** Columns of a file: descriptions also as text, for people. */
const columns = fileFields.flatMap((field) =>
  field === 'description' ? [field, 'descriptionText' as const] : [field],
);

interface FileTask {
  id: number;
  code: string;
  title: string;
  description: string;
  story: string | null;
  statusId: number;
  priorityId: number | null;
  head: string | null;
  users: string[];
  tags: string[];
  startDate: string | null;
  endDate: string | null;
}
type Cells = Cell[];

/** Rows of a file in batches, each in a transaction of its own: a slow reader holds no connection. */
async function* batches(ctx: Context, query: Filters): AsyncGenerator<Cells[]> {
  yield [columns.map((column) => text(ctx.lang, `agile.columns.${column}`))];
  const priorityOf = new Map(prioritiesIn(ctx.lang).map(({ id, title }) => [id, title]));
  for (let last = 0; ;) {
    const { rows, statuses } = await ctx.transaction(async (db) => {
      const inner = innerContext(ctx, db);
      const found = await sql<FileTask>`
        select t.id, p.key || '-' || t.number as code, t.title, t.description,
          (select s.title from story s where s.id = t.story_id) as story, t.status_id as "statusId",
          t.priority_id as "priorityId", (select u.email from app_user u where u.id = t.head_id) as head,
          array(select u.email from task_user x join app_user u on u.id = x.user_id
            where x.task_id = t.id order by u.email) as users,
          array(select g.title from task_tag x join tag g on g.id = x.tag_id
            where x.task_id = t.id order by g.title) as tags,
          t.start_date as "startDate", t.end_date as "endDate"
        ${matching(inner, query)} and t.id > ${last} order by t.id limit ${batchSize}`.execute(db);
      return { rows: found.rows, statuses: await readStatuses(db) };
    }, 'read');
    if (rows.length === 0) return;
    yield rows.map(({ id: _id, statusId, priorityId, ...row }) => {
      const status = statuses.get(statusId);
      const dayCell = (day: string | null): Cell => (day === null ? null : { day });
      const cells: Record<(typeof columns)[number], Cell> = {
        ...row,
        descriptionText: plainTextOf(row.description) || null,
        startDate: dayCell(row.startDate),
        endDate: dayCell(row.endDate),
        status: status ? nameStatus(status, ctx.lang).title : null,
        priority: priorityId === null ? null : (priorityOf.get(priorityId) ?? null),
        users: listCell(row.users) || null,
        tags: listCell(row.tags) || null,
      };
      return columns.map((column) => cells[column]);
    });
    last = rows.at(-1)!.id;
  }
}

const validChoice = compileValidator(Type.Record(Type.String(), Type.Integer()), 'body');

/** The statuses that a person chose for names of a file. @throws AppError VALIDATION_FAILED */
function readStatusChoice(written: string): Record<string, number> {
  const chosen = parseJson(written);
  if (validChoice(chosen) !== true)
    throw invalid([{ path: '/statuses', key: 'errors.agile.import.statuses' }]);
  return chosen as Record<string, number>;
}

/** Tasks as files. Exported tasks can be imported again. */
export function taskFileRoutes(): RouteSpec[] {
  return [
    route({
      method: 'GET',
      url: '/handler/v2/agile/tasks/-/export',
      access: mayWork('read'),
      summary: 'Tasks as a file, with the filters of their list',
      input: { query: Type.Object({ ...taskQuery.properties, format: fileFormat }) },
      download: Object.values(fileTypes),
      reply: Type.Null(),
      transaction: 'own',
      handle(ctx, { query: { format: kind = 'csv', ...filters } }) {
        const rows = batches(ctx, filters);
        const name = `${text(ctx.lang, 'agile.tasksFile')}.${kind}`;
        const content = kind === 'csv' ? csvFile(ctx, rows) : xlsxFile(rows);
        return Promise.resolve(new FileReply(name, fileTypes[kind], content));
      },
    }),
    route({
      method: 'POST',
      url: '/handler/v2/agile/tasks/-/import',
      access: mayWork('create'),
      summary:
        'Add tasks to a project from CSV or XLSX, a CSV of Jira or a JSON of Trello; with dryRun only check the file',
      errors: ['PROJECT_CLOSED', 'RULE_BROKEN', 'BODY_TOO_LARGE'],
      upload: { kind: 'multipart', bytes: workFileBytes },
      input: { body: importBody },
      reply: importReply,
      prepare({ tenant }, { files }) {
        if (!files?.['file']) throw new AppError('VALIDATION_FAILED');
        return readWorkFile(tenant, files['file'].bytes);
      },
      async handle(ctx, { body: { projectId, mode = 'all', dryRun, boardId, opId, statuses } }, work) {
        const report = await importWork(ctx, Number(projectId), work, {
          mode,
          dryRun: dryRun === 'true',
          boardId: boardId === undefined ? undefined : Number(boardId),
          opId,
          statuses: statuses === undefined ? {} : readStatusChoice(statuses),
        });
        return new Reply(report, report.written ? 'messages.agile.imported' : null);
      },
    }),
  ];
}

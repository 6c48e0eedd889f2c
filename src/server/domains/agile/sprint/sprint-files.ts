import { Type } from 'typebox';
import type { SprintTask } from '../../../../contracts/agile-sprint.ts';
import { xlsxFile, type Cell } from '../../../../contracts/files/xlsx-write.ts';
import type { Context, RouteSpec } from '../../../kernel/contract.ts';
import { csvFile, fileTypes } from '../../../kernel/entity/files/export.ts';
import { listCell } from '../../../kernel/entity/files/list-cell.ts';
import { FileReply } from '../../../kernel/file-reply.ts';
import { route } from '../../../kernel/route.ts';
import { text } from '../../../kernel/texts.ts';
import { assertSeesBoard, mayWork } from '../work/access.ts';
import { prioritiesIn } from '../work/priorities.ts';
import { localDay } from './sprint-report.ts';
import { fileFormat, idParams } from '../../../kernel/schema-parts.ts';
import { sprintOf, sprintReport } from './sprint-read.ts';

/** Rows that are encoded at once. */
const batchSize = 500;

/** The columns of a report's file: names of their titles, with what each has of a task. */
function columnsOf({ lang, tenant }: Context): [title: string, cell: (task: SprintTask) => Cell][] {
  const priorityOf = new Map(prioritiesIn(lang).map(({ id, title }) => [id, title]));
  const outcome = (key: string) => text(lang, `agile.outcomes.${key}`);
  return [
    ['columns.code', ({ code }) => code],
    ['columns.title', ({ title }) => title],
    ['columns.story', ({ story }) => story],
    ['reportColumns.outcome', ({ doneAt }) => outcome(doneAt === null ? 'open' : 'done')],
    [
      'reportColumns.concludedAt',
      ({ doneAt }) => (doneAt === null ? null : { day: localDay(new Date(doneAt), tenant.timeZone) }),
    ],
    [
      'reportColumns.movedTo',
      ({ movedTo }) => (movedTo === null ? null : (movedTo.sprint ?? outcome('backlog'))),
    ],
    ['reportColumns.people', ({ people }) => listCell(people) || null],
    ['columns.priority', ({ priorityId }) => priorityOf.get(priorityId ?? 0) ?? null],
    ['columns.endDate', ({ endDate }) => (endDate === null ? null : { day: endDate })],
    [
      'reportColumns.planned',
      ({ planned }) => text(lang, planned ? 'errors.import.yes' : 'errors.import.no'),
    ],
    ['reportColumns.cycleDays', ({ cycleDays }) => cycleDays],
  ];
}

async function* rowsOf(ctx: Context, tasks: readonly SprintTask[]): AsyncGenerator<Cell[][]> {
  const columns = columnsOf(ctx);
  yield [columns.map(([title]) => text(ctx.lang, `agile.${title}`))];
  for (let from = 0; from < tasks.length; from += batchSize) {
    const batch = tasks.slice(from, from + batchSize);
    yield await Promise.resolve(batch.map((task) => columns.map(([, cell]) => cell(task))));
  }
}

/** The tasks of a report as a file: those that the reader may see. */
export function sprintFileRoute(): RouteSpec {
  return route({
    method: 'GET',
    url: '/handler/v2/agile/sprints/:id/export',
    access: mayWork('read'),
    summary: 'Tasks of the report of a sprint, as a file',
    input: { params: idParams, query: Type.Object({ format: fileFormat }) },
    download: Object.values(fileTypes),
    reply: Type.Null(),
    async handle(ctx, { params, query: { format = 'csv' } }) {
      const sprint = await sprintOf(ctx, params.id);
      await assertSeesBoard(ctx, sprint.boardId);
      const { tasks } = await sprintReport(ctx, sprint);
      const name = `${text(ctx.lang, 'agile.reportFile', { sprint: sprint.title })}.${format}`;
      const rows = rowsOf(ctx, tasks);
      return new FileReply(name, fileTypes[format], format === 'csv' ? csvFile(ctx, rows) : xlsxFile(rows));
    },
  });
}

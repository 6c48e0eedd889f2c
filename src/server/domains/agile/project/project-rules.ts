import { sql } from 'kysely';
import { closedStatuses, firstOwnStatus, isFinal, statusIds } from '../../../../contracts/agile.ts';
import type { Context } from '../../../kernel/contract.ts';
import { invalid, refusal, AppError, type KeyedError } from '../../../kernel/errors.ts';
import { text } from '../../../kernel/texts.ts';
import { assertSeesBoard } from '../work/access.ts';
import { readStatuses } from '../status/statuses.ts';
import { limits } from './project-schema.ts';

/** Fields of a project, as people give them. */
export interface ProjectFields {
  title: string;
  summaryTitle: string | null;
  summaryDesc: string | null;
  description: string;
  organizerId: number | null;
  companyId: number | null;
  parentId: number | null;
  head: number | null;
  startDate: string | null;
  endDate: string | null;
  statusId: number;
  icon: { name: string; color: string };
  restricted: boolean;
  isTemplate: boolean;
  boardIds: number[];
  teamIds: number[];
}

/**
 * Values that a project must have, in the order of the product, which reports the first missing one alone.
 * @param written the fields to look at: what an older project never had is asked for when it is written
 * @throws AppError VALIDATION_FAILED
 */
export function assertComplete(
  { title, summaryTitle, startDate, endDate }: ProjectFields,
  written: ReadonlySet<string>,
): void {
  if (written.has('title') && title === '') throw refusal('/title', 'errors.agile.nameMissing');
  if (written.has('summaryTitle') && !summaryTitle)
    throw refusal('/summaryTitle', 'errors.agile.summaryMissing');
  if (written.has('startDate') && startDate === null)
    throw refusal('/startDate', 'errors.agile.startMissing');
  if (written.has('endDate') && endDate === null) throw refusal('/endDate', 'errors.agile.endMissing');
  if (startDate !== null && endDate !== null && endDate < startDate)
    throw refusal('/endDate', 'errors.agile.endBeforeStart');
}

/** @throws AppError VALIDATION_FAILED for a name that is too long when it is trimmed */
export function assertNameFits(title: string, { lang }: Pick<Context, 'lang'>): void {
  if (title.length <= limits.title) return;
  const message = text(lang, 'validation.maxLength', {
    fields: text(lang, 'agile.fields.title'),
    limit: limits.title,
    count: limits.title,
  });
  throw invalid([{ path: '/title', message }]);
}

/**
 * Checks that what the written fields refer to is there, and that the person sees it.
 * @param id of the project; null for a new one
 * @throws AppError VALIDATION_FAILED
 */
export async function assertReferences(
  ctx: Context,
  id: number | null,
  fields: ProjectFields,
  written: ReadonlySet<string>,
  addedBoards: readonly number[],
): Promise<void> {
  const { db } = ctx;
  const wanted = <T>(name: keyof ProjectFields, value: T) => (written.has(name) ? value : null);
  const team = wanted('teamIds', fields.teamIds) ?? [];
  const { rows } = await sql<Record<'organizer' | 'company' | 'parent' | 'head' | 'team', boolean>>`
    with recursive above as (
      select p.id, p.parent_id from project p where p.id = ${wanted('parentId', fields.parentId)}::bigint
      union select p.id, p.parent_id from project p join above a on p.id = a.parent_id
    )
    select
      (${wanted('organizerId', fields.organizerId)}::bigint is null
        or exists (select from organizer where id = ${fields.organizerId}::bigint)) as organizer,
      (${wanted('companyId', fields.companyId)}::bigint is null
        or exists (select from company where id = ${fields.companyId}::bigint)) as company,
      (${wanted('parentId', fields.parentId)}::bigint is null
        or (exists (select from above) and not exists (select from above where id = ${id}::bigint))) as parent,
      (${wanted('head', fields.head)}::bigint is null
        or exists (select from app_user where id = ${fields.head}::bigint)) as head,
      (select count(*) from app_user where id = any (${team}::bigint[])) = ${team.length}::int as team`.execute(
    db,
  );
  const found = rows[0]!;
  const errors: KeyedError[] = (
    [
      ['organizer', '/organizerId'],
      ['company', '/companyId'],
      ['parent', '/parentId'],
      ['head', '/head'],
      ['team', '/teamIds'],
    ] as const
  )
    .filter(([name]) => !found[name])
    .map(([, path]) => ({ path, key: 'errors.entity.reference' }));
  if (errors.length > 0) throw invalid(errors);
  for (const board of addedBoards)
    await assertSeesBoard(ctx, board).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND')
        throw invalid([{ path: '/boardIds', key: 'errors.entity.reference' }]);
      throw error;
    });
}

/**
 * A project takes the statuses of the product but the computed one, and those of the tenant that do not end work: closed are
 * the two that say so.
 * @throws AppError VALIDATION_FAILED
 */
export async function assertStatus(ctx: Context, statusId: number, mayClose: boolean): Promise<void> {
  const status = (await readStatuses(ctx.db)).get(statusId);
  const fits =
    status !== undefined &&
    statusId !== statusIds.late &&
    (closedStatuses.includes(statusId) ? mayClose : statusId < firstOwnStatus || !isFinal(status.category));
  if (!fits) throw invalid([{ path: '/statusId', key: 'errors.agile.projectStatus' }]);
}

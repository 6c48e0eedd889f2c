import { sql, type RawBuilder } from 'kysely';
import type { Static, TObject } from 'typebox';
import type { ListPage } from '../../../../contracts/errors.ts';
import type { Context } from '../../../kernel/contract.ts';
import { assertRange, listPage, ListReader, type ListRequest } from '../../../kernel/list.ts';
import { selectPage } from '../../../kernel/select-page.ts';
import { COUNT_CAP, type TotalCache } from '../../../kernel/totals.ts';
import { presentProject, projectColumns, shownStatus, type StoredProject } from './project-rows.ts';
import { projectFilters, type projectQuery, type ProjectRow } from './project-schema.ts';

/** Projects stand in the order of their organizers; those without one are last. */
export const projectLists = new ListReader({
  orders: ['organizer'],
  defaultOrder: 'organizer_asc',
  filters: projectFilters,
});

type Query = Static<TObject<typeof projectQuery>>;
type Filter = Static<typeof projectFilters>;

const numbersOf = (given: string | string[] | undefined): number[] | undefined => {
  const all = [given ?? []].flat().flatMap((one) => one.split(',').filter(Boolean).map(Number));
  return all.length === 0 ? undefined : all;
};

/** Filter of the list: plain parameters go before those in `filters`. */
function filterOf(query: Query, filters: Partial<Filter>) {
  const filter = {
    text: (query.title || query.textSearch || filters.textSearch || '').trim(),
    groups: numbersOf(query.groups) ?? (filters.groups?.length ? filters.groups : null),
    status: numbersOf(query.status) ?? (filters.status?.length ? filters.status : null),
    start: query.startDate || filters.startDate || null,
    end: query.endDate || filters.endDate || null,
    archived: query.archived === undefined ? null : query.archived === 'true',
    template: query.template === undefined ? null : query.template === 'true',
  };
  assertRange(['startDate', filter.start ?? undefined], ['endDate', filter.end ?? undefined]);
  return filter;
}

function conditionOf(ctx: Context, filter: ReturnType<typeof filterOf>): RawBuilder<boolean> {
  const { text, groups, status, start, end, archived, template } = filter;
  const all: RawBuilder<unknown>[] = [sql`true`];
  if (archived !== null) all.push(archived ? sql`p.closed_at is not null` : sql`p.closed_at is null`);
  if (template !== null) all.push(sql`p.is_template = ${template}`);
  if (text !== '') all.push(sql`p.search like molde_like(${text})`);
  if (groups) all.push(sql`coalesce(p.organizer_id, 0) = any (${groups}::bigint[])`);
  if (status) all.push(sql`${shownStatus(ctx)} = any (${status}::int[])`);
  if (start !== null) all.push(sql`p.start_date >= ${start}::date`);
  if (end !== null) all.push(sql`p.end_date <= ${end}::date`);
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** Reads a page of the projects that the person sees, and their number. */
export function listProjects(
  ctx: Context,
  totals: TotalCache,
  request: ListRequest<Filter>,
  query: Query,
): Promise<ListPage<ProjectRow>> {
  const filter = filterOf(query, request.filters);
  const matches = conditionOf(ctx, filter);
  const direction = sql.raw(request.order.direction);
  const nulls = sql.raw(request.order.direction === 'asc' ? 'last' : 'first');
  return listPage(ctx, totals, {
    request,
    // Restricted projects make the total one of the person.
    key: ['project', ctx.caller.userId, filter],
    async read(known) {
      // Sorts ids alone, and reads the rest of the page's rows only.
      const page = await selectPage<StoredProject>(
        ctx.db,
        { ...request, offset: 0 },
        {
          total:
            known === null
              ? sql`select count(*) from (select from project p where ${matches} limit ${COUNT_CAP + 1}) counted`
              : sql`${known}::int`,
          rows: sql`select ${projectColumns(ctx)} from (
            select p.id as at_id, o.title as at_organizer, p.organizer_id as at_organizer_id, p.title as at_title
            from project p left join organizer o on o.id = p.organizer_id where ${matches}
            order by o.title ${direction} nulls ${nulls}, p.organizer_id ${direction} nulls ${nulls}, p.title, p.id
            limit ${request.perPage} offset ${request.offset}
          ) at
          join project p on p.id = at.at_id left join organizer o on o.id = p.organizer_id
          order by at.at_organizer ${direction} nulls ${nulls}, at.at_organizer_id ${direction} nulls ${nulls},
            at.at_title, at.at_id`,
        },
      );
      return { rows: page.rows.map((row) => presentProject(row, ctx.lang)), total: page.totalRows };
    },
    async count() {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from project p where ${matches}`.execute(ctx.db);
      return rows[0]?.total ?? 0;
    },
  });
}

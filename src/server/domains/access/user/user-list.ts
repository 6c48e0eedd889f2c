import { CompiledQuery } from 'kysely';
import { Type } from 'typebox';
import type { ListPage } from '../../../../contracts/errors.ts';
import type { UserWithGroups } from '../../../../contracts/user.ts';
import type { Context } from '../../../kernel/contract.ts';
import { listPage, ListReader, type ListRequest } from '../../../kernel/list.ts';
import type { TotalCache } from '../../../kernel/totals.ts';
import {
  groupsColumn,
  presentWithGroups,
  userColumns,
  type GroupsColumn,
  type UserRow,
} from './user-rows.ts';

const yesNo = Type.Unsafe<'Y' | 'N'>({ type: 'string', enum: ['Y', 'N'] });
const search = (description: string) => Type.String({ maxLength: 200, description });

/** Filters of lists of people, as query parameters and within `filters`. */
export const userFilters = Type.Object({
  isActive: yesNo,
  isUser: yesNo,
  name: search('Contained in the name, whatever case and accents.'),
  email: search('Contained in the e-mail.'),
  login: search('Contained in the login.'),
  text: search('Contained in name, e-mail or login.'),
});

export interface UserFilter {
  isActive?: 'Y' | 'N' | undefined;
  isUser?: 'Y' | 'N' | undefined;
  name?: string | undefined;
  email?: string | undefined;
  login?: string | undefined;
  text?: string | undefined;
}

/** Reads the parameters of lists of people. Each order has an index. */
export const userLists = new ListReader({
  orders: ['id', 'name', 'email', 'login', 'createdAt', 'updatedAt', 'isActive'],
  defaultOrder: 'name_asc',
  filters: Type.Partial(userFilters),
});

const filterParameters = '$1::text, $2::text, $3::text, $4::text, $5::boolean, $6::boolean';
// A constant text, so that no request compiles a query and the database has it prepared.
const pageText = `
  select p.total, ${userColumns}, ${groupsColumn}
  from molde_user_page(${filterParameters}, $7, $8::int, $9::int, $10::int) p
  left join lateral unnest(p.ids) with ordinality as x (id, n) on true
  left join app_user u on u.id = x.id
  order by x.n`;
const countText = `select molde_user_count(${filterParameters}) as total`;

/** Reads a page of people and the total of its filter in one statement; a total above COUNT_CAP is counted once. */
export function listUsers(
  ctx: Context,
  totals: TotalCache,
  request: ListRequest<unknown>,
  filter: UserFilter,
): Promise<ListPage<UserWithGroups>> {
  const where = [
    ...[filter.text, filter.name, filter.email, filter.login].map(searched),
    ...[filter.isActive, filter.isUser].map((value) => (value === undefined ? null : value === 'Y')),
  ];
  return listPage(ctx, totals, {
    request,
    key: ['user', ...where],
    async read(known) {
      const parameters = [...where, request.orderKey, request.perPage, request.offset, known];
      const { rows } = await ctx.db.executeQuery<{ total: number } & UserRow & GroupsColumn>(
        CompiledQuery.raw(pageText, parameters),
      );
      // An empty page has one row without a person, which carries the total.
      return {
        rows: rows.filter((row) => row.id !== null).map(presentWithGroups),
        total: rows[0]?.total ?? 0,
      };
    },
    async count() {
      const { rows } = await ctx.db.executeQuery<{ total: number }>(CompiledQuery.raw(countText, where));
      return rows[0]?.total ?? 0;
    },
  });
}

function searched(value: string | undefined): string | null {
  return value === undefined || value.trim() === '' ? null : value.trim();
}

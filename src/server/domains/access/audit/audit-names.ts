import { isObject, numbersOf } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { ReadPermissionScreens } from '../group/permission-screen.ts';
import type { StoredDetail } from './audit-rows.ts';

/** Names of what entries hold as keys: the screens and the members of access groups. */
export interface AuditNames {
  screens: ReadonlyMap<string, string>;
  people: ReadonlyMap<number, string>;
}

/** Most people of an entry who are named; the others are counted. */
export const maxNamed = 20;

export const noNames: AuditNames = { screens: new Map(), people: new Map() };

/** Reads the names that the values of entries need. */
export function auditNames(screensOf: ReadPermissionScreens) {
  return async (ctx: Context, entries: readonly StoredDetail[]): Promise<AuditNames> => {
    const groups = entries.filter(({ entity }) => entity === 'access-group');
    if (groups.length === 0) return noNames;
    const sides = groups.flatMap(({ before, after }) => [before, after].filter(isObject));
    const keys = sides.flatMap(({ screens }) => (Array.isArray(screens) ? screens : []));
    const named = keys.flatMap((row) =>
      isObject(row) && typeof row.screen === 'string' ? [row.screen] : [],
    );
    const ids = new Set(sides.flatMap(({ members }) => numbersOf(members).slice(0, maxNamed)));
    const titles = named.length === 0 ? [] : await screensOf(ctx, new Set(named));
    const people =
      ids.size === 0
        ? []
        : await ctx.db
            .selectFrom('app_user')
            .select(['id', 'name'])
            .where('id', 'in', [...ids])
            .execute();
    return {
      screens: new Map(titles.map(({ screen, title }) => [screen, title])),
      people: new Map(people.map(({ id, name }) => [Number(id), name])),
    };
  };
}

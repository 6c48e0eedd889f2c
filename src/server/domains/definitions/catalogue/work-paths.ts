import { sql } from 'kysely';
import { allows, type Access, type Grants } from '../../../../contracts/access.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import type { BundledDefinition } from '../store/bundled.ts';
import { selectPublished } from '../store/stored-definitions.ts';

/** Work surfaces of a tenant that a menu names. */
const MAX_PATHS = 100;

/** A screen by what decides whether it is a work surface that a caller may open. */
type Candidate = Pick<BundledDefinition, 'id'> & { path: unknown; layout: unknown; access: unknown };

const candidate = (id: string, { path, layout, access }: JsonObject): Candidate => ({
  id,
  path,
  layout,
  access,
});

/**
 * Returns the paths of the work surfaces that the caller may open, so that the shell knows one by its address alone. A
 * published screen of the tenant replaces the bundled one of its id.
 */
export async function readWorkPaths(
  db: TenantTransaction,
  grants: Grants,
  bundled: readonly BundledDefinition[],
): Promise<string[]> {
  const own = await selectPublished(db)
    .where('d.kind', '=', 'screen')
    .where('v.path', 'is not', null)
    // Only what may be one is parsed.
    .where((where) =>
      where.or([
        where('v.document', 'like', '%"work"%'),
        where('d.id', 'in', ['', ...bundled.map(({ id }) => id)]),
      ]),
    )
    .select([
      'd.id',
      'v.path',
      sql<string | null>`v.document::json ->> 'layout'`.as('layout'),
      sql<Access | null>`v.document::json -> 'access'`.as('access'),
    ])
    .orderBy('v.path')
    .limit(MAX_PATHS)
    .execute();
  const replaced = new Set(own.map(({ id }) => id));
  return [
    ...bundled.filter(({ id }) => !replaced.has(id)).map(({ id, document }) => candidate(id, document)),
    ...own,
  ].flatMap(({ path, layout, access }) =>
    layout === 'work' && typeof path === 'string' && mayOpen(grants, access as Access | null) ? [path] : [],
  );
}

function mayOpen(grants: Grants, access: Access | null): boolean {
  return access !== null && allows(grants, access, 'screen' in access ? access.screen : undefined);
}

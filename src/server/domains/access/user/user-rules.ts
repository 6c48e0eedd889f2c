import { sql } from 'kysely';
import { allows, type Verb } from '../../../../contracts/access.ts';
import type { User } from '../../../../contracts/user.ts';
import { violatedConstraint } from '../../../kernel/database.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import type { Caller } from '../../../kernel/contract.ts';
import { AppError, ruleBroken } from '../../../kernel/errors.ts';
import { assertAdministratorLeft, isAdministrator } from '../tenant/administrators.ts';
import type { UserColumns } from './user-input.ts';

/** Parts of a person that a change touches. */
export interface PersonChange {
  losesAccess?: boolean;
  password?: boolean;
  /** The login, the e-mail or a linked account. */
  account?: boolean;
  /** The way of signing in. */
  authType?: boolean;
}

/**
 * Checks that the caller may change a person. Only administrators change administrators. A person with rights that the caller
 * lacks keeps password, login and e-mail, since any of them would give those rights to the caller, and stays an active user.
 * Nobody deactivates themselves, changes how they sign in, or sets their own password without the current one. The last administrator stays.
 * @throws AppError FORBIDDEN, RULE_BROKEN
 */
export async function assertMayChange(
  db: TenantTransaction,
  caller: Caller,
  user: User,
  change: PersonChange,
): Promise<void> {
  const administers = await isAdministrator(db, user.id);
  if (administers && !caller.grants.allScreens) {
    throw new AppError('FORBIDDEN', { message: 'errors.user.administratorOnly' });
  }
  const isSelf = caller.userId === user.id;
  if ((change.password || change.account || change.losesAccess || change.authType) && !isSelf)
    await assertHoldsAll(db, caller, user.id);
  if (isSelf && change.losesAccess) throw ruleBroken('errors.user.notYourself');
  if (isSelf && change.password) throw refusedAt('/password', 'errors.user.ownPassword');
  if (isSelf && change.authType) throw refusedAt('/authType', 'errors.user.ownAuthType');
  if (administers && change.losesAccess) await assertAdministratorLeft(db, { withoutUser: user.id });
}

/** @throws AppError FORBIDDEN when an active group of the person holds a permission that the caller lacks */
async function assertHoldsAll(db: TenantTransaction, { grants }: Caller, userId: number): Promise<void> {
  if (grants.allScreens) return;
  const { rows } = await sql<{ screen: string | null; verb: Verb | null; special: string | null }>`
    with held as (
      select m.group_id from access_group_member m
      join access_group g on g.tenant_id = m.tenant_id and g.id = m.group_id and g.is_active
      where m.user_id = ${userId}
    )
    select s.screen_key as screen, v.verb, null as special
    from access_group_screen s
    cross join lateral (values ('read', s.can_read), ('create', s.can_create), ('update', s.can_update),
      ('delete', s.can_delete)) v(verb, can)
    where v.can and s.group_id in (select group_id from held)
    union all
    select null, null, x.permission from access_group_special x
    where x.allow and x.group_id in (select group_id from held)`.execute(db);
  const lacks = rows.some(({ screen, verb, special }) =>
    special === null
      ? !allows(grants, { screen: screen ?? '', verb: verb ?? 'read' })
      : !allows(grants, { special }),
  );
  if (lacks) throw new AppError('FORBIDDEN', { message: 'errors.user.holdsMore' });
}

/**
 * Checks that references name people and units of the tenant, and not the person itself.
 * @param id of the person with the references; null for a new one.
 * @throws AppError RULE_BROKEN at the field
 */
export async function assertReferences(
  db: TenantTransaction,
  columns: UserColumns,
  id: number | null,
): Promise<void> {
  const people = { '/delegateto': columns.delegate_id, '/managerId': columns.manager_id };
  for (const [path, other] of Object.entries(people)) {
    if (other === undefined || other === null) continue;
    if (other === id) throw refusedAt(path, 'errors.user.ownReference');
    const found = await db.selectFrom('app_user').select('id').where('id', '=', other).executeTakeFirst();
    if (found === undefined) throw refusedAt(path, 'errors.user.unknownPerson');
  }
  if (columns.company_id !== undefined && columns.company_id !== null) {
    const { rows } = await sql`select from company where id = ${columns.company_id}`.execute(db);
    if (rows.length === 0) throw refusedAt('/companyId', 'errors.user.unknownCompany');
  }
  if (columns.uo_id !== undefined && columns.uo_id !== null) {
    const found = await db
      .selectFrom('organizational_unit')
      .select('id')
      .where('id', '=', columns.uo_id)
      .executeTakeFirst();
    if (found === undefined) throw refusedAt('/uoId', 'errors.user.unknownUnit');
  }
}

/**
 * Checks that the person is nobody's manager or delegate.
 * @throws AppError IN_USE naming up to five of them
 */
export async function assertNotReferenced(db: TenantTransaction, id: number): Promise<void> {
  const users = await db
    .selectFrom('app_user')
    .select('name')
    .where((where) => where.or([where('manager_id', '=', id), where('delegate_id', '=', id)]))
    .where('id', '!=', id)
    .orderBy('name')
    .limit(6)
    .execute();
  if (users.length === 0) return;
  const names = users.map((user) => user.name);
  throw new AppError('IN_USE', {
    message: 'errors.user.inUse',
    params: { names: names.length > 5 ? `${names.slice(0, 5).join(', ')}…` : names.join(', ') },
  });
}

/** Converts the violation of a constraint by a simultaneous request, which the checks before could not see. */
export function toRuleError(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === null) return error;
  if (constraint === 'app_user_login_unique') {
    return new AppError('ALREADY_EXISTS', {
      message: 'errors.user.loginTaken',
      errors: [{ path: '/login', key: 'errors.user.loginTaken' }],
      cause: error,
    });
  }
  if (constraint.includes('manager_id')) return refusedAt('/managerId', 'errors.user.unknownPerson');
  if (constraint.includes('delegate_id')) return refusedAt('/delegateto', 'errors.user.unknownPerson');
  if (constraint.includes('company_id')) return refusedAt('/companyId', 'errors.user.unknownCompany');
  if (constraint.includes('uo_id')) return refusedAt('/uoId', 'errors.user.unknownUnit');
  return error;
}

function refusedAt(path: string, key: string): AppError {
  return ruleBroken(key, { errors: [{ path, key }] });
}

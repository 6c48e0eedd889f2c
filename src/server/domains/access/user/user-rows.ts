import { sql } from 'kysely';
import { isLogin } from '../../../../contracts/formats.ts';
import type { AuthType, User, UserWithGroups, YesNo } from '../../../../contracts/user.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import { isoTime } from '../../../kernel/entity/values.ts';

export interface GroupsColumn {
  access_groups: UserWithGroups['accessGroups'];
}

/** A stored person with the names of its references. */
export interface UserRow {
  id: number;
  name: string;
  email: string;
  cpf: string | null;
  date_birth: string | null;
  delegate_id: number | null;
  delegate_name: string | null;
  manager_id: number | null;
  manager_name: string | null;
  company_id: number | null;
  company_name: string | null;
  uo_id: number | null;
  uo_title: string | null;
  login: string | null;
  photo_url: string | null;
  auth_type: AuthType;
  has_password: boolean;
  is_change_pwd: boolean;
  is_user: boolean;
  is_active: boolean;
  /** In the text form of the database. */
  created_at: string;
  updated_at: string;
  version: number;
}

/**
 * Columns of a person `u` that `presentUser` needs. Subqueries read names of references only where one is set, which is
 * much faster on a page than outer joins.
 */
export const userColumns = `
  u.id, u.name, u.email, u.cpf, u.date_birth, u.delegate_id, u.manager_id, u.company_id, u.uo_id,
  case when u.delegate_id is not null then (select d.name from app_user d where d.id = u.delegate_id) end as delegate_name,
  case when u.manager_id is not null then (select m.name from app_user m where m.id = u.manager_id) end as manager_name,
  case when u.company_id is not null then (select c.name from company c where c.id = u.company_id) end as company_name,
  case when u.uo_id is not null then (select o.title from organizational_unit o where o.id = u.uo_id) end as uo_title,
  u.login, u.photo_url, u.auth_type, u.password_hash is not null as has_password, u.is_change_pwd, u.is_user, u.is_active,
  u.created_at::text, u.updated_at::text, u.version`;

/** Access groups of a person `u` by their names, as a column. */
export const groupsColumn = `
  (select coalesce(json_agg(json_build_object('id', g.id, 'nomeGrupo', g.name) order by g.name, g.id), '[]')
    from access_group_member m join access_group g on g.tenant_id = m.tenant_id and g.id = m.group_id
    where m.tenant_id = u.tenant_id and m.user_id = u.id) as access_groups`;

/** Converts a stored person to the wire form. */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    cpf: row.cpf,
    dateBirth: row.date_birth,
    delegateto: row.delegate_id,
    delegate: row.delegate_id === null ? null : { id: row.delegate_id, name: row.delegate_name ?? '' },
    managerId: row.manager_id,
    manager: row.manager_id === null ? null : { id: row.manager_id, name: row.manager_name ?? '' },
    companyId: row.company_id,
    company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? '' },
    uoId: row.uo_id,
    uo: row.uo_id === null ? null : { id: row.uo_id, title: row.uo_title ?? '' },
    login: row.login,
    photourl: row.photo_url,
    authType: row.auth_type,
    havePassword: row.has_password,
    isChangePwd: flag(row.is_change_pwd),
    isUser: flag(row.is_user),
    isActive: flag(row.is_active),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    version: row.version,
  };
}

/** Reads a person with its access groups; null without one. */
export async function readUserWithGroups(db: TenantTransaction, id: number): Promise<UserWithGroups | null> {
  const { rows } = await sql<UserRow & GroupsColumn>`
    select ${sql.raw(userColumns)}, ${sql.raw(groupsColumn)} from app_user u where u.id = ${id}`.execute(db);
  return rows[0] === undefined ? null : presentWithGroups(rows[0]);
}

/** Converts a stored person with its groups to the wire form. */
export const presentWithGroups = (row: UserRow & GroupsColumn): UserWithGroups => ({
  ...presentUser(row),
  accessGroups: row.access_groups,
});

/** Reads a person of the transaction's tenant; null without one. `lock` locks the row until the transaction ends. */
export async function readUser(db: TenantTransaction, id: number, lock = false): Promise<User | null> {
  const { rows } = await sql<UserRow>`
    select ${sql.raw(userColumns)} from app_user u where u.id = ${id} ${lock ? sql`for update of u` : sql``}`.execute(
    db,
  );
  return rows[0] === undefined ? null : presentUser(rows[0]);
}

/** Finds the person with a login, in any case; null without one. */
export async function findByLogin(db: TenantTransaction, login: string): Promise<number | null> {
  const trimmed = login.trim();
  // lower() converts some other characters to plain letters.
  if (!isLogin(trimmed)) return null;
  const { rows } = await sql<{
    id: number;
  }>`select id from app_user where login_key = lower(${trimmed})`.execute(db);
  return rows[0]?.id ?? null;
}

const flag = (value: boolean): YesNo => (value ? 'Y' : 'N');

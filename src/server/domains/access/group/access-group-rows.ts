import { sql } from 'kysely';
import type { Grants } from '../../../../contracts/access.ts';
import type { ListPage } from '../../../../contracts/errors.ts';
import type { Language } from '../../../../contracts/language.ts';
import { moduleOf, modules, specialPermissions, type ModuleKey } from '../../../../contracts/permissions.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { TenantTransaction } from '../../../kernel/database.ts';
import type { ListRequest } from '../../../kernel/list.ts';
import { isoTime } from '../../../kernel/schema-parts.ts';
import { selectPage } from '../../../kernel/select-page.ts';
import { resolveText } from '../../../kernel/texts.ts';
import { lastAdministrator } from '../tenant/administrators.ts';
import { screenNumber, type PermissionScreen } from './permission-screen.ts';
import type { GroupReply } from './access-group-schema.ts';

export interface GroupFilter {
  nomeGrupo?: string | undefined;
  description?: string | undefined;
  text?: string | undefined;
  isActive?: 'Y' | 'N' | undefined;
}

type GroupRow = Omit<GroupReply, 'grupoPermissoes' | 'specialPermissions' | 'grupoUsuarios'>;

const yesNo = (value: boolean): 'Y' | 'N' => (value ? 'Y' : 'N');

const columns = sql`
  g.id, g.name::text as "nomeGrupo", g.description, case when g.is_active then 'Y' else 'N' end as active,
  g.all_screens as administrators, g.version, ${isoTime('g.created_at')} as "createdAt",
  ${isoTime('g.updated_at')} as "updatedAt",
  (select count(*)::int from access_group_member m where m.tenant_id = g.tenant_id and m.group_id = g.id) as members`;

const orderColumns: Readonly<Record<string, string>> = {
  id: 'g.id',
  nomeGrupo: 'g.name',
  createdAt: 'g.created_at',
  updatedAt: 'g.updated_at',
  active: 'g.is_active',
};

/** Fields that the list can be ordered by. A tenant has some thousand groups at most, which are sorted without an index. */
export const groupOrders = Object.keys(orderColumns);

/** Reads a page of groups and the total in one statement. */
export function listGroups(
  db: TenantTransaction,
  request: ListRequest<unknown>,
  filter: GroupFilter,
): Promise<ListPage<GroupRow>> {
  const contains = (column: string, wanted: string | undefined) => {
    const text = wanted?.trim() ?? '';
    return text === '' ? sql`true` : sql`molde_fold(${sql.ref(column)}) like molde_like(${text})`;
  };
  const { field, direction } = request.order;
  return selectPage(db, request, {
    matching: sql`matching as materialized (
      select g.id from access_group g
      where ${contains('g.name', filter.nomeGrupo)} and ${contains('g.description', filter.description)}
        and (${contains('g.name', filter.text)} or ${contains('g.description', filter.text)})
        and (${filter.isActive ?? null}::text is null or g.is_active = (${filter.isActive ?? null}::text = 'Y'))
    )`,
    total: sql`select count(*) from matching`,
    rows: sql`
      select ${columns} from access_group g where g.id in (select id from matching)
      order by ${sql.ref(orderColumns[field]!)} ${sql.raw(direction)}, g.id`,
  });
}

/** The module of a screen as it is sent, titled in a language. */
export function moduleReplyOf(key: ModuleKey, lang: Language): { id: number; key: string; title: string } {
  const found = modules.find((one) => one.key === key)!;
  return { id: found.id, key, title: resolveText(lang, found.title) };
}

/** Verbs of a screen that a group holds. */
export interface ScreenRow {
  screen: string;
  read: boolean;
  create: boolean;
  update: boolean;
  delete: boolean;
}

/** A group with everything that it holds, as stored. */
export interface StoredGroup extends GroupRow {
  screens: ScreenRow[];
  /** Special permissions that it allows. */
  specials: string[];
}

/** Grants that a person without all permissions would hold if one group were not active. */
export async function grantsWithout(db: TenantTransaction, userId: number, groupId: number): Promise<Grants> {
  const others = sql`
    select m.group_id from access_group_member m
    join access_group g on g.tenant_id = m.tenant_id and g.id = m.group_id
    where m.user_id = ${userId} and g.is_active and g.id <> ${groupId}`;
  const { rows: screens } = await sql<ScreenRow>`
    select screen_key as screen, bool_or(can_read) as read, bool_or(can_create) as create, bool_or(can_update) as update,
      bool_or(can_delete) as delete
    from access_group_screen where group_id in (${others}) group by screen_key`.execute(db);
  const { rows: specials } = await sql<{ permission: string }>`
    select distinct permission from access_group_special where allow and group_id in (${others})`.execute(db);
  return {
    allScreens: false,
    screens: new Map(screens.map((row) => [row.screen, row])),
    specials: new Set(specials.map(({ permission }) => permission)),
  };
}

/** Reads a group without its members. @param lock locks the row until the transaction ends */
export async function readStoredGroup(
  db: TenantTransaction,
  id: number,
  lock = false,
): Promise<StoredGroup | null> {
  // A row cannot be locked beside its aggregates.
  if (lock) await sql`select from access_group where id = ${id} for update`.execute(db);
  const { rows } = await sql<StoredGroup>`
    select ${columns}, coalesce((
      select json_agg(json_build_object('screen', s.screen_key, 'read', s.can_read, 'create', s.can_create,
        'update', s.can_update, 'delete', s.can_delete) order by s.screen_key)
      from access_group_screen s where s.tenant_id = g.tenant_id and s.group_id = g.id
    ), '[]'::json) as screens, coalesce((
      select json_agg(x.permission order by x.permission)
      from access_group_special x where x.tenant_id = g.tenant_id and x.group_id = g.id and x.allow
    ), '[]'::json) as specials
    from access_group g where g.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Reads a group as it is sent, with its members by name. @returns null where there is none */
export async function readGroup(
  { db, lang }: Pick<Context, 'db' | 'lang'>,
  screens: readonly PermissionScreen[],
  id: number,
): Promise<GroupReply | null> {
  const stored = await readStoredGroup(db, id);
  if (stored === null) return null;
  const { screens: held, specials, ...group } = stored;
  const titles = new Map(screens.map(({ screen, title }) => [screen, title]));
  const users = await db
    .selectFrom('access_group_member as m')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'm.tenant_id').onRef('u.id', '=', 'm.user_id'),
    )
    .where('m.group_id', '=', id)
    .select(['u.id', 'u.name', 'u.photo_url', 'u.is_active'])
    .orderBy('u.name')
    .orderBy('u.id')
    .execute();
  const last = group.administrators && group.active === 'Y' ? await lastAdministrator(db) : null;
  return {
    ...group,
    grupoPermissoes: held.map(({ screen, read, create, update, delete: remove }) => ({
      telaId: screenNumber(screen),
      key: screen,
      title: titles.get(screen) ?? screen,
      module: moduleReplyOf(moduleOf(screen), lang),
      flagConsulta: yesNo(read),
      flagInclusao: yesNo(create),
      flagAlteracao: yesNo(update),
      flagExclusao: yesNo(remove),
    })),
    specialPermissions: specialPermissions.map((one) => ({
      id: one.id,
      permission: one.permission,
      flgAllow: group.administrators || specials.includes(one.permission),
    })),
    grupoUsuarios: users.map((user) => ({
      id: Number(user.id),
      name: user.name,
      photourl: user.photo_url,
      isActive: yesNo(user.is_active),
      locked: Number(user.id) === last,
    })),
  };
}

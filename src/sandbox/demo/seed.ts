import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../server/db/database.ts';
import type { Tables } from '../../server/db/tables.ts';
import type { Env } from '../../server/env.ts';
import { hashPassword, insertTenant } from '../../server/domains/access/index.ts';
import { writePictureHosts } from '../../server/kernel/picture-hosts.ts';
import { demoActivity, type DemoActor, type DemoRecord } from './activity.ts';
import { demoPeople, demoTimes } from './people.ts';
import type { DemoTeam } from './project-rows.ts';
import { seedProjects } from './projects.ts';
import { seedAnswers } from './support-answers.ts';
import { seedChats } from './support-chats.ts';
import { seedRules } from './support-rules.ts';
import { seedContacts } from './support-contacts.ts';
import { seedConversations } from './support-history.ts';
import { seedViews } from './views.ts';
import { support, tenants, type DemoGroup, type DemoTenant } from './tenants.ts';

/**
 * Creates the sample tenants at the first start of the demo profile, in one transaction, so that a killed start leaves
 * nothing. A database with tenants stays as it is.
 */
export async function seedDemo(
  database: Database,
  env: Pick<Env, 'adminUser' | 'adminPassword'>,
): Promise<void> {
  const hasTenant = () => database.owner.selectFrom('tenant').select('id').limit(1).executeTakeFirst();
  if ((await hasTenant()) !== undefined) return;
  // All samples share one password and one hash, since a hundred hashes would slow the first start.
  const passwordHash = await hashPassword(env.adminPassword);
  await database.owner.transaction().execute(async (db) => {
    // One statement that waited would end at the time limit of statements, which a busy machine's first start exceeds.
    while (!(await takeLock(db))) await delay(100);
    const made = await db.selectFrom('tenant').select('id').limit(1).executeTakeFirst();
    if (made !== undefined) return;
    for (const tenant of tenants) await seedTenant(db, tenant, env, passwordHash);
  });
  for (const table of ['app_user', 'audit', 'company', 'task', 'op', 'card_position'])
    await sql`analyze ${sql.table(table)}`.execute(database.owner);
}

async function takeLock(db: Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('molde demo')) as taken`.execute(db);
  return rows[0]!.taken;
}

async function seedTenant(
  db: Transaction<Tables>,
  tenant: DemoTenant,
  env: Pick<Env, 'adminUser' | 'adminPassword'>,
  passwordHash: string,
): Promise<void> {
  const { key, name, hosts, people } = tenant;
  const admin = {
    login: env.adminUser,
    name: tenant.adminName,
    email: `admin@${tenant.domain}`,
    password: env.adminPassword,
  };
  const { id, adminId } = await insertTenant(db, { key, name, hosts, admin }, passwordHash);
  await db
    .updateTable('tenant')
    .set({ appearance: JSON.stringify(tenant.appearance) })
    .where('id', '=', id)
    .execute();
  await writePictureHosts(db, id, tenant.pictureHosts);
  const unitIds = await seedUnits(db, id, tenant);
  const companies = await seedCompanies(db, id, tenant);
  await seedViews(db, id, adminId);
  if (tenant.hasSupport) {
    await seedContacts(db, id);
    await seedAnswers(db, id);
  }
  const groups = new Map<string, number>();
  for (const group of tenant.groups) groups.set(group.name, await seedGroup(db, id, group));
  const userIds = await seedPeople(db, id, tenant, unitIds, passwordHash);
  const accountIds = new Map<string, number>();
  const adminTimes = timesOf(people);
  await db.updateTable('app_user').set(adminTimes).where('id', '=', adminId).execute();
  for (const [at, { login, name: person, group }] of tenant.accounts.entries()) {
    const { id: userId } = await db
      .insertInto('app_user')
      .values({
        tenant_id: id,
        name: person,
        email: `${login}@${tenant.domain}`,
        login,
        password_hash: passwordHash,
        is_user: true,
        uo_id: unitIds[0] ?? null,
        manager_id: userIds[0] ?? null,
        ...timesOf(people + 1 + at),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    accountIds.set(login, userId);
    await join(db, id, groups.get(group), [userId]);
  }
  const managerId = accountIds.get('gestor');
  if (managerId !== undefined) await seedProjects(db, await projectTeam(db, id, { managerId, adminId }));
  // Sign-in requires a permission, so each login gets a group: the one at the index of its unit.
  const actor: DemoActor = {
    id: adminId,
    name: admin.name,
    email: admin.email,
    login: admin.login,
    isActive: true,
    createdAt: adminTimes.created_at,
    updatedAt: adminTimes.updated_at,
  };
  await seedActivity(db, id, tenant, { admin: actor, userIds, companies });
  const groupIds = [...groups.values()];
  for (const [at, groupId] of groupIds.entries()) {
    await join(
      db,
      id,
      groupId,
      userIds.filter((_, index) => index % groupIds.length === at),
    );
  }
  if (managerId !== undefined) await letTeamsWork(db, id, managerId);
  const attendant = accountIds.get('atendente');
  const supportAt = groupIds.indexOf(groups.get(support.name) ?? 0);
  if (tenant.hasSupport && attendant !== undefined) {
    const others = userIds.filter((_, index) => index % groupIds.length === supportAt).slice(0, 2);
    await seedChats(db, id, [attendant, ...others]);
    await seedConversations(db, id, [attendant, ...others]);
    await seedRules(db, id, [attendant, ...others]);
  }
}

/** Gives those who stand on the sample projects the group of their manager: else nobody could choose them for a task. */
async function letTeamsWork(db: Transaction<Tables>, tenantId: number, managerId: number): Promise<void> {
  await sql`
    insert into access_group_member (tenant_id, group_id, user_id)
    select ${tenantId}, g.group_id, m.user_id
    from (select distinct user_id from project_member where tenant_id = ${tenantId}) m
    cross join (select group_id from access_group_member where tenant_id = ${tenantId} and user_id = ${managerId}) g
    on conflict do nothing`.execute(db);
}

/** The first people with a login, who work in the sample projects. */
async function projectTeam(
  db: Transaction<Tables>,
  tenantId: number,
  { managerId, adminId }: Pick<DemoTeam, 'managerId' | 'adminId'>,
): Promise<DemoTeam> {
  const people = await db
    .selectFrom('app_user')
    .where('tenant_id', '=', tenantId)
    .where('is_active', '=', true)
    .where('is_user', '=', true)
    .where('manager_id', 'is not', null)
    .where('id', '<>', managerId)
    .select('id')
    .orderBy('id')
    .limit(14)
    .execute();
  const { time_zone: timeZone } = await db
    .selectFrom('tenant')
    .where('id', '=', tenantId)
    .select('time_zone')
    .executeTakeFirstOrThrow();
  return { tenantId, timeZone, managerId, adminId, userIds: people.map(({ id }) => id) };
}

function timesOf(seed: number): { created_at: Date; updated_at: Date } {
  const { createdAt, updatedAt } = demoTimes(new Date(), seed);
  return { created_at: createdAt, updated_at: updatedAt };
}

async function seedGroup(db: Transaction<Tables>, tenantId: number, group: DemoGroup): Promise<number> {
  const { id } = await db
    .insertInto('access_group')
    .values({ tenant_id: tenantId, name: group.name, description: group.description })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('access_group_screen')
    .values(
      Object.entries(group.screens).map(([screen_key, flags]) => ({
        tenant_id: tenantId,
        group_id: id,
        screen_key,
        can_read: flags.includes('r'),
        can_create: flags.includes('c'),
        can_update: flags.includes('u'),
        can_delete: flags.includes('d'),
      })),
    )
    .execute();
  return id;
}

async function seedPeople(
  db: Transaction<Tables>,
  tenantId: number,
  tenant: DemoTenant,
  unitIds: number[],
  passwordHash: string,
): Promise<number[]> {
  const people = demoPeople(tenant.people, tenant.domain, unitIds.length, tenant.namesFrom, new Date());
  const inserted = await db
    .insertInto('app_user')
    .values(
      people.map((person) => ({
        tenant_id: tenantId,
        name: person.name,
        email: person.email,
        login: person.login,
        password_hash: person.login === null ? null : passwordHash,
        cpf: person.cpf,
        date_birth: person.dateBirth,
        uo_id: unitIds[person.unit] ?? null,
        is_user: person.login !== null,
        is_active: person.isActive,
        is_change_pwd: person.isChangePwd,
        created_at: person.createdAt,
        updated_at: person.updatedAt,
      })),
    )
    .returning(['id', 'email'])
    .execute();
  const idOf = new Map(inserted.map(({ id, email }) => [email, id]));
  const ids = people.map((person) => idOf.get(person.email) ?? 0);
  const references = people.map((person, at) => ({
    id: ids[at],
    manager: person.manager === null ? null : ids[person.manager],
    delegate: person.delegate === null ? null : ids[person.delegate],
  }));
  await sql`
    update app_user u set manager_id = r.manager, delegate_id = r.delegate
    from jsonb_to_recordset(${JSON.stringify(references)}::jsonb) as r (id bigint, manager bigint, delegate bigint)
    where u.tenant_id = ${tenantId} and u.id = r.id`.execute(db);
  return ids;
}

/** Adds the traces that the people of the sample left in the audit. */
async function seedActivity(
  db: Transaction<Tables>,
  tenantId: number,
  tenant: DemoTenant,
  {
    admin,
    userIds,
    companies,
  }: { admin: DemoActor; userIds: readonly number[]; companies: readonly DemoRecord[] },
): Promise<void> {
  const start = new Date();
  const people = demoPeople(tenant.people, tenant.domain, tenant.units.length, tenant.namesFrom, start);
  const actors = people.map((person, at): DemoActor => ({ ...person, id: userIds[at] ?? 0 }));
  const entries = demoActivity(actors, admin, companies, tenant, start);
  await sql`
    insert into audit (tenant_id, at, user_id, user_name, entity, entity_id, action, before, after, address, user_agent, request_id)
    select ${tenantId}, r.at, r."userId", r."userName", r.entity, r."entityId", r.action, r.before, r.after, r.address,
      r.agent, 'demo-' || row_number() over ()
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as r(at timestamptz, "userId" bigint, "userName" text,
      entity text, "entityId" text, action text, before jsonb, after jsonb, address text, agent text)`.execute(
    db,
  );
}

async function join(
  db: Transaction<Tables>,
  tenantId: number,
  groupId: number | undefined,
  userIds: number[],
): Promise<void> {
  if (groupId === undefined || userIds.length === 0) return;
  await db
    .insertInto('access_group_member')
    .values(userIds.map((user_id) => ({ tenant_id: tenantId, group_id: groupId, user_id })))
    .execute();
}

/** Adds the organizational units, and returns their ids in the order of the sample. */
async function seedUnits(
  db: Transaction<Tables>,
  tenantId: number,
  { units }: DemoTenant,
): Promise<number[]> {
  const rows = await db
    .insertInto('organizational_unit')
    .values(units.map(({ title }) => ({ tenant_id: tenantId, title })))
    .returning(['id', 'title'])
    .execute();
  await sql`
    update organizational_unit u set parent_id = p.id
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as r (title text, parent text)
    join organizational_unit p on p.tenant_id = ${tenantId} and p.title = r.parent
    where u.tenant_id = ${tenantId} and u.title = r.title`.execute(db);
  const idOf = new Map(rows.map(({ id, title }) => [title, id]));
  return units.map(({ title }) => idOf.get(title) ?? 0);
}

/** Adds the companies, numbered from 1, continues their numbers, and returns them. */
async function seedCompanies(
  db: Transaction<Tables>,
  tenantId: number,
  { companies }: DemoTenant,
): Promise<DemoRecord[]> {
  const rows = companies.map((company, at) => ({
    isActive: true,
    ...company,
    id: at + 1,
    ...demoTimes(new Date(), at * 3 + 1),
  }));
  await sql`
    insert into company (tenant_id, id, name, trade_name, cnpj, parent_id, state, is_active, created_at, updated_at)
    select ${tenantId}, r.id, r.name, r."tradeName", r.cnpj, r.parent, r.state, r."isActive", r."createdAt", r."updatedAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, name text, "tradeName" text, cnpj text,
      parent bigint, state text, "isActive" boolean, "createdAt" timestamptz, "updatedAt" timestamptz)`.execute(
    db,
  );
  await sql`
    insert into entity_counter (tenant_id, entity, field, last) values (${tenantId}, 'company', 'id', ${rows.length})`.execute(
    db,
  );
  return rows;
}

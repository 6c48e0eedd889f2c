import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, testEnv, type TestApp } from '../testing.ts';
import { analyseGrown, asOwner } from '../db/statistics.ts';
import { sweep } from './housekeeping.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ resources: () => [] });
});
afterAll(() => app.close());

it('deletes expired events, however many, and the times of schedules but the last', async () => {
  const { owner } = app.database;
  const tenant = app.tenants.acme;
  await sql`insert into topic (tenant_id, name, seq) values (${tenant}, 'entity:old', 6002)`.execute(owner);
  await sql`insert into event (tenant_id, topic_id, seq, at, type, data)
    select ${tenant}, t.id, n, now() - interval '8 days' + case when n > 6000 then interval '2 days' else '0' end, 'CHANGED', '{}'
    from topic t, generate_series(1, 6002) n where t.name = 'entity:old'`.execute(owner);
  await sql`insert into cron_slot (name, slot) values
    ('yearly', now() - interval '400 days'), ('yearly', now() - interval '300 days')`.execute(owner);
  await sweep(app.database, testEnv({ EVENT_DAYS: '7' }));
  const { rows } = await sql`select (select array_agg(seq order by seq) from event) as events,
    (select count(*)::int from cron_slot) as slots, (select seq from topic where name = 'entity:old') as seq`.execute(
    owner,
  );
  expect(rows).toEqual([{ events: [6001, 6002], slots: 1, seq: 6002 }]);
});

it('sweeps the other rows and tables when one row cannot be deleted, and names its table', async () => {
  const { owner } = app.database;
  await sql`insert into cron_slot (name, slot) values
    ('kept', now() - interval '400 days'), ('kept', now() - interval '300 days')`.execute(owner);
  await sql`insert into sign_in_failure (tenant_id, kind, subject, failures, window_started_at)
    select ${app.tenants.acme}, 'login', case when n = 3000 then 'held' else n::text end, 1, now() - interval '2 days'
    from generate_series(1, 6000) n`.execute(owner);
  await sql`create table holds (tenant_id int, kind text, subject text,
    foreign key (tenant_id, kind, subject) references sign_in_failure (tenant_id, kind, subject))`.execute(
    owner,
  );
  await sql`insert into holds values (${app.tenants.acme}, 'login', 'held')`.execute(owner);
  try {
    await expect(sweep(app.database, testEnv())).rejects.toThrow('not swept: sign_in_failure');
    const { rows } = await sql`select from cron_slot where name = 'kept'`.execute(owner);
    expect(rows).toHaveLength(1);
    const { rows: left } = await sql`select subject from sign_in_failure`.execute(owner);
    expect(left).toEqual([{ subject: 'held' }]);
  } finally {
    await sql`drop table holds`.execute(owner);
    await sweep(app.database, testEnv());
  }
});

it('keeps what docs/operations.md promises, and deletes it after that', async () => {
  const { owner } = app.database;
  const tenant = app.tenants.acme;
  const user = sql`(select min(id) from app_user where tenant_id = ${tenant})`;
  const ages: [table: string, columns: string, values: RawBuilder<unknown>, column: string, kept: string][] =
    [
      [
        'idempotency',
        'user_id, key, method_url, request_hash',
        sql`${user}, gen_random_uuid(), '', ''`,
        'created_at',
        '24 hours',
      ],
      ['session', 'user_id, address', sql`${user}, ''`, 'expires_at', '30 days'],
      [
        'socket_ticket',
        'hash, session_id',
        sql`gen_random_uuid()::text, (select id from session order by expires_at desc limit 1)`,
        'expires_at',
        '0 days',
      ],
      [
        'password_reset',
        'user_id, token_hash',
        sql`${user}, gen_random_uuid()::text`,
        'expires_at',
        '0 days',
      ],
      ['outbox_mail', 'address, subject, body_text, body_html', sql`'', '', '', ''`, 'sent_at', '7 days'],
      [
        'audit',
        'entity, entity_id, action, address, request_id',
        sql`'kept', '1', 'create', '', ''`,
        'at',
        '90 days',
      ],
      [
        'sign_in_failure',
        'kind, subject, failures',
        sql`'login', gen_random_uuid()::text, 1`,
        'window_started_at',
        '1 day',
      ],
      [
        'transfer',
        `user_id, kind, entity, name, lang`,
        sql`${user}, 'export', 'company', '', 'pt'`,
        'created_at',
        '30 days',
      ],
    ];
  const left = async (): Promise<unknown> =>
    Promise.all(
      ages.map(async ([table]) => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from ${sql.table(table)} where ${table === 'audit' ? sql`entity = 'kept'` : sql`true`}`.execute(
          owner,
        );
        return [table, rows[0]?.n];
      }),
    );
  for (const [table] of ages)
    if (table !== 'audit') await sql`delete from ${sql.table(table)}`.execute(owner);
  for (const [table, columns, values, column, kept] of ages)
    for (const difference of ['-1 hour', '1 hour'])
      await sql`insert into ${sql.table(table)} (tenant_id, ${sql.raw(columns)}, ${sql.ref(column)})
        values (${tenant}, ${values}, now() - ${kept}::interval + ${difference}::interval)`.execute(owner);
  await sweep(app.database, testEnv({ AUDIT_DAYS: '90' }));
  expect(await left()).toEqual(ages.map(([table]) => [table, 1]));
  await sweep(app.database, testEnv({ AUDIT_DAYS: '0' }));
  expect(await left()).toEqual(ages.map(([table]) => [table, 1]));
});

it('counts the values of tables that have grown, and of no others', async () => {
  const { owner } = app.database;
  const analysed = async () => {
    const { rows } = await sql<{ name: string; count: number }>`
      select relname as name, reltuples::int as count from pg_class
      where relname in ('idempotency', 'setting') order by 1`.execute(owner);
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  };
  await sql`insert into idempotency (tenant_id, user_id, key, method_url, request_hash)
    select ${app.tenants.acme}, (select min(id) from app_user), gen_random_uuid(), repeat('x', 200), ''
    from generate_series(1, 2000)`.execute(owner);
  await analyseGrown(asOwner(app.database.owner));
  expect((await analysed())['idempotency']).toBeGreaterThanOrEqual(2000);
  await sql`insert into setting (tenant_id, key, value) values (${app.tenants.acme}, 'one', '1')`.execute(
    owner,
  );
  const before = await analysed();
  await analyseGrown(asOwner(app.database.owner));
  expect(await analysed()).toEqual(before);
});

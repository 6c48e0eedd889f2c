import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, testEnv, type TestApp } from '../testing.ts';
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

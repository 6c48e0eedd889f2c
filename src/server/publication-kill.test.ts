import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { Installations, withDatabase } from './testing/installation.ts';
import { isNightly } from './testing/nightly.ts';
import { bundlePrograms } from './testing/process.ts';
import { askUntilTaken, signInAt } from './testing/sign-in.ts';

/** Scheduled publications whose time comes while no server runs, and servers that are killed: on PostgreSQL with TEST_DATABASE_URL, else embedded. */
const installations = new Installations();
const programs = bundlePrograms();
afterAll(async () => {
  programs.end();
  await installations.remove();
});

const VIEWS = 12;
/** Below the attempts of a publication, so that no kill is its last one. */
const KILLS = isNightly ? 3 : 2;

it('are published once by the next start, with one version, one event and one entry each, whatever is killed', async () => {
  const settings = await installations.add('publications', 'tenants');
  const first = programs.run('main', [], settings);
  const address = await first.listening;
  const authorization = `Bearer ${await signInAt(address)}`;
  const call = async (path: string, payload: object): Promise<Record<string, number>> => {
    const reply = await askUntilTaken(() =>
      fetch(`${address}/adm/v2/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify(payload),
      }),
    );
    const { success, data } = (await reply.json()) as { success: boolean; data: Record<string, number> };
    expect([path, success]).toEqual([path, true]);
    return data;
  };
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const ids: number[] = [];
  while (ids.length < VIEWS) {
    const { dashId } = await call('dash', { title: `Agendada ${ids.length}` });
    ids.push(dashId!);
    await call('dash/pub', { ids: [dashId], comment: `<p>scheduled ${dashId}</p>`, at });
  }
  first.child.kill('SIGTERM');
  await first.ended;
  await withDatabase(settings, ({ owner }) =>
    sql`update job set run_at = now() - interval '1 minute' where kind = 'views.publish'`.execute(owner),
  );

  const done = /^jobs_ended_total\{(?=.*kind="views.publish")(?=.*outcome="done").*\} (\d+)$/m;
  for (let kills = 0; kills <= KILLS; kills += 1) {
    const server = programs.run('main', [], settings);
    const here = await server.listening;
    const published = async (): Promise<number> =>
      Number(done.exec(await (await fetch(`${here}/metrics`)).text())?.[1] ?? 0);
    if (kills < KILLS) {
      // Amid those that follow.
      await vi.waitFor(async () => expect(await published()).toBeGreaterThan(0), {
        timeout: 600_000,
        interval: 1,
      });
      server.child.kill('SIGKILL');
    } else {
      await vi.waitFor(
        async () => {
          const reply = await fetch(`${here}/adm/v2/dash/pub`, { headers: { authorization } });
          const { data } = (await reply.json()) as { data: { rows: { state: string }[] } };
          expect(data.rows.map(({ state }) => state).filter((state) => state !== 'done')).toEqual([]);
        },
        { timeout: 600_000, interval: 50 },
      );
      server.child.kill('SIGTERM');
    }
    await server.ended;
  }

  const names = ids.map((id) => `dash-${id}`);
  const once = names.map(() => 1);
  await withDatabase(settings, async ({ owner }) => {
    const { rows } = await sql<Record<'versions' | 'events' | 'entries', number>>`
      select
        (select count(*)::int from definition_version v
          where v.kind = 'dashboard' and v.id = name and v.published_at is not null) as versions,
        (select count(*)::int from event e where e.type = 'DEFINITION' and e.data #>> '{definition,id}' = name
          and e.data #>> '{definition,verb}' = 'publish') as events,
        (select count(*)::int from audit a where a.entity_id like '%' || name and a.action = 'publish') as entries
      from unnest(${names}::text[]) name`.execute(owner);
    expect(rows.map(({ versions }) => versions)).toEqual(once);
    expect(rows.map(({ events }) => events)).toEqual(once);
    expect(rows.map(({ entries }) => entries)).toEqual(once);
    // One that the stop gave back after its publication was there ends at the next start.
    const { rows: dead } = await sql`select from job where kind = 'views.publish' and state = 'dead'`.execute(
      owner,
    );
    expect(dead).toEqual([]);
  });
}, 600_000);

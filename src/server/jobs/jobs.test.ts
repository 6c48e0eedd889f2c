import { sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { enqueue, job, jobTransaction, PermanentFailure, type JobSpec, type NewJob } from '../kernel/job.ts';
import { OutsideError } from '../kernel/outside-error.ts';
import { testApp, testEnv, type TestApp } from '../testing.ts';
import { runKilledJobs } from '../testing/job-kills.ts';
import { hurryJobs } from '../testing/jobs.ts';
import { Queue } from './queue.ts';
import { Schedule } from './schedule.ts';
import { JobWorker } from './worker.ts';

/** The queue and its worker, on both databases. */

const isPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const warnings: unknown[] = [];
const silent = { info() {}, warn: (facts: unknown) => warnings.push(facts), error() {} };
let app: TestApp;
const workers: JobWorker[] = [];
/** Begun attempts by job, in order. */
let begun: string[] = [];
const idle = (): void => undefined;
let release = idle;

const name = Type.Object({ name: Type.String() });
const specs: JobSpec[] = [
  // The effect is a setting of the tenant, one per job.
  job({
    kind: 'note',
    payload: name,
    async run({ db, tenantId }, payload) {
      begun.push(payload.name);
      await db
        .insertInto('setting')
        .values({ tenant_id: tenantId, key: `note ${payload.name}`, value: '1' })
        .execute();
    },
  }),
  job({
    kind: 'twice',
    payload: name,
    maxAttempts: 2,
    async run({ db, tenantId, attempt }, payload) {
      begun.push(payload.name);
      await db
        .insertInto('setting')
        .values({ tenant_id: tenantId, key: `twice ${payload.name} ${attempt}`, value: '1' })
        .execute();
      if (attempt < 2 || payload.name === 'never') throw new Error(`no, ${payload.name}: token=abc`);
    },
  }),
  job({
    kind: 'held',
    payload: name,
    prepare: async ({ signal }, payload) => {
      begun.push(payload.name);
      await new Promise<void>((resolve, reject) => {
        release = resolve;
        if (payload.name === 'open') signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    },
    run: async ({ db, tenantId }, payload) => {
      await db
        .insertInto('setting')
        .values({ tenant_id: tenantId, key: `held ${payload.name} ${begun.length}`, value: '1' })
        .execute();
    },
  }),
  job({
    kind: 'writing',
    payload: name,
    // Holds its transaction, whatever becomes of the process.
    run: async ({ db, tenantId }, payload) => {
      const write = (key: string) =>
        db.insertInto('setting').values({ tenant_id: tenantId, key, value: '1' }).execute();
      await write(`writing ${payload.name} 1`);
      begun.push(payload.name);
      await new Promise<void>((resolve) => (release = resolve));
      await write(`writing ${payload.name} 2`);
    },
  }),
  job({
    kind: 'slow',
    payload: name,
    prepare: async (ctx, payload) => {
      for (let at = 0; at < 3; at += 1) {
        await new Promise<void>((resolve) => (release = resolve));
        await jobTransaction(ctx, () => Promise.resolve(), 'read');
        begun.push(payload.name);
      }
    },
    run: () => Promise.resolve(),
  }),
  job({
    kind: 'endless',
    payload: name,
    limit: 2,
    // Ignores its signal, as work of a library may.
    prepare: () => new Promise<void>((resolve) => (release = resolve)),
    run: async ({ db, tenantId }) => {
      begun.push('late effect');
      await db.insertInto('setting').values({ tenant_id: tenantId, key: 'endless', value: '1' }).execute();
    },
  }),
  job({
    kind: 'outside',
    payload: name,
    run: () => Promise.reject(new PermanentFailure('no', { cause: new OutsideError('mx.example is away') })),
  }),
  job({
    kind: 'hostile',
    payload: name,
    run: () => Promise.reject(new Error(`not ${'x'.repeat(985)}\0 \uD800 ${'😀'.repeat(20)}`)),
  }),
  job({ kind: 'hourly', payload: Type.Object({}), schedule: '0 * * * *', run: () => Promise.resolve() }),
];

beforeAll(async () => {
  app = await testApp({ resources: () => [] });
});
afterEach(async () => {
  release();
  await stop();
  await sql`delete from job`.execute(app.database.owner);
  await sql`delete from setting`.execute(app.database.owner);
  begun = [];
});
afterAll(() => app.close());

const stop = () => Promise.all(workers.splice(0).map((worker) => worker.stop()));

async function work(count = 1): Promise<void> {
  const added = Array.from(
    { length: count },
    () =>
      new JobWorker(
        app.database,
        testEnv(),
        silent,
        specs.filter(({ schedule }) => !schedule),
      ),
  );
  workers.push(...added);
  await Promise.all(added.map((worker) => worker.start()));
}

async function add(
  tenantId: number,
  one: NewJob,
  how: 'commit' | 'rollback' = 'commit',
): Promise<number | null> {
  const session = await app.database.enter(tenantId, null, 'write');
  const id = await enqueue(session.db, tenantId, one);
  await session[how]();
  return id;
}

const jobs = async () =>
  (
    await sql<{ state: string; error: string | null; attempt: number; kind: string }>`
  select state, error, attempt, kind from job order by id`.execute(app.database.owner)
  ).rows;
const effects = async () =>
  (await sql<{ key: string }>`select key from setting order by key`.execute(app.database.owner)).rows.map(
    ({ key }) => key,
  );
const until = async (isDone: () => Promise<boolean>): Promise<void> => {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 20));
};
const empty = () => until(async () => (await jobs()).length === 0);
const hurry = () => hurryJobs(app.database);

describe('a job', () => {
  it('is done once, after its commit, and not without it', async () => {
    await work();
    await add(app.tenants.acme, { kind: 'note', payload: { name: 'kept' } });
    await add(app.tenants.acme, { kind: 'note', payload: { name: 'lost' } }, 'rollback');
    await empty();
    expect(await effects()).toEqual(['note kept']);
  });

  it('is tried again after a pause, and the effects of the failed attempt are gone', async () => {
    await work();
    await add(app.tenants.acme, { kind: 'twice', payload: { name: 'soon' }, maxAttempts: 2 });
    await until(async () => (await jobs())[0]?.state === 'waiting');
    expect(await effects()).toEqual([]);
    await hurry();
    await empty();
    expect(await effects()).toEqual(['twice soon 2']);
  });

  it('is dead after its last attempt, with its error; one of an unknown kind at once', async () => {
    await work();
    await add(app.tenants.acme, { kind: 'twice', payload: { name: 'never' }, maxAttempts: 2 });
    await add(app.tenants.acme, { kind: 'unknown', payload: {} });
    await until(async () => (await jobs()).every(({ state }) => state === 'dead' || state === 'waiting'));
    await hurry();
    await until(async () => (await jobs()).every(({ state }) => state === 'dead'));
    expect((await jobs()).map(({ kind, attempt, error }) => [kind, attempt, error])).toEqual([
      ['twice', 2, expect.stringContaining('no, never')],
      ['unknown', 1, 'this version has no job of kind unknown'],
    ]);
    expect(begun).toEqual(['never', 'never']);
  });

  it('whose error no database takes is tried again as any other, and holds no place', async () => {
    await work();
    for (let at = 0; at < 8; at += 1)
      await add(app.tenants.acme, { kind: 'hostile', payload: { name: 'x' }, maxAttempts: 1 });
    await add(app.tenants.acme, { kind: 'note', payload: { name: 'after them' } });
    await until(async () => (await effects()).length > 0);
    await until(async () => (await jobs()).every(({ state }) => state === 'dead'));
    const [{ error } = { error: null }] = await jobs();
    expect(error).toMatch(/^not x+\uFFFD \uFFFD 😀+/u);
    expect(error).toHaveLength(1000);
  });

  it('that fails by a server of others is logged with the reason in one line, any other with its error', async () => {
    warnings.length = 0;
    await add(app.tenants.acme, { kind: 'outside', payload: { name: 'a' } });
    await work();
    await until(async () => (await jobs())[0]?.state === 'dead');
    await add(app.tenants.acme, { kind: 'twice', payload: { name: 'never' } });
    await until(() => Promise.resolve(warnings.length === 2));
    expect(warnings).toEqual([
      {
        kind: 'outside',
        jobId: expect.any(Number),
        tenantId: app.tenants.acme,
        attempt: 1,
        reason: 'mx.example is away',
      },
      expect.objectContaining({ kind: 'twice', err: expect.any(Error) }),
    ]);
  });

  it('waits for its time', async () => {
    await work();
    await add(app.tenants.acme, {
      kind: 'note',
      payload: { name: 'later' },
      runAt: new Date(Date.now() + 3_600_000),
    });
    await add(app.tenants.acme, { kind: 'note', payload: { name: 'now' } });
    await until(async () => (await effects()).length > 0);
    expect((await jobs()).map(({ state }) => state)).toEqual(['waiting']);
    await sql`update job set run_at = now()`.execute(app.database.owner);
    await empty();
    expect(await effects()).toEqual(['note later', 'note now']);
  });

  it('with a key is one until it begins, and then another', async () => {
    const one = { kind: 'held', payload: { name: 'one' }, key: 'k' };
    expect(await add(app.tenants.acme, one)).not.toBeNull();
    expect(await add(app.tenants.acme, one)).toBeNull();
    expect(await add(app.tenants.beta, one)).not.toBeNull();
    await sql`delete from job where tenant_id = ${app.tenants.beta}`.execute(app.database.owner);
    await work();
    await until(() => Promise.resolve(begun.length === 1));
    expect(await add(app.tenants.acme, { ...one, runAt: new Date(Date.now() + 3_600_000) })).not.toBeNull();
    release();
    await until(async () => (await jobs()).length === 1);
    expect((await jobs())[0]).toMatchObject({ state: 'waiting', attempt: 0 });
  });

  it('of one tenant does not wait for thousands of another', async () => {
    const { owner } = app.database;
    await sql`insert into job (tenant_id, kind, payload, state)
      select ${app.tenants.acme}, 'note', jsonb_build_object('name', 'a' || n), 'ready' from generate_series(1, 200) n`.execute(
      owner,
    );
    await add(app.tenants.beta, { kind: 'note', payload: { name: 'single' } });
    await work();
    await until(() => Promise.resolve(begun.includes('single')));
    expect(begun.indexOf('single')).toBeLessThan(20);
    await empty();
    expect(begun).toHaveLength(201);
  });

  it('of one tenant does not wait for hours of work of another, which leaves one place free', async () => {
    for (let at = 0; at < 6; at++) await add(app.tenants.acme, { kind: 'held', payload: { name: 'open' } });
    await work();
    await until(() => Promise.resolve(begun.length > 0));
    await add(app.tenants.beta, { kind: 'note', payload: { name: 'single' } });
    await until(async () => (await effects()).includes('note single'));
    expect(begun.filter((one) => one === 'open')).toHaveLength(isPostgres ? 3 : 1);
  });

  /** Lets the workers look whether their jobs have come on, as their clocks ask for once a minute. */
  const looks = (): ((times: number) => void) => {
    const intervals = vi.spyOn(globalThis, 'setInterval');
    return (times) => {
      const asked = intervals.mock.calls.filter(([, ms]) => ms === 60_000);
      expect(asked.length).toBeGreaterThan(0);
      for (const [look] of asked) for (let at = 0; at < times; at += 1) (look as () => void)();
    };
  };

  it('is not ended while it comes on, however often the clock asks', async () => {
    const look = looks();
    release = idle;
    await add(app.tenants.acme, { kind: 'slow', payload: { name: 'step' } });
    await work();
    for (let round = 0; round < 3; round += 1) {
      await until(() => Promise.resolve(release !== idle));
      look(59);
      const go = release;
      release = idle;
      go();
      await until(() => Promise.resolve(begun.length > round));
    }
    await empty();
    expect(begun).toEqual(['step', 'step', 'step']);
  });

  it('is dead when it stands still for longer than its kind may, frees its place, and writes nothing later', async () => {
    const look = looks();
    await add(app.tenants.acme, { kind: 'endless', payload: { name: 'a' } });
    await work();
    await until(async () => (await jobs())[0]?.state === 'running');
    look(2);
    await until(async () => (await jobs())[0]?.state === 'dead');
    expect((await jobs())[0]?.error).toBe('the job took no step while it was looked at 2 times');
    release();
    await add(app.tenants.acme, { kind: 'note', payload: { name: 'next' } });
    await until(async () => (await effects()).includes('note next'));
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    expect(await effects()).toEqual(['note next']);
    expect(begun).not.toContain('late effect');
    expect(await jobs()).toMatchObject([{ state: 'dead' }]);
  });

  it('is given back by a process that stops', async () => {
    await work();
    await add(app.tenants.acme, { kind: 'held', payload: { name: 'open' } });
    await until(() => Promise.resolve(begun.length === 1));
    await workers.splice(0)[0]!.stop();
    expect((await jobs())[0]).toMatchObject({ state: 'ready', attempt: 0 });
    await work();
    await until(() => Promise.resolve(begun.length === 2));
    release();
    await empty();
    expect((await effects()).filter((key) => key.startsWith('held'))).toHaveLength(1);
  });
});

describe('a stop of the process', () => {
  it.each(['held', 'writing'])('gives a job back whose work ignores it (%s)', async (kind) => {
    await work();
    await add(app.tenants.acme, { kind, payload: { name: 'deaf' } });
    await until(() => Promise.resolve(begun.length === 1));
    expect(await workers.splice(0)[0]!.stop()).toBe(1);
    expect(await jobs()).toMatchObject([{ state: 'ready', attempt: 0 }]);
    release();
    // All that it does from here on is refused.
    expect(await effects()).toEqual([]);
    await work();
    await until(() => Promise.resolve(begun.length === 2));
    release();
    await empty();
    expect(await effects()).toHaveLength(kind === 'held' ? 1 : 2);
  });
});

describe('a worker that is gone', () => {
  it('leaves its jobs to another one, once, and dead ones dead', async () => {
    const { owner } = app.database;
    await sql`insert into job (tenant_id, kind, payload, state, worker, attempt, max_attempts) values
      (${app.tenants.acme}, 'note', '{"name": "left"}', 'running', 999999, 1, 8),
      (${app.tenants.acme}, 'note', '{"name": "killer"}', 'running', 999999, 8, 8)`.execute(owner);
    await work(isPostgres ? 3 : 1);
    await until(
      async () => (await jobs()).every(({ state }) => state === 'dead') && (await effects()).length === 1,
    );
    expect(await jobs()).toEqual([{ kind: 'note', state: 'dead', attempt: 8, error: 'worker gone' }]);
    expect(begun).toEqual(['left']);
  });

  it.skipIf(!isPostgres)('cannot end a job late that another one took over', async () => {
    await work(2);
    await add(app.tenants.acme, { kind: 'held', payload: { name: 'cut' } });
    await until(() => Promise.resolve(begun.length === 1));
    const releaseFirst = release;
    await sql`select pg_terminate_backend(l.pid) from pg_locks l join job j on l.objid = j.worker::oid
      where l.locktype = 'advisory' and l.classid = 77`.execute(app.database.owner);
    await until(() => Promise.resolve(begun.length === 2));
    releaseFirst();
    release();
    await empty();
    // A stopped worker has tried to end all that it began.
    await stop();
    expect(await effects()).toHaveLength(1);
  });

  it.skipIf(!isPostgres)(
    'is looked for while a living worker takes its job, which that one keeps',
    async () => {
      const { owner } = app.database;
      const [gone, living, looking] = [999_999, 999_998, 999_997];
      await sql`insert into job (tenant_id, kind, payload, state, worker, attempt, max_attempts) values
      (${app.tenants.acme}, 'note', '{"name": "kept"}', 'running', ${gone}, 1, 8)`.execute(owner);
      await owner.connection().execute(async (session) => {
        await sql`select pg_advisory_lock(77, ${living})`.execute(session);
        let recovered = Promise.resolve();
        await owner.transaction().execute(async (transaction) => {
          await sql`update job set worker = ${living}, attempt = 2`.execute(transaction);
          recovered = new Queue(owner).recover(looking);
          await until(async () => {
            const { rows } = await sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(session);
            return rows.length > 0;
          });
        });
        await recovered;
        await sql`select pg_advisory_unlock(77, ${living})`.execute(session);
      });
      const { rows } = await sql`select state, worker, attempt from job`.execute(owner);
      expect(rows).toEqual([{ state: 'running', worker: living, attempt: 2 }]);
    },
  );

  it.skipIf(!isPostgres)('is none while it only waits: two workers never have one job', async () => {
    const { owner } = app.database;
    await sql`insert into job (tenant_id, kind, payload, state)
      select case when n % 2 = 0 then ${app.tenants.acme}::int else ${app.tenants.beta}::int end, 'note',
        jsonb_build_object('name', 'n' || n), 'ready' from generate_series(1, 400) n`.execute(owner);
    await work(4);
    await empty();
    expect(new Set(begun).size).toBe(400);
    expect(begun).toHaveLength(400);
  });
});

it.skipIf(!isPostgres)(
  'each job has one effect, and never two attempts at a time, while processes are killed',
  async () => {
    const result = await runKilledJobs(process.env['TEST_DATABASE_URL'] ?? '', {
      jobs: 600,
      kills: 6,
      lifeMs: 800,
    });
    expect(result).toMatchObject({ lost: 0, doubled: 0, left: 0, overlapping: 0 });
    expect(result.kills).toBeGreaterThan(0);
  },
);

describe('a schedule', () => {
  it('begins once in three processes, makes up for the last time missed, and ignores a clock that goes back', async () => {
    const { owner } = app.database;
    const schedules = [1, 2, 3].map(() => new Schedule(owner, specs));
    const at = (time: string) =>
      Promise.all(schedules.map((one) => one.run(new Date(`2030-03-10T${time}Z`))));
    const count = async () => (await jobs()).length;
    await at('05:10:00');
    expect(await count()).toBe(1);
    await at('05:59:59.999');
    expect(await count()).toBe(1);
    await sql`delete from job`.execute(owner);
    await at('06:00:00');
    expect(await count()).toBe(1);
    await sql`delete from job`.execute(owner);
    await at('05:30:00');
    await Promise.all([1, 2].map(() => new Schedule(owner, specs).run(new Date('2030-03-10T05:30:00Z'))));
    expect(await count()).toBe(0);
    await at('09:30:00');
    expect(await count()).toBe(1);
    expect((await jobs())[0]).toMatchObject({ kind: 'hourly', state: 'ready' });
  });

  it('goes on at once when a clock that was a day ahead is set right', async () => {
    const { owner } = app.database;
    const schedules = [1, 2].map(() => new Schedule(owner, specs));
    const begunAt = async (time: string) => {
      await sql`delete from job`.execute(owner);
      await Promise.all(schedules.map((one) => one.run(new Date(time))));
      return (await jobs()).length;
    };
    const times = ['2031-05-05T10:10Z', '2031-05-06T10:10Z', '2031-05-05T10:20Z', '2031-05-05T11:00Z'];
    const counts = [];
    for (const time of times) counts.push(await begunAt(time));
    expect(counts).toEqual([1, 1, 0, 1]);
  });
});

it('tenants cannot see or take the jobs of others', async () => {
  const id = await add(app.tenants.acme, { kind: 'note', payload: { name: 'mine' } });
  const session = await app.database.enter(app.tenants.beta, null, 'write');
  const { rows } = await sql`select id from job`.execute(session.db);
  expect(rows).toEqual([]);
  const claimed = {
    tenantId: app.tenants.acme,
    id: id!,
    kind: 'note',
    payload: {},
    attempt: 0,
    maxAttempts: 8,
  };
  expect(await new Queue(app.database.owner).finish(session.db, 1, claimed)).toBe(false);
  await expect(enqueue(session.db, app.tenants.acme, { kind: 'note', payload: {} })).rejects.toThrow(
    /row-level security/,
  );
  await session.rollback();
});

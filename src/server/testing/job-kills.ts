import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { openPostgresCopy } from '../testing.ts';

/** Test support: jobs of three processes of which one after another is killed. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const PROCESSES = 3;

export interface KilledJobs {
  jobs: number;
  kills: number;
  seconds: number;
  /** Attempts that a kill ended. */
  repeated: number;
  /** Jobs without an effect, with several, and left in the queue. */
  lost: number;
  doubled: number;
  left: number;
  /** Attempts that began while the process of the one before it was alive. */
  overlapping: number;
}

interface Attempt {
  job_id: number;
  pid: number;
  at: number;
}

/** Bundles the processes' program, which begins several times faster than its sources. */
function bundle(): string {
  const folder = join(root, 'node_modules', '.cache', 'molde', `jobs-${randomBytes(6).toString('hex')}`);
  const code = `
    import { build } from 'esbuild';
    import { serverBundle } from './scripts/lib/server-bundle.mjs';
    await build({ ...serverBundle(process.argv[1]), entryPoints: ['src/server/testing/job-process.ts'] });`;
  execFileSync(process.execPath, ['--input-type=module', '-e', code, folder], { cwd: root });
  return folder;
}

/** @param base address of a PostgreSQL for tests @param lifeMs longest time that a process works until it is killed */
export async function runKilledJobs(
  base: string,
  { jobs, kills, lifeMs }: { jobs: number; kills: number; lifeMs: number },
): Promise<KilledJobs> {
  const folder = bundle();
  const database = await openPostgresCopy(base);
  const killedAt = new Map<number, number>();
  const working = new Set<ChildProcess>();
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, [join(folder, 'job-process.js'), database.url], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.once('data', () => working.add(child));
    return child;
  };
  const children = Array.from({ length: PROCESSES }, start);
  try {
    await sql`create table begun (job_id bigint not null, pid int not null, at double precision not null)`.execute(
      database.owner,
    );
    await sql`create table effect (job_id bigint not null)`.execute(database.owner);
    await sql`grant insert on effect to molde_app`.execute(database.owner);
    await sql`insert into tenant (key, name) select 't' || n, '' from generate_series(1, 3) n`.execute(
      database.owner,
    );
    while (working.size < PROCESSES) await delay(50);
    const began = performance.now();
    await sql`insert into job (tenant_id, kind, payload, state, max_attempts)
      select (select min(id) from tenant) + n % 3, 'effect', '{}', 'ready', 1000 from generate_series(1, ${jobs}::int) n`.execute(
      database.owner,
    );
    await sql`select pg_notify('molde', 'j')`.execute(database.owner);
    const left = async (): Promise<number> =>
      (await sql<{ n: number }>`select count(*)::int as n from job`.execute(database.owner)).rows[0]!.n;
    for (let at = 0; (await left()) > 0; at = (at + 1) % PROCESSES) {
      await delay((Math.random() * lifeMs) / PROCESSES);
      const child = children[at]!;
      if (!working.has(child) || killedAt.size === kills) continue;
      killedAt.set(child.pid!, Date.now());
      child.kill('SIGKILL');
      await once(child, 'close');
      children[at] = start();
    }
    const seconds = (performance.now() - began) / 1000;
    const counts = await sql<{ lost: number; doubled: number }>`
      select ${jobs}::int - count(distinct job_id)::int as lost, (count(*) - count(distinct job_id))::int as doubled
      from effect`.execute(database.owner);
    const attempts = await sql<Attempt>`select job_id, pid, at from begun order by job_id, at`.execute(
      database.owner,
    );
    return {
      jobs,
      kills: killedAt.size,
      seconds,
      repeated: attempts.rows.length - jobs,
      ...counts.rows[0]!,
      left: await left(),
      overlapping: overlapping(attempts.rows, killedAt),
    };
  } finally {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGKILL');
        await once(child, 'close');
      }),
    );
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An attempt may follow another one of the same job only when the process of that was killed before. */
function overlapping(attempts: readonly Attempt[], killedAt: ReadonlyMap<number, number>): number {
  return attempts.filter((attempt, at) => {
    const before = attempts[at - 1];
    if (!before || before.job_id !== attempt.job_id) return false;
    return (killedAt.get(before.pid) ?? Infinity) > attempt.at;
  }).length;
}

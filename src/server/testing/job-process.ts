import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { openPostgres } from '../db/postgres.ts';
import { JobWorker } from '../jobs/worker.ts';
import { job } from '../kernel/job.ts';
import { readEnv } from '../env.ts';

/** Test support: a process with a worker of jobs, which notes what it begins. Its argument is the database's address. */
const [url = ''] = process.argv.slice(2);
const database = openPostgres({ url, connections: 6 });
const notes = openPostgres({ url, connections: 2 });
const silent = { info() {}, warn() {}, error() {} };

/** The effect is a row; the attempt is noted at once, whatever becomes of it. */
const effect = job({
  kind: 'effect',
  payload: Type.Object({}),
  maxAttempts: 1000,
  async prepare({ jobId }) {
    await sql`insert into begun (job_id, pid, at) values (${jobId}, ${process.pid}, ${Date.now()})`.execute(
      notes.owner,
    );
    await delay(Math.random() * 20);
  },
  async run({ db, jobId }) {
    await sql`insert into effect (job_id) values (${jobId})`.execute(db);
    await delay(Math.random() * 5);
  },
});

const worker = new JobWorker(database, readEnv({ PROFILE: 'demo' }), silent, [effect]);
await worker.start();
process.stdout.write('working\n');

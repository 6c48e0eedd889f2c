// Measures jobs of three processes that are killed one after another: `node tests/bench/jobs.mjs [jobs] [kills]`. It needs
// PostgreSQL (TEST_DATABASE_URL, or an own one).
import { register } from 'tsx/esm/api';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { printTable } from './lib/table.mjs';

register();
const { runKilledJobs } = await import('../../src/server/testing/job-kills.ts');
const postgres = await startPostgres(process.env.TEST_DATABASE_URL);
if (!postgres) throw new Error('this bench needs PostgreSQL');
try {
  const result = await runKilledJobs(postgres.url, {
    jobs: Number(process.argv[2] ?? 10_000),
    kills: Number(process.argv[3] ?? 40),
    lifeMs: 2000,
  });
  say('three processes, one of which is killed at a time');
  printTable(
    ['jobs', 'kills', 'seconds', 'attempts ended by a kill', 'lost', 'doubled', 'left', 'two at a time'],
    [
      [
        result.jobs,
        result.kills,
        result.seconds.toFixed(1),
        result.repeated,
        result.lost,
        result.doubled,
        result.left,
        result.overlapping,
      ],
    ],
  );
  if (result.lost + result.doubled + result.left + result.overlapping > 0) process.exitCode = 1;
} finally {
  await postgres.stop();
}

// Measures the lists of project management in a tenant with 10,000 projects and a million tasks, and the load of a board of
// 5,000 cards beside one of 50, on PostgreSQL, through the real server: `node tests/bench/work.mjs [projects] [tasks] [rounds]`.
import pg from 'pg';
import { buildApart } from '../../scripts/build.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { signIn } from './lib/sign-in.mjs';
import { printTable } from './lib/table.mjs';

const projects = Number(process.argv[2] ?? 10_000);
const tasks = Number(process.argv[3] ?? 1_000_000);
const rounds = Number(process.argv[4] ?? 100);
const people = 1000;

await buildApart();
const database = await openBenchDatabase();
let server;
try {
  server = await startServer({
    DATABASE_URL: database.url,
    RATE_LIMIT_PERSON: '0',
    RATE_LIMIT_ADDRESS: '0',
    LOG_LEVEL: 'error',
  });
  const { project, person, large, small } = await fill(database.url);
  const headers = { authorization: `Bearer ${await signIn(server.url)}` };
  const base = '/handler/v2/agile';
  const cases = [
    ['projects, first page of 5', `${base}/projects?perPage=5`],
    ['projects, page 1,000 of 5', `${base}/projects?perPage=5&page=1000`],
    ['projects, by a part of the title', `${base}/projects?perPage=5&title=projeto 77`],
    ['tasks of one person, first due first', `${base}/tasks?head=${person}&order=endDate_asc&perPage=20`],
    ['late tasks of one person', `${base}/tasks?head=${person}&due=overdue&order=endDate_asc&perPage=20`],
    ['tasks of a project', `${base}/tasks?q_projId=${project}&order=number_asc&perPage=50`],
    ['activities of a project', `${base}/stories?q_projId=${project}&perPage=50`],
    ['board, 50 cards', `${base}/boards/${small}/tasks`],
    ['board, 5,000 cards', `${base}/boards/${large}/tasks`],
  ];
  const rows = [];
  for (const [name, path] of cases) rows.push([name, ...(await measure(`${server.url}${path}`, headers))]);
  printTable(['call', 'first, ms', 'p50, ms', 'p99, ms', 'rows', 'bytes', 'bytes per row'], rows);
} finally {
  await server?.stop();
  await database.close();
}

async function measure(url, headers) {
  const times = [];
  let bytes = 0;
  let rows = 0;
  for (let at = 0; at <= rounds; at++) {
    const began = performance.now();
    const reply = await fetch(url, { headers });
    const text = await reply.text();
    times.push(performance.now() - began);
    if (!reply.ok) throw new Error(`${url}: ${text}`);
    bytes = text.length;
    rows = JSON.parse(text).data.rows.length;
  }
  const [first, ...others] = times;
  others.sort((one, other) => one - other);
  const share = (part) => others[Math.floor((others.length - 1) * part)].toFixed(1);
  return [first.toFixed(1), share(0.5), share(0.99), rows, bytes, (bytes / rows).toFixed(0)];
}

/** Fills the demo's first tenant: projects with tasks and activities, and two boards with cards. */
async function fill(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await insertWork(client);
  } finally {
    await client.end();
  }
}

async function insertWork(client) {
  const started = Date.now();
  const id = async (text, values) => Number((await client.query(text, values)).rows[0].id);
  const tenant = await id(`select id from tenant where key = 'acme'`);
  const { rows: heads } = await client.query(
    `insert into app_user (tenant_id, name, email, is_user)
     select $1, 'Pessoa ' || n, 'bench' || n || '@exemplo.com', true from generate_series(1, $2::int) n returning id`,
    [tenant, people],
  );
  const ids = heads.map((row) => Number(row.id));
  const { rows: made } = await client.query(
    `insert into project (tenant_id, key, title, head_id, status_id, start_date, end_date, last_number)
     select $1, translate(lpad(to_hex(n), 5, '0'), '0123456789abcdef', 'QRSTUVWXYZABCDEF'), 'Projeto ' || n,
       ($3::bigint[])[1 + n % array_length($3::bigint[], 1)], 1 + n % 3, date '2026-01-01' + n % 300,
       date '2026-06-01' + n % 300, 1000
     from generate_series(1, $2::int) n returning id`,
    [tenant, projects, ids],
  );
  const projectIds = made.map((row) => Number(row.id));
  await client.query(
    `insert into story (tenant_id, project_id, number, title)
     select $1, p, 1000 + n, 'Atividade ' || n from unnest($2::bigint[]) p, generate_series(1, 10) n`,
    [tenant, projectIds],
  );
  await client.query(
    `insert into task (tenant_id, project_id, number, title, status_id, priority_id, head_id, start_date, end_date)
     select $1, ($3::bigint[])[1 + n % array_length($3::bigint[], 1)], 1 + n / array_length($3::bigint[], 1),
       'Tarefa ' || n, (array[1, 2, 3, 4, 4, 8])[1 + n % 6], 1 + n % 4, ($4::bigint[])[1 + n % array_length($4::bigint[], 1)],
       date '2026-01-01' + n % 300, date '2026-01-15' + n % 300
     from generate_series(1, $2::int) n`,
    [tenant, tasks, projectIds, ids],
  );
  const board = async (cards, at) => {
    const boardId = await id(`insert into board (tenant_id, title) values ($1, 'Bench') returning id`, [
      tenant,
    ]);
    const project = projectIds[at];
    await client.query(`insert into project_board (tenant_id, project_id, board_id) values ($1, $2, $3)`, [
      tenant,
      project,
      boardId,
    ]);
    await client.query(
      `with made as (
         insert into task (tenant_id, project_id, number, title, head_id)
         select $1, $2, 2000 + n, 'Cartão ' || n, ($5::bigint[])[1 + n % 20] from generate_series(1, $4::int) n
         returning id, tenant_id, number
       )
       insert into card_position (tenant_id, board_id, task_id, sprint_id, lane_id, pos)
       select tenant_id, $3, id, 0, 0, 'V' || lpad(number::text, 7, '0') from made`,
      [tenant, project, boardId, cards, ids],
    );
    return boardId;
  };
  const large = await board(5000, 0);
  const small = await board(50, 1);
  await client.query('vacuum analyze');
  say(`${projects} projects and ${tasks} tasks in ${Math.round((Date.now() - started) / 1000)} s`);
  return { project: projectIds[2], person: ids[0], large, small };
}

// Opens the data of an earlier release with this one. `node tests/bench/upgrade.mjs <folder>` takes the folder of an earlier
// release, built there (`node scripts/build.mjs`). The earlier one makes drafts, a scheduled publication, a message of a customer,
// operations and a saved filter on the embedded database, and answers every GET; this one answers them again on the same folder,
// and what differs is listed. `… <folder> postgres` does the same on PostgreSQL, then runs both on it at once, as during an upgrade:
// writes go to one and the other in turn, each operation is taken back through the other one, and both answer alike.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildApart } from '../../scripts/build.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { openApi } from './lib/api.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { deliver, textPost } from './lib/provider-posts.mjs';
import { signIn } from './lib/sign-in.mjs';
import { tokenSecret } from './lib/socket-people.mjs';
import { printTable } from './lib/table.mjs';

const earlier = resolve(process.argv[2] ?? '');
const kind = process.argv[3] ?? 'embedded';
/** Where a table keeps a filter that a person saved. */
const savedFilter = '/adm/v2/sec/me/preferences/table.admin-user.list';
/** Writes of each kind while both releases run. */
const writes = 50;
/** Fields whose values are others at each call: times of the call itself, and what a sign-in changes. */
const volatile =
  /^(lastLogin|lastSeen|lastSeenAt|expires|serverTime|now|requestId|uptime|seconds|milliseconds|sessionId|current)$/i;
/** Routes whose answers tell of the process or of the calls, not of the data. */
const unsettled =
  /\/(audit|health|metrics|diagnosis|session|sessions|failure|catalogue|presence|docs)(\/|$|\?)/;

if (process.argv[2] === undefined) throw new Error('name the folder of an earlier release that is built');
await buildApart();
const database = kind === 'postgres' ? await openBenchDatabase() : null;
const dataDir = mkdtempSync(join(tmpdir(), 'molde-upgrade-'));
const settings = {
  ...(database && { DATABASE_URL: database.url }),
  DATA_DIR: dataDir,
  TOKEN_SECRET: tokenSecret,
  RATE_LIMIT_PERSON: '0',
  RATE_LIMIT_ADDRESS: '0',
  RATE_LIMIT_TENANT: '0',
  RATE_LIMIT_PROVIDER: '0',
  LOG_LEVEL: 'error',
};
const startEarlier = () => startServer(settings, undefined, earlier);
const running = [];
const firstIds = new Map();

try {
  const old = await start(startEarlier);
  const paths = await prepare(old.url);
  const before = await answersOf(old.url, paths);
  await stop(old);
  const here = await start(() => startServer(settings));
  report('by this release', before, await answersOf(here.url, paths));
  if (database) await runBoth(here);
} finally {
  await Promise.all(running.map((server) => server.stop()));
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function start(work) {
  const server = await work();
  running.push(server);
  return server;
}

async function stop(server) {
  running.splice(running.indexOf(server), 1);
  await server.stop();
}

/** Makes what an upgrade has to keep. @returns the addresses of every GET, with ids of records that exist */
async function prepare(url) {
  const api = await openApi(url, 'admin');
  const { rows: boards } = await api('GET', '/handler/v2/agile/boards?perPage=1');
  const [{ id: boardId, projectIds }] = boards;
  await api('PUT', '/adm/v2/dash/1', { title: 'Pessoas, em rascunho' });
  await api('PUT', '/adm/v2/dash/2', { title: 'Matriz, mais tarde' });
  const at = new Date(Date.now() + 30 * 86_400_000).toISOString();
  await api('POST', '/adm/v2/dash/pub', { ids: [2], comment: '<p>Na virada</p>', at });
  const { id: widget } = await api('POST', '/adm/v2/widget', {
    title: 'Salvo antes',
    content: { body: [{ id: 'text', type: 'text', props: { text: 'antes' } }] },
  });
  await api('POST', `/adm/v2/widget/${widget}/publish`, { comment: '<p>Primeira</p>' });
  await api('PUT', `/adm/v2/widget/${widget}`, { title: 'Salvo antes, em rascunho' });
  const task = await api('POST', '/handler/v2/agile/tasks', { projectId: projectIds[0], title: 'Antes' });
  await api('POST', '/handler/v2/agile/comments', {
    parentType: 'task',
    parentId: task.id,
    body: '<p>Antes da troca</p>',
  });
  await api('POST', '/handler/v2/agile/tags', { boardId, title: 'antes' });
  await api('POST', `/handler/v2/agile/boards/${boardId}/cards/${task.id}/move`, {
    opId: randomUUID(),
    bucket: 'backlog',
  });
  await deliver(url, textPost('5511955550000', randomUUID(), 'Mensagem antes da troca'));
  await api('PUT', savedFilter, { value: { unit: '1' } });
  const token = await signIn(url, 'admin');
  const openApiOf = await fetch(`${url}/docs/json`, { headers: { authorization: `Bearer ${token}` } });
  const { paths } = await openApiOf.json();
  return [savedFilter, ...(await addressesOf(url, token, paths))];
}

/** The addresses of the GET routes. A parameter is the id of the first row that the list before it answers. */
async function addressesOf(url, token, paths) {
  const found = [];
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get || unsettled.test(path)) continue;
    const required = (get.parameters ?? []).filter((one) => one.in === 'query' && one.required);
    const query = new URLSearchParams();
    for (const { name, schema } of required)
      query.set(name, schema.enum?.[0] ?? (schema.type === 'string' ? 'task' : '1'));
    let address = path;
    for (const match of path.matchAll(/\{(\w+)\}/g)) {
      const list = path.slice(0, match.index).replace(/\/$/, '');
      address = address.replace(match[0], await firstId(url, token, list));
    }
    found.push(query.size > 0 ? `${address}?${query}` : address);
  }
  return found;
}

async function firstId(url, token, list) {
  if (!firstIds.has(list)) {
    const { body } = await call(url, token, 'GET', list);
    const [row] = body?.data?.rows ?? [];
    firstIds.set(list, String(row?.id ?? row?.dashId ?? row?.key ?? 1));
  }
  return firstIds.get(list);
}

async function call(url, token, method, path, payload, key = undefined) {
  const reply = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(key && { 'idempotency-key': key }),
      ...(payload && { 'content-type': 'application/json' }),
    },
    ...(payload && { body: JSON.stringify(payload) }),
  });
  const isJson = reply.headers.get('content-type')?.includes('json');
  return { status: reply.status, body: isJson ? await reply.json() : (await reply.arrayBuffer()).byteLength };
}

async function answersOf(url, paths) {
  const token = await signIn(url, 'admin');
  const answers = new Map();
  for (const path of paths) {
    const { status, body } = await call(url, token, 'GET', path);
    const text = JSON.stringify(body, (name, value) => (volatile.test(name) ? undefined : value));
    answers.set(path, `${status} ${text.replaceAll(url, '')}`);
  }
  return answers;
}

function report(name, before, after) {
  const ok = [...before].filter(([, answer]) => answer.startsWith('200')).length;
  const others = [...before].filter(([path, answer]) => after.get(path) !== answer);
  say(`${before.size} GET routes, ${ok} of them with 200; ${others.length} answer something else ${name}`);
  for (const [path, answer] of others) {
    const now = after.get(path);
    let at = 0;
    while (answer[at] === now[at]) at += 1;
    const around = (text) => text.slice(Math.max(0, at - 60), at + 60);
    say(`  ${path}\n    before …${around(answer)}…\n    now    …${around(now)}…`);
    process.exitCode = 1;
  }
}

/** Writes through both releases in turn, takes operations back through the other one, and compares what both answer. */
async function runBoth(here) {
  const old = await start(startEarlier);
  const sides = [here, old];
  const token = await signIn(here.url, 'admin');
  const api = await openApi(here.url, 'admin');
  const { rows: boards } = await api('GET', '/handler/v2/agile/boards?perPage=1');
  const [{ id: boardId, projectIds }] = boards;
  const task = await api('POST', '/handler/v2/agile/tasks', { projectId: projectIds[0], title: 'Durante' });
  const kinds = {
    people: (key) => ['POST', '/adm/v2/sec/user', { name: `Pessoa ${key}`, email: `${key}@upgrade.example` }],
    'access groups': (key) => ['POST', '/adm/v2/cas/agrp', { nomeGrupo: key }],
    tags: (key) => ['POST', '/handler/v2/agile/tags', { opId: key, boardId, title: key }],
    'titles of a task': (key) => ['PUT', `/handler/v2/agile/tasks/${task.id}`, { opId: key, title: key }],
    views: (key) => ['POST', '/adm/v2/dash', { title: key }],
  };
  const rows = [];
  for (const [name, of] of Object.entries(kinds)) {
    let [acknowledged, takenBack, wrong] = [0, 0, 0];
    for (let at = 0; at < writes; at += 1) {
      const key = randomUUID();
      const [method, path, payload] = of(key);
      const { status, body } = await call(sides[at % 2].url, token, method, path, payload, key);
      if (status >= 300) wrong += 1;
      else acknowledged += 1;
      if (wrong === 1 && status >= 300) say(`  ${name}: ${status} ${JSON.stringify(body)}`);
      if (payload.opId === undefined) continue;
      const undone = await call(sides[(at + 1) % 2].url, token, 'POST', `/handler/v2/agile/ops/${key}/undo`, {
        opId: randomUUID(),
      });
      if (undone.status < 300) takenBack += 1;
      else say(`  undo of ${name}: ${undone.status} ${JSON.stringify(undone.body)}`);
    }
    if (wrong > 0) process.exitCode = 1;
    rows.push([name, writes, acknowledged, takenBack]);
  }
  printTable(['writes', 'sent', 'acknowledged', 'taken back by the other'], rows);
  const paths = [
    '/adm/v2/sec/user?perPage=500',
    '/adm/v2/cas/agrp?perPage=500',
    '/adm/v2/dash?perPage=500',
    `/handler/v2/agile/boards/${boardId}`,
    `/handler/v2/agile/tasks/${task.id}`,
  ];
  report(
    'by the earlier release beside it',
    await answersOf(here.url, paths),
    await answersOf(old.url, paths),
  );
}

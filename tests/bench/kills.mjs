// Counts what becomes of writes while the server is ended by SIGKILL at random: people, access groups, moves of cards, messages of
// customers, publications, now and at a time, imports and mails. Each call is repeated with the same key until it is acknowledged, as
// our pages do. `node tests/bench/kills.mjs embedded [kills]` has one process on the embedded database, `… postgres [kills]` two
// processes on PostgreSQL, of which one is ended at a time. `… [kills] stop` stops a process for 10 s in place of ending it, as a
// machine does whose processor goes to others.
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { register } from 'tsx/esm/api';
import { buildApart } from '../../scripts/build.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { openApi } from './lib/api.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { deliver, textPost } from './lib/provider-posts.mjs';
import { signIn } from './lib/sign-in.mjs';
import { tokenSecret } from './lib/socket-people.mjs';
import { printTable } from './lib/table.mjs';

const kind = process.argv[2] ?? 'embedded';
const kills = Number(process.argv[3] ?? 20);
const isStop = process.argv[4] === 'stop';
const stopMs = 10_000;
/** Calls of each kind that wait for their acknowledgement at once. */
const writersPerKind = 2;
const rowsOfImport = 20;

/** From the call that schedules a publication until its time. */
const aheadMs = 30_000;
const published = `select substring(comment from '[0-9a-f-]{36}') as key, count(*) from definition_version
  where published_at is not null group by 1`;

/** Rows of each key. */
const queries = {
  people: `select split_part(email, '@', 1) as key, count(*) from app_user where email like '%@kills.example' group by 1`,
  'access groups': 'select name as key, count(*) from access_group group by 1',
  'moves of cards': 'select op_id::text as key, count(*) from op group by 1',
  'messages of customers':
    'select wamid as key, count(*) from support_message where wamid is not null group by 1',
  publications: published,
  'publications at a time': published,
  imports: `select split_part(code, '.', 1) as key, count(*) from organizational_unit where code is not null group by 1`,
  // A mail may tell of several tasks, and of one more than once.
  mails: `select key, count(*) from (
      select distinct id, m[1] as key from outbox_mail,
        regexp_matches(body_text, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') m) mail
    group by 1`,
};
/**
 * Publications at a time that did not happen and are in the list of failures for their administrator: kills used up the attempts of
 * their job. They are not lost.
 */
const givenUp = `select substring(p.comment from '[0-9a-f-]{36}') as key, count(*) from scheduled_publication p
  where p.state = 'failed' or exists (select from job j where j.kind = 'views.publish' and j.state = 'dead'
    and (j.payload ->> 'publicationId')::bigint = p.id) group by 1`;
class RefusedError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}
/** Views and times of the publications to come, by their key. */
const plans = new Map();

register();
const { sql } = await import('kysely');
const { withDatabase } = await import('../../src/server/testing/installation.ts');
await buildApart();
const database = kind === 'postgres' ? await openBenchDatabase() : null;
const dataDir = mkdtempSync(join(tmpdir(), 'molde-kills-'));
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
const servers = [];
await startAll();
const token = await signIn(servers[0].url, 'admin');
let [repeated, isOver] = [0, false];
let killing = Promise.resolve();

try {
  const work = await prepare();
  const began = performance.now();
  killing = killAtRandom();
  const acknowledged = Object.fromEntries(
    await Promise.all(Object.entries(work).map(async ([name, one]) => [name, await writeUntilOver(one)])),
  );
  await killing;
  const seconds = (performance.now() - began) / 1000;
  const stored = await countStored();
  say(`${kills} ${isStop ? 'stops' : 'kills'} in ${seconds.toFixed(0)} s, ${repeated} calls were repeated`);
  const rows = Object.entries(acknowledged).map(([name, keys]) => {
    const told = name === 'publications at a time' ? stored.givenUp : new Map();
    const counts = keys.filter((key) => !told.has(key)).map((key) => stored[name].get(key) ?? 0);
    const expected = name === 'imports' ? rowsOfImport : 1;
    const lost = counts.filter((count) => count < expected).length;
    const doubled = counts.filter((count) => count > expected).length;
    if (lost + doubled > 0) process.exitCode = 1;
    return [name, keys.length, keys.length - counts.length, lost, doubled];
  });
  printTable(['writes', 'acknowledged', 'among the failures', 'lost', 'doubled'], rows);
} finally {
  isOver = true;
  // A write that is refused ends the kills too, and is what went wrong.
  await killing.catch(() => {});
  await Promise.all(servers.map((server) => server.stop()));
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Starts one process, or two on PostgreSQL. */
async function startAll() {
  servers.length = 0;
  for (let count = database ? 2 : 1; count > 0; count -= 1) servers.push(await startServer(settings));
}

/** @returns for each kind of write a call that is given a key of its own */
async function prepare() {
  const api = await openApi(servers[0].url, 'admin');
  const manager = await openApi(servers[0].url, 'gestor');
  await manager('PUT', '/adm/v2/notifications/mail', { mail: 'gesture', hour: 8 });
  const { id: managerId } = await manager('GET', '/adm/v2/sec/me');
  const { rows: boards } = await api('GET', '/handler/v2/agile/boards?perPage=1');
  const [{ id: boardId, projectIds }] = boards;
  const [projectId] = projectIds;
  const backlog = [];
  for (let at = 0; at < 10; at += 1) {
    const card = await api('POST', '/handler/v2/agile/tasks', { projectId, title: `Cartão ${at}` });
    backlog.push(card.id);
  }
  // Repeated with its key, a move is of the same card.
  const cardOf = (key) => backlog[Number.parseInt(key.slice(0, 8), 16) % backlog.length];
  const screens = await Promise.all(
    Array.from({ length: writersPerKind }, (_, at) => createScreen(api, `kills-${at}`)),
  );
  return {
    people: (key) =>
      write('POST', '/adm/v2/sec/user', key, { name: `Pessoa ${key}`, email: `${key}@kills.example` }),
    'access groups': (key) => write('POST', '/adm/v2/cas/agrp', key, { nomeGrupo: key }),
    'moves of cards': (key) =>
      write('POST', `/handler/v2/agile/boards/${boardId}/cards/${cardOf(key)}/move`, key, {
        opId: key,
        bucket: 'backlog',
      }),
    'messages of customers': (key) =>
      deliver(anyServer().url, textPost(`55119${10_000_000 + randomInt(50)}`, key, `texto ${key}`)),
    publications: (key, writer) => publish(screens[writer], key),
    'publications at a time': (key) => schedule(key),
    imports: (key) => importUnits(key),
    mails: (key) =>
      write('POST', '/handler/v2/agile/tasks', key, {
        projectId,
        title: key,
        users: [managerId],
      }),
  };
}

function pick(list) {
  return list[randomInt(list.length)];
}

function anyServer() {
  return pick(servers);
}

/**
 * Sends a write once, to one of the servers.
 * @returns its data, or null when it has to be repeated
 * @throws for an answer that a repetition would not change
 */
async function send(method, path, key, payload) {
  const isForm = payload instanceof FormData;
  try {
    const reply = await fetch(anyServer().url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(payload && !isForm && { 'content-type': 'application/json' }),
      },
      ...(payload && { body: isForm ? payload : JSON.stringify(payload) }),
    });
    const answer = await reply.json();
    if (reply.ok) return answer.data ?? true;
    if (reply.status >= 500 || reply.status === 429) return null;
    throw new RefusedError(`${method} ${path}: ${reply.status} ${JSON.stringify(answer)}`, reply.status);
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    return null;
  }
}

async function write(method, path, key, payload) {
  return (await send(method, path, key, payload)) !== null;
}

async function createScreen(api, id) {
  const access = { screen: 'admin-user', verb: 'read' };
  const definition = { kind: 'screen', formatVersion: 2, id, path: `/${id}`, title: id, access, body: [] };
  await api('POST', '/adm/v2/def', { definition });
  return id;
}

/** Changes the screen's title to the key and publishes it with the key as its comment. */
async function publish(id, key) {
  const path = `/adm/v2/def/screen/${id}`;
  const found = await send('GET', `${path}?draft=1`, key);
  if (found === null) return false;
  let { version } = found;
  if (found.definition.title !== key) {
    const saved = await send('PUT', path, key, { definition: { ...found.definition, title: key }, version });
    if (saved === null) return false;
    ({ version } = saved);
  }
  return write('POST', `${path}/publish`, key, { comment: key, version });
}

/** Makes a view, and schedules its publication with the key as its comment. */
async function schedule(key) {
  const plan = plans.get(key) ?? {};
  plans.set(key, plan);
  plan.view ??= await send('POST', '/adm/v2/dash', key, { title: key });
  if (plan.view === null) return false;
  const ids = [plan.view.dashId];
  plan.at ??= new Date(Date.now() + aheadMs).toISOString();
  // A key belongs to one address.
  plan.key ??= randomUUID();
  try {
    return await write('POST', '/adm/v2/dash/pub', plan.key, { ids, comment: key, at: plan.at });
  } catch (error) {
    // Scheduled by a call whose answer was lost.
    if (/RULE_BROKEN/.test(error.message)) return true;
    // The time came before the server was back.
    if (error.status !== 400) throw error;
    plan.at = null;
    plan.key = randomUUID();
    return false;
  }
}

function importUnits(key) {
  const lines = Array.from({ length: rowsOfImport }, (_, at) => `Unidade ${at},${key}.${at},true`);
  const form = new FormData();
  form.set('mode', 'all');
  form.set('file', new File([['title,code,isActive', ...lines].join('\n')], 'unidades.csv'));
  return write('POST', '/adm/v2/ent/organizational-unit/-/import', key, form);
}

function isGoing() {
  return !isOver;
}

/** Writes until the kills are over. @returns the keys of what was acknowledged */
async function writeUntilOver(writeOne) {
  const keys = [];
  const writer = async (at) => {
    while (isGoing()) {
      const key = randomUUID();
      while (!(await writeOne(key, at))) {
        repeated += 1;
        await delay(200 + randomInt(300));
      }
      keys.push(key);
    }
  };
  await Promise.all(Array.from({ length: writersPerKind }, (_, at) => writer(at)));
  return keys;
}

async function killAtRandom() {
  for (let done = 1; done <= kills && isGoing(); done += 1) {
    await delay(randomInt(200, 2_500));
    const at = randomInt(servers.length);
    if (isStop) await stopFor(servers[at].pid, stopMs);
    else {
      process.kill(servers[at].pid, 'SIGKILL');
      await servers[at].stop();
      servers[at] = await startServer(settings);
    }
    if (done % 10 === 0) say(`${done} kills`);
  }
  isOver = true;
}

async function stopFor(pid, ms) {
  process.kill(pid, 'SIGSTOP');
  await delay(ms);
  process.kill(pid, 'SIGCONT');
}

/** Stops the servers when no mail and no message is left to process, and counts the rows of each key. */
async function countStored() {
  for (;;) {
    await delay(3_000);
    await Promise.all(servers.map((server) => server.stop()));
    const counts = await withDatabase({ PROFILE: 'demo', ...settings }, async ({ owner }) => {
      const read = async (text) => (await sql.raw(text).execute(owner)).rows;
      const [{ waiting }] = await read(
        // Not those that look after a chat in a quarter of an hour.
        `select (select count(*) from job where state <> 'dead' and run_at < now() + interval '1 minute'
            and kind not in (select name from cron_slot))
          + (select count(*) from support_webhook where processed_at is null) as waiting`,
      );
      if (Number(waiting) > 0) return null;
      const entries = Object.entries({ ...queries, givenUp }).map(async ([name, text]) => {
        const rows = await read(text);
        return [name, new Map(rows.map(({ key, count }) => [key, Number(count)]))];
      });
      return Object.fromEntries(await Promise.all(entries));
    });
    if (counts) return counts;
    await startAll();
  }
}

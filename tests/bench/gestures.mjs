// Waiting time of a person of one tenant while another tenant makes one gesture of the largest size that is taken:
// `node tests/bench/gestures.mjs [embedded|postgres]`. The embedded database has one connection, so that a gesture in one
// transaction keeps everybody waiting for as long as it takes.
import { randomUUID } from 'node:crypto';
import { buildApart } from '../../scripts/build.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { callHost, Neighbour } from './lib/neighbour.mjs';
import { signIn } from './lib/sign-in.mjs';
import { printTable } from './lib/table.mjs';

const kind = process.argv[2] ?? 'embedded';
const tasks = 2000;
const backlog = 5000;
const agile = '/handler/v2/agile';

await buildApart();
const database = kind === 'postgres' ? await openBenchDatabase() : null;
const unlimited = Object.fromEntries(
  ['PERSON', 'ADDRESS', 'TENANT', 'PROVIDER'].map((whose) => [`RATE_LIMIT_${whose}`, '0']),
);
const server = await startServer({
  ...(database && { DATABASE_URL: database.url }),
  ...unlimited,
  LOG_LEVEL: 'error',
});
const rows = [];
try {
  const authorization = `Bearer ${await signIn(server.url)}`;
  const neighbour = await Neighbour.enter(server.url, 20);

  const send = async (method, path, body, type) => {
    const sent = typeof body === 'object' ? JSON.stringify(body) : body;
    const reply = await callHost(server.url, 'localhost', { method, path, authorization, body: sent, type });
    if (reply.status > 299) throw new Error(`${method} ${path} was answered ${reply.status}: ${reply.text}`);
    return reply.text === '' ? null : JSON.parse(reply.text).data;
  };
  const sendFile = (path, fields, content) => {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = `--b\r\ncontent-disposition: form-data; name="file"; filename="f.csv"\r\n\r\n${content}\r\n--b--\r\n`;
    return send('POST', path, `${parts.join('')}${file}`, 'multipart/form-data; boundary=b');
  };
  const measure = async (name, work) => {
    const over = new AbortController();
    const calls = neighbour.callUntil(over.signal);
    const began = performance.now();
    try {
      return await work();
    } finally {
      const took = performance.now() - began;
      over.abort();
      rows.push([name, took.toFixed(0), (await calls).at(-1).toFixed(0)]);
    }
  };
  const undo = (name, opId) =>
    measure(`its undo: ${name}`, () => send('POST', `${agile}/ops/${opId}/undo`, { opId: randomUUID() }));

  await measure('nothing', () => send('GET', '/adm/v2/sec/me'));

  const { dashId } = await send('POST', '/adm/v2/dash', { title: 'Many', layout: [] });
  const bundle = JSON.parse(
    (
      await callHost(server.url, 'localhost', {
        method: 'GET',
        path: `/adm/v2/dash/export?ids=${dashId}`,
        authorization,
      })
    ).text,
  );
  const copies = Array.from({ length: 499 }, (_, at) => ({
    ...bundle.definitions[0],
    id: `dash-${70_000 + at}`,
  }));
  const file = JSON.stringify({ ...bundle, definitions: copies });
  const { definitions } = await measure('499 views imported', () =>
    sendFile('/adm/v2/dash/import', {}, file),
  );
  const views = definitions.slice(0, 50).map((one) => one.dashId);
  await measure('50 views checked', () => send('GET', `/adm/v2/dash/pub/check?ids=${views.join(',')}`));
  await measure('50 views published', () => send('POST', '/adm/v2/dash/pub', { ids: views, comment: 'x' }));

  for (const count of [1000, 5000]) {
    const lines = Array.from({ length: count }, (_, at) => `Unit ${count} ${at}`);
    await measure(`${count} units imported, all or none`, () =>
      sendFile('/adm/v2/ent/organizational-unit/-/import', { mode: 'all' }, ['title', ...lines].join('\n')),
    );
  }
  const units = await send('GET', '/adm/v2/ent/organizational-unit?perPage=100&text=Unit+5000&page=1');
  const ids = units.rows.map(({ id }) => id);
  await measure(`${ids.length} units changed`, () =>
    send('POST', '/adm/v2/ent/organizational-unit/-/bulk', { ids, set: { title: 'Changed' } }),
  );

  const board = await send('POST', `${agile}/boards`, { title: 'Many' });
  const project = await send('POST', `${agile}/projects`, {
    title: 'Many',
    summaryTitle: 'Many',
    startDate: '2026-11-02',
    endDate: '2026-12-02',
    boardIds: [board.id],
  });
  const add = (count = tasks) => {
    const titles = Array.from({ length: count }, (_, at) => `Task ${at}`);
    return sendFile(`${agile}/tasks/-/import`, { projectId: project.id }, ['title', ...titles].join('\n'));
  };
  const { opId } = await measure(`${tasks} tasks imported`, () => add());
  await undo('tasks imported', opId);
  await add();
  const copy = await measure(`project of ${tasks} tasks copied`, () =>
    send('POST', `${agile}/projects/${project.id}/duplicate`, { title: 'Copy', opId: randomUUID() }),
  );
  await undo('project copied', copy.opId);

  for (let left = backlog - tasks; left > 0; left -= tasks) await add(Math.min(left, tasks));
  const other = await send('POST', `${agile}/boards`, { title: 'Other' });
  const show = (boardIds) => send('PUT', `${agile}/projects/${project.id}`, { boardIds });
  await measure(`a backlog of ${backlog} cards comes to a board`, () => show([board.id, other.id]));
  await measure('the board is read', () => send('GET', `${agile}/boards/${other.id}/tasks?sprintId=0`));
  await measure('and the backlog leaves it', () => show([board.id]));
  const { rows: cards } = await send('GET', `${agile}/boards/${board.id}/tasks?sprintId=0`);
  const removed = { opId: randomUUID(), ids: cards.slice(0, 500).map(({ id }) => id), delete: true };
  await measure('500 cards removed', () => send('POST', `${agile}/tasks/-/bulk`, removed));
  await undo('cards removed', removed.opId);
  printTable(['gesture', 'took, ms', 'neighbour: longest, ms'], rows);
} finally {
  await server.stop();
  await database?.close();
}

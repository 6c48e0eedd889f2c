// Measures files: an upload in constant memory, and a large import and export with a list beside them:
// `node tests/bench/files.mjs [megabytes] [rows] [embedded|postgres]`.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { register } from 'tsx/esm/api';
import { buildApart } from '../../scripts/build.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { memoryOf, openBenchDatabase, resetPeak } from './lib/load.mjs';
import { signIn } from './lib/sign-in.mjs';
import { printTable } from './lib/table.mjs';

const megabytes = Number(process.argv[2] ?? 1024);
const rows = Number(process.argv[3] ?? 100_000);
const kind = process.argv[4] ?? 'embedded';
const MB = 1_048_576;
const PAUSE_MS = 50;

register();
const { cnpjOf } = await import('../../src/contracts/formats.ts');
await buildApart();
const database = kind === 'postgres' ? await openBenchDatabase() : null;
let server;
try {
  server = await startServer({
    LOG_LEVEL: 'error',
    RATE_LIMIT_PERSON: '0',
    RATE_LIMIT_ADDRESS: '0',
    FILE_MAX_MB: String(megabytes + 1),
    ...(database ? { DATABASE_URL: database.url } : {}),
  });
  const headers = { authorization: `Bearer ${await signIn(server.url)}` };
  const lines = [];
  const measure = async (name, work) => {
    resetPeak(server.pid);
    const before = memoryOf(server.pid);
    const probe = probing(server.url, headers);
    const began = performance.now();
    const note = await work(headers);
    const seconds = (performance.now() - began) / 1000;
    const { p50, p99, longest } = await probe.stop();
    const { peak } = memoryOf(server.pid);
    lines.push([
      name,
      seconds.toFixed(1),
      Math.round(before.now),
      Math.round(peak),
      p50,
      p99,
      longest,
      note ?? '',
    ]);
    say(lines.at(-1).join(' | '));
  };
  await measure('nothing', () => delay(5000));
  let id;
  await measure(`upload, ${megabytes} MB`, async () => {
    id = await upload(server.url, headers);
  });
  await measure(`download, ${megabytes} MB`, () => download(server.url, headers, id));
  const csv = Buffer.from(
    [
      'name,cnpj',
      ...Array.from({ length: rows }, (_, at) => `Firma ${at},${cnpjOf(400_000_000_000 + at)}`),
    ].join('\n'),
  );
  await measure(`import, ${rows} rows`, () => importRows(server.url, headers, csv));
  for (const format of ['csv', 'xlsx'])
    await measure(`export, ${rows} rows, ${format}`, () => exportRows(server.url, headers, format));
  printTable(
    ['work', 'seconds', 'RSS before, MB', 'peak, MB', 'list p50, ms', 'p99, ms', 'longest, ms', ''],
    lines,
  );
} finally {
  await server?.stop();
  await database?.close();
}

/** Asks for a page of a list again and again, as a person beside the work would. */
function probing(url, headers) {
  const waits = [];
  const state = { isStopped: false };
  const running = (async () => {
    while (!state.isStopped) {
      const began = performance.now();
      const reply = await fetch(`${url}/adm/v2/sec/user?perPage=50`, { headers });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`the list answered ${reply.status}`);
      waits.push(performance.now() - began);
      await delay(PAUSE_MS);
    }
  })();
  return {
    async stop() {
      state.isStopped = true;
      await running;
      waits.sort((left, right) => left - right);
      const at = (part) => Math.round(waits[Math.min(waits.length - 1, Math.floor(waits.length * part))]);
      return { p50: at(0.5), p99: at(0.99), longest: Math.round(waits.at(-1)) };
    },
  };
}

async function upload(url, headers) {
  const { hostname, port } = new URL(url);
  const call = request({
    host: hostname,
    port,
    method: 'POST',
    path: '/adm/v2/files',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
  });
  const answered = once(call, 'response');
  call.write('--b\r\ncontent-disposition: form-data; name="file"; filename="large.bin"\r\n\r\n');
  const hash = createHash('sha256');
  const block = Buffer.alloc(MB, 'molde');
  for (let at = 0; at < megabytes; at += 1) {
    hash.update(block);
    if (!call.write(block)) await once(call, 'drain');
  }
  call.end('\r\n--b--\r\n');
  const [reply] = await answered;
  let text = '';
  for await (const chunk of reply) text += chunk;
  const { data } = JSON.parse(text);
  if (data?.sha256 !== hash.digest('hex')) throw new Error(`the upload failed: ${text.slice(0, 300)}`);
  return data.id;
}

async function download(url, headers, id) {
  const reply = await fetch(`${url}/adm/v2/files/${id}`, { headers });
  let bytes = 0;
  for await (const chunk of reply.body) bytes += chunk.length;
  if (bytes !== megabytes * MB) throw new Error(`${bytes} bytes came back`);
}

async function importRows(url, headers, csv) {
  const form = new FormData();
  form.append('background', 'true');
  form.append('file', new Blob([csv], { type: 'text/csv' }), 'rows.csv');
  const reply = await fetch(`${url}/adm/v2/ent/company/-/import`, { method: 'POST', headers, body: form });
  const { report } = await ended(url, headers, (await reply.json()).data.transfer);
  if (report.created !== rows) throw new Error(`${report.created} rows were created`);
}

async function exportRows(url, headers, format) {
  const reply = await fetch(`${url}/adm/v2/ent/company/-/export`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ format }),
  });
  const { fileId } = await ended(url, headers, (await reply.json()).data.transfer);
  const file = await fetch(`${url}/adm/v2/files/${fileId}`, { headers });
  return `${((await file.arrayBuffer()).byteLength / 1e6).toFixed(1)} MB`;
}

async function ended(url, headers, id) {
  for (;;) {
    const { data } = await (await fetch(`${url}/adm/v2/transfer/${id}`, { headers })).json();
    if (data.ended && data.state !== 'done') throw new Error(`${data.state}: ${data.message}`);
    if (data.ended) return data;
    await delay(200);
  }
}

import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { ownTask } from '../threads/processor-time.ts';

/** Data that the thread is started with. */
export interface WorkerSettings {
  /** Folder of the cluster; null for a database in memory. */
  folder: string | null;
  /** Dump that a database in memory starts from; null for an empty cluster. */
  template: Uint8Array<ArrayBuffer> | null;
}

export type WorkerRequest =
  | { kind: 'protocol'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'dump' }
  | { kind: 'memory' }
  | { kind: 'close' };

/** Memory of the embedded database, in bytes: its own (shared buffers, its folder's cache), and its thread's JavaScript. */
export interface DatabaseMemory {
  database: number;
  threadHeap: number;
  threadBuffers: number;
}

/** `panic` is sent without a request: the database has aborted and answers nothing any more. */
export type WorkerReply =
  | { kind: 'ready'; task: string | null }
  | { kind: 'protocol'; bytes: Uint8Array }
  | { kind: 'dump'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'memory'; memory: DatabaseMemory }
  | { kind: 'closed' }
  | { kind: 'failed'; reason: string }
  | { kind: 'panic'; reason: string };

/**
 * Thread of the embedded database: a running statement does not block the main loop, and a statement without end can be
 * ended with the thread. Requests and replies carry PostgreSQL's wire protocol.
 */
const port = parentPort;
if (!port) throw new Error('pglite-worker runs as a worker thread only');
const settings = workerData as WorkerSettings;
const reply = (message: WorkerReply, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
// Emscripten sets the mode of each file that it creates, 0644 or 0666 for some, whatever the mask of the process is.
const { chmodSync } = fs;
fs.chmodSync = (path, mode) => chmodSync(path, Number(mode) & 0o700);

/** The last line with which PostgreSQL gave up; PGlite's own error does not contain it. */
let fatal: string | null = null;

try {
  const db = await PGlite.create({
    ...(settings.folder === null ? {} : { dataDir: settings.folder }),
    ...(settings.template === null ? {} : { loadDataDir: new Blob([settings.template]) }),
    extensions: { pg_trgm, unaccent },
    onStderr(line) {
      fatal = /(?:FATAL|PANIC): +(.*)/.exec(line)?.[1] ?? fatal;
      // Reported at once: after a PANIC the call in progress may loop for ever.
      if (/PANIC: |^Aborted\(/.test(line)) reply({ kind: 'panic', reason: fatal ?? line });
      return false;
    },
  });
  port.on('message', (request: WorkerRequest) => {
    void handle(db, request).catch(replyFailure);
  });
  reply({ kind: 'ready', task: ownTask() });
} catch (error) {
  replyFailure(error);
}

function replyFailure(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  reply({ kind: 'failed', reason: fatal === null ? reason : `${reason}: ${fatal}` });
}

async function handle(db: PGlite, request: WorkerRequest): Promise<void> {
  switch (request.kind) {
    case 'protocol': {
      const bytes = await exchange(db, request.bytes);
      reply({ kind: 'protocol', bytes }, [bytes.buffer]);
      return;
    }
    case 'dump': {
      const dump = new Uint8Array(await (await db.dumpDataDir('gzip')).arrayBuffer());
      reply({ kind: 'dump', bytes: dump }, [dump.buffer]);
      return;
    }
    case 'memory': {
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      reply({
        kind: 'memory',
        memory: { database: db.Module.HEAPU8.length, threadHeap: heapUsed, threadBuffers: arrayBuffers },
      });
      return;
    }
    case 'close':
      await db.close();
      reply({ kind: 'closed' });
      return;
  }
}

/**
 * Runs protocol messages and returns the answer's bytes. `execProtocolRaw` would also parse each answer and append its
 * messages to a list that only PGlite's own query methods empty, so the thread would grow with every row it sends.
 */
async function exchange(db: PGlite, messages: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  await db.execProtocolRawStream(messages, {
    syncToFs: false,
    // A chunk is a view of the database's memory, which the next one overwrites.
    onRawData: (chunk) => chunks.push(chunk.slice()),
  });
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

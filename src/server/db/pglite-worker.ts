import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import type { FromWorker, ToWorker, WorkerSettings } from './pglite-messages.ts';

/**
 * The thread the embedded database lives in: the main loop stays free while a statement runs, and a statement that
 * never ends can be ended with its thread. It speaks PostgreSQL's wire protocol, bytes in and bytes out.
 */
const port = parentPort;
if (!port) throw new Error('pglite-worker runs as a worker thread only');
const settings = workerData as WorkerSettings;
const say = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

try {
  const db = await PGlite.create({
    ...(settings.folder === null ? {} : { dataDir: settings.folder }),
    ...(settings.template === null ? {} : { loadDataDir: new Blob([settings.template]) }),
    extensions: { pg_trgm, unaccent },
  });
  port.on('message', (message: ToWorker) => {
    void answer(db, message).catch((error: unknown) => {
      say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
    });
  });
  say({ kind: 'ready' });
} catch (error) {
  say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
}

async function answer(db: PGlite, message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'protocol': {
      const bytes = await exchange(db, message.bytes);
      say({ kind: 'protocol', bytes }, [bytes.buffer]);
      return;
    }
    case 'dump': {
      const dump = new Uint8Array(await (await db.dumpDataDir('gzip')).arrayBuffer());
      say({ kind: 'dump', bytes: dump }, [dump.buffer]);
      return;
    }
    case 'memory': {
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      say({
        kind: 'memory',
        memory: { database: db.Module.HEAPU8.length, threadHeap: heapUsed, threadBuffers: arrayBuffers },
      });
      return;
    }
    case 'close':
      await db.close();
      say({ kind: 'closed' });
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

import { parentPort } from 'node:worker_threads';
import { jobs, type JobName } from './definition-jobs.ts';

/** The thread in which what tenants wrote is read, checked and evaluated: it has limits, and may be ended. */
const port = parentPort;
if (!port) throw new Error('definition-worker runs as a worker thread only');

// What runs here can't change what others of this thread find.
Object.freeze(Object.prototype);

// Everything that a check needs is loaded and has run once, before the time of anybody's job is taken.
const small = { kind: 'form', formatVersion: 1, id: 'a', schema: { type: 'object', properties: {} } };
const checks = [{ fails: { $expr: '$contains("a", /a/)' }, message: 'a' }];
await jobs.inspect({ text: JSON.stringify({ ...small, ui: { sections: [] }, checks }) });

port.on('message', ({ name, input }: { name: JobName; input: never }) => {
  jobs[name](input).then(
    (answer) => port.postMessage({ answer }),
    (error: unknown) =>
      port.postMessage({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
port.postMessage({ ready: true });

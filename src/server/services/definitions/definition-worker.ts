import { parentPort } from 'node:worker_threads';
import { limitSteps } from '../../../engine/core/index.ts';
import { jobs, type JobName } from './definition-jobs.ts';
import { noFragments } from './inspect.ts';

/** The worker thread that parses, validates and evaluates tenants' definitions, and that may be terminated at any time. */
const port = parentPort;
if (!port) throw new Error('definition-worker runs as a worker thread only');

// Code that runs here must not change the prototypes that other jobs use.
Object.freeze(Object.prototype);

// A first job loads and runs everything that a check needs, before the time of a job is measured.
const small = { kind: 'form', formatVersion: 2, id: 'a', schema: { type: 'object', properties: {} } };
const checks = [{ fails: { $expr: '$contains("a", /a/)' }, message: 'a' }];
await jobs.inspect({
  text: JSON.stringify({ ...small, ui: { sections: [] }, checks }),
  catalogue: null,
  fragments: noFragments,
  paths: null,
});

/** Steps of all constant expressions of one document, which a check evaluates. */
const JOB_STEPS = 1_000_000;

port.on('message', ({ name, input }: { name: JobName; input: never }) => {
  limitSteps(JOB_STEPS);
  jobs[name](input).then(
    (answer) => port.postMessage({ answer }),
    (error: unknown) =>
      port.postMessage({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
port.postMessage({ ready: true });

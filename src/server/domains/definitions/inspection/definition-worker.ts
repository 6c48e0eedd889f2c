import { limitSteps } from '../../../../engine/core/index.ts';
import { countProgress, serveWork } from '../../../threads/thread-work.ts';
import { jobs, type JobName } from './definition-jobs.ts';
import { noFragments } from './inspect.ts';

/** The thread that parses, validates and evaluates tenants' definitions, and that may be ended at any time. */
// Code that runs here must not change the prototypes that other jobs use.
Object.freeze(Object.prototype);

// A first job loads and runs everything that a check needs, before a job is measured.
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

serveWork(({ name, input }: { name: JobName; input: never }): Promise<unknown> => {
  limitSteps(JOB_STEPS, countProgress);
  return jobs[name](input);
});

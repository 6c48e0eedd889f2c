import type { Access } from '../../../../contracts/access.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { DiagnosticCode, EntityDocument } from '../../../../engine/core/index.ts';
import { AppError } from '../../../kernel/errors.ts';
import { startThread } from '../../../threads/start-thread.ts';
import { GuardedThread, Stopped } from '../../../threads/guarded-thread.ts';
import type { JobName, Jobs, Prepared } from './definition-jobs.ts';
import type { Copy } from '../store/entry.ts';
import { noFragments, uninspected, type FragmentTexts, type Inspection } from './inspect.ts';
import { inspectionKey, KeptInspections } from './kept-inspections.ts';
import { Sandbox } from './sandbox.ts';

export const definitionWorkerLimits = {
  /** Processor time of a job between two expressions, whose steps are limited. The largest documents take a tenth of it. */
  processorMs: 20_000,
  maxPending: 64,
  maxPendingPerTenant: 8,
  memoryMb: 192,
} as const;

const sandbox = new Sandbox(
  () =>
    new GuardedThread(
      (progress) =>
        startThread('definition-worker', {
          workerData: { progress },
          resourceLimits: {
            maxOldGenerationSizeMb: definitionWorkerLimits.memoryMb,
            maxYoungGenerationSizeMb: 32,
          },
        }),
      { processorMs: definitionWorkerLimits.processorMs, everyMs: 1000 },
    ),
  definitionWorkerLimits,
);

const kept = new KeptInspections();

/**
 * Runs all work on tenants' definitions in a thread that is ended when it needs too much memory or makes no progress. Each
 * process has one, which starts with the first job.
 */
export const definitionWorker = {
  /**
   * Inspects a document. That its thread was ended is a diagnostic of the document.
   * @param catalogue JSON of the routes that its calls are checked against; null checks none.
   * @param paths of all other screens, that its links are checked against; null checks none.
   */
  async inspect(
    tenantId: number,
    text: string,
    catalogue: string | null,
    fragments: FragmentTexts = noFragments,
    paths: readonly string[] | null = null,
  ): Promise<Inspection> {
    const input = { text, catalogue, fragments, paths };
    const key = inspectionKey(tenantId, input);
    const known = kept.get(key);
    if (known !== null) return known;
    try {
      const inspection = await run(tenantId, 'inspect', input);
      kept.add(key, inspection);
      return inspection;
    } catch (error) {
      return stopped(error);
    }
  },

  /** Stamps a document with its widgets' versions, as it is stored, and inspects it. */
  async prepare(
    tenantId: number,
    text: string,
    catalogue: string,
    fragments: FragmentTexts,
    paths: readonly string[],
  ): Promise<Prepared> {
    const input = { text, catalogue, fragments, paths };
    try {
      const prepared = await run(tenantId, 'prepare', input);
      // The stored document is read back, and asks for the inspection that was just made.
      kept.add(inspectionKey(tenantId, { ...input, text: prepared.text }), prepared.inspection);
      return prepared;
    } catch (error) {
      return { text, inspection: stopped(error) };
    }
  },

  /** Merges both sides of a document and inspects the result. */
  async merge(
    tenantId: number,
    sides: { base: JsonObject; mine: JsonObject; theirs: JsonObject },
    catalogue: string,
    fragments: FragmentTexts,
    paths: readonly string[],
  ): Promise<Jobs['merge']['answer']> {
    const { base, mine, theirs } = sides;
    const input = {
      base: JSON.stringify(base),
      mine: JSON.stringify(mine),
      theirs: JSON.stringify(theirs),
      catalogue,
      fragments,
      paths,
    };
    try {
      return await run(tenantId, 'merge', input);
    } catch (error) {
      return { changes: [], conflicts: [], text: input.mine, inspection: stopped(error) };
    }
  },

  /** Puts the content of fragments into a document. @throws AppError TIMED_OUT */
  async expand(
    tenantId: number,
    text: string,
    fragments: FragmentTexts,
    entities: readonly EntityDocument[],
  ): Promise<string> {
    return orTimedOut(run(tenantId, 'expand', { text, fragments, entities }));
  },

  /** Prunes a document to the rules given as allowed, and resolves the entities of its sources and forms. @throws AppError TIMED_OUT */
  async copy(tenantId: number, text: string, allowed: Access[]): Promise<Copy> {
    return orTimedOut(run(tenantId, 'copy', { text, allowed }));
  },

  close: () => sandbox.close(),
};

async function orTimedOut<Answer>(job: Promise<Answer>): Promise<Answer> {
  try {
    return await job;
  } catch (error) {
    if (error instanceof Stopped) throw new AppError('TIMED_OUT', { cause: error });
    throw error;
  }
}

async function run<Name extends JobName>(
  tenantId: number,
  name: Name,
  input: Jobs[Name]['input'],
): Promise<Jobs[Name]['answer']> {
  // The worker answers each job with its handler's result.
  return (await sandbox.run(tenantId, { name, input })) as Jobs[Name]['answer'];
}

/** Converts a terminated job into an inspection with a diagnostic of the document. @throws any error that the document did not cause */
function stopped(error: unknown): Inspection {
  if (!(error instanceof Stopped) || error.reason === 'failed') throw error;
  const code: DiagnosticCode = error.reason === 'still' ? 'check-time' : 'check-memory';
  const limit =
    error.reason === 'still' ? definitionWorkerLimits.processorMs / 1000 : definitionWorkerLimits.memoryMb;
  return { ...uninspected, diagnostics: [{ pointer: '', code, values: { limit }, severity: 'error' }] };
}

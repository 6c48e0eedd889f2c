import { AppError } from '../../../kernel/errors.ts';
import { definitionWorker } from '../inspection/worker-client.ts';

/**
 * Test support: waits until the definition worker is ready. From the sources, on a busy machine, its start may take longer
 * than a job may wait.
 */
export async function startDefinitionWorker(): Promise<void> {
  for (;;) {
    try {
      await definitionWorker.inspect(0, '{}', null);
      return;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
}

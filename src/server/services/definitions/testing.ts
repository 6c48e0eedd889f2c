import { AppError } from '../../kernel/errors.ts';
import { definitionWorker } from './workshop.ts';

/**
 * Test support: waits until the thread of definitions is there. From the sources, on a busy machine, that may take longer
 * than a caller is let wait.
 */
export async function startDefinitionWorker(): Promise<void> {
  for (;;) {
    try {
      await definitionWorker.inspect(0, '{}');
      return;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
}

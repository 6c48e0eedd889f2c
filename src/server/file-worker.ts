import { countProgress, serveWork, want } from './threads/thread-work.ts';
import { AppError } from './kernel/errors.ts';
import { FileRefusal } from './kernel/reading/limits.ts';
import type { ReaderName, ReadingStep, ReadingWork, WantedBytes } from './kernel/reading/reading-work.ts';
import type { FileSource } from './kernel/reading/source.ts';

/** The thread that parses files which people upload. It reads one at a time, a step whenever it is asked for one. */

type Reader = (source: FileSource, options: never) => AsyncGenerator<unknown, unknown>;

/** Readers are loaded with the first file that needs them. */
const readers = {
  table: async () => (await import('./kernel/reading/table.ts')).readTableRows,
  trello: async () => (await import('./domains/agile/import/trello.ts')).readTrello,
  recording: async () => (await import('./domains/support/whatsapp/read-recording.ts')).readRecording,
  views: async () => (await import('./domains/views/view/read-bundle.ts')).readBundle,
} satisfies Record<ReaderName, () => Promise<Reader>>;

let reading: AsyncGenerator<unknown, unknown> | null = null;

serveWork(async (work: ReadingWork): Promise<ReadingStep> => {
  try {
    if ('read' in work) {
      const reader: Reader = await readers[work.read]();
      countProgress();
      const source: FileSource = {
        bytes: work.bytes,
        read: async (from, to) => (await want({ from, to } satisfies WantedBytes)) as Uint8Array,
      };
      reading = reader(source, work.options as never);
    }
    for (;;) {
      const step = await reading!.next();
      countProgress();
      if (step.done) return { end: step.value ?? null };
      if (!('next' in work) || work.next === 'step') return { item: step.value };
    }
  } catch (error) {
    if (error instanceof AppError) {
      const { cause: _cause, ...options } = error.options;
      return { refused: { code: error.code, options } };
    }
    if (!(error instanceof FileRefusal)) throw error;
    const { params } = error;
    const key = `errors.import.${error.key}`;
    const errors = [{ path: '/file', key, params }];
    return { refused: { code: 'VALIDATION_FAILED', options: { message: key, params, errors } } };
  }
});

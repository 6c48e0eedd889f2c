import { invalid } from '../../../kernel/errors.ts';
import type { FileSource } from '../../../kernel/reading/source.ts';
import { toOggOpus } from './ogg-opus.ts';
import { WebmError } from './webm-opus.ts';

/**
 * Reads a recording of a browser, for the thread that reads files, and puts it into the container that the provider takes. Its
 * size was checked before: all of it is in the thread's memory.
 * @throws AppError VALIDATION_FAILED for other content
 */
export async function* readRecording(source: FileSource): AsyncGenerator<Uint8Array, null> {
  const webm = await source.read(0, source.bytes);
  try {
    yield toOggOpus(webm);
  } catch (error) {
    if (!(error instanceof WebmError)) throw error;
    throw invalid([{ path: '/MEDIA_FILE', key: 'errors.support.recording' }]);
  }
  return null;
}

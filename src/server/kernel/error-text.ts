import { redact } from './redact.ts';
import { storable } from './unstorable.ts';

/** Characters of a reason that is kept. */
const MOST = 1000;

/**
 * Text of an error, as it is kept with what failed: without secrets, of limited length, and storable, since parsers quote what
 * they were given and other servers say what they like.
 */
export function errorText(error: unknown): string {
  const { message = '', name = '' } = error instanceof Error ? error : { message: String(error) };
  return storable(redact(message || name).slice(0, MOST));
}

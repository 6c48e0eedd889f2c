import { errorText } from './error-text.ts';
import { PermanentFailure } from './job.ts';

/**
 * A server that somebody configured (a mail server, a provider) cannot be used, or refused what it was asked for. It is no fault of
 * this one, so a log has its reason in one line, and who configured it is told.
 */
export class OutsideError extends Error {}

/** Entry of a log for a failure: the reason alone for one that is no fault of this server, else the error with its stack. */
export function loggable(error: unknown): { reason: string } | { err: unknown } {
  const outside = outsideOf(error);
  if (outside) return { reason: reasonOf(outside) };
  if (error instanceof PermanentFailure && error.cause === undefined) return { reason: errorText(error) };
  return { err: error };
}

function outsideOf(error: unknown): OutsideError | null {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof OutsideError) return one;
  return null;
}

/** The message, with the system's code of what it came from, such as ENOTFOUND. */
function reasonOf(error: OutsideError): string {
  const text = errorText(error).replace(/\s+/g, ' ');
  for (let one = error.cause; one instanceof Error; one = one.cause)
    if ('code' in one && typeof one.code === 'string' && !text.includes(one.code))
      return `${text} (${one.code})`;
  return text;
}

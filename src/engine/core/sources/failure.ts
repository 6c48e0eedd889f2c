import { AddressError } from '../language/address.ts';
import type { HostFailure } from '../contract.ts';
import { ExpressionError } from '../expressions/errors.ts';
import type { Texts } from '../language/texts.ts';

function isHostFailure(error: unknown): error is HostFailure {
  return (
    typeof error === 'object' &&
    error !== null &&
    typeof (error as Partial<HostFailure>).code === 'string' &&
    typeof (error as Partial<HostFailure>).message === 'string' &&
    typeof (error as Partial<HostFailure>).status === 'number'
  );
}

/** Characters of an address in a message. */
const shownAddress = 100;

/** Creates a failure raised by the engine, with a translated message; onError steps distinguish failures by `code`. */
export function engineFailure(
  texts: Texts,
  code: string,
  key: string,
  values: Record<string, unknown> = {},
): HostFailure {
  return { code, status: 0, message: texts.translate(key, values) ?? key, errors: [] };
}

/**
 * Converts any thrown value to a HostFailure. Errors without a server reply (a missing reference, a failing
 * expression) get a translated message; the caller logs the original.
 */
export function toFailure(error: unknown, texts: Texts): HostFailure {
  if (isHostFailure(error)) {
    return { ...error, errors: Array.isArray(error.errors) ? error.errors : [] };
  }
  if (error instanceof ExpressionError) {
    return engineFailure(texts, 'CLIENT', 'failures.expression', { ...error.textPosition });
  }
  if (error instanceof AddressError) {
    const address = error.address.slice(0, shownAddress);
    return error.reference === ''
      ? engineFailure(texts, 'CLIENT', 'failures.address', { address })
      : engineFailure(texts, 'CLIENT', 'failures.addressReference', { address, reference: error.reference });
  }
  return engineFailure(texts, 'CLIENT', 'failures.action');
}

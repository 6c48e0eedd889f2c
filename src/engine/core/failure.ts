import type { HostFailure } from './contract.ts';
import { ExpressionError } from './expressions/errors.ts';
import type { Texts } from './texts.ts';

function isHostFailure(error: unknown): error is HostFailure {
  return (
    typeof error === 'object' &&
    error !== null &&
    typeof (error as Partial<HostFailure>).code === 'string' &&
    typeof (error as Partial<HostFailure>).message === 'string' &&
    typeof (error as Partial<HostFailure>).status === 'number'
  );
}

/** A failure of our own making with words for the person; `code` is what onError tells it by. */
export function ownFailure(
  texts: Texts,
  code: string,
  key: string,
  values: Record<string, unknown> = {},
): HostFailure {
  return { code, status: 0, message: texts.translate(key, values) ?? key, errors: [] };
}

/**
 * Anything thrown as the one shape of failure. What is not a server's answer (a missing reference, an expression that
 * fails) is ours: it gets a text of ours, its own words go to the log.
 */
export function toFailure(error: unknown, texts: Texts): HostFailure {
  if (isHostFailure(error)) {
    return { ...error, errors: Array.isArray(error.errors) ? error.errors : [] };
  }
  if (error instanceof ExpressionError) {
    return ownFailure(texts, 'CLIENT', 'errors.expression', { ...error.textPosition });
  }
  return {
    code: 'CLIENT',
    status: 0,
    message: texts.translate('errors.action') ?? 'errors.action',
    errors: [],
  };
}

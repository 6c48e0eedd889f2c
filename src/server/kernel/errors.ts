import { errorStatus, type ErrorCode, type Failure, type FieldFault } from '../../contracts/errors.ts';
import type { Language } from '../../contracts/language.ts';
import { text } from './texts.ts';

/** A fault whose text is a key of locales/, looked up when the caller's language is known. */
export interface KeyedFault {
  /** JSON pointer into the input. */
  path: string;
  key: string;
  params?: Record<string, string | number>;
}

export interface AppErrorOptions {
  /** Key of a more exact text than the code's own. */
  message?: string;
  params?: Record<string, string | number>;
  faults?: readonly (FieldFault | KeyedFault)[];
  /** Sent as the envelope's `data`, e.g. the current row of a VERSION_CONFLICT. */
  data?: unknown;
  /** Seconds, for the Retry-After header. */
  retryAfter?: number;
  cause?: unknown;
}

/** The one error a handler throws on purpose; the kernel makes the failure envelope of it. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly options: AppErrorOptions;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** A row that is not there, for this tenant: made-up ids and other tenants' ids are the same. */
export const notFound = (): AppError => new AppError('NOT_FOUND');

/** A rule of the product forbids it. @param message key of locales/errors.json. */
export const ruleBroken = (message: string, options: AppErrorOptions = {}): AppError =>
  new AppError('RULE_BROKEN', { ...options, message });

/** Faults of single fields, found beyond what the schema can say. */
export const invalid = (faults: readonly (FieldFault | KeyedFault)[]): AppError =>
  new AppError('VALIDATION_FAILED', { faults });

/** The failure envelope in the caller's language. */
export function failureOf(error: AppError, lang: Language): Failure {
  const { message, params, faults, data } = error.options;
  return {
    success: false,
    message: text(lang, message ?? `errors.${error.code}`, params),
    code: error.code,
    ...(faults && faults.length > 0
      ? {
          errors: faults.map((fault) =>
            'key' in fault ? { path: fault.path, message: text(lang, fault.key, fault.params) } : fault,
          ),
        }
      : {}),
    ...(data === undefined ? {} : { data }),
  };
}

import { errorStatus, type ErrorCode, type Failure, type FieldError } from '../../contracts/errors.ts';
import type { Language } from '../../contracts/language.ts';
import { text } from './texts.ts';

/** A field error with a key of locales/, which is looked up once the caller's language is known. */
export interface KeyedError {
  /** JSON pointer into the input. */
  path: string;
  key: string;
  params?: Record<string, string | number>;
}

export interface AppErrorOptions {
  /** Key of a text more exact than that of the code. */
  message?: string;
  params?: Record<string, string | number>;
  errors?: readonly (FieldError | KeyedError)[];
  /** Sent as the envelope's `data`, e.g. the current row of a VERSION_CONFLICT. */
  data?: unknown;
  /** Seconds, for the Retry-After header. */
  retryAfter?: number;
  cause?: unknown;
}

/** The error that handlers throw on purpose. The kernel converts it into the failure envelope. */
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

/** The client has gone, so that nobody reads an answer. The reason of the context's `signal`. */
export class ClientGone extends Error {
  constructor() {
    super('the client has gone before it was answered');
  }
}

/** The tenant has no such row. Made-up ids and ids of other tenants are alike. */
export const notFound = (): AppError => new AppError('NOT_FOUND');

/** A rule of the product forbids the operation. @param message key of locales/errors.json. */
export const ruleBroken = (message: string, options: AppErrorOptions = {}): AppError =>
  new AppError('RULE_BROKEN', { ...options, message });

/** Errors of single fields beyond those that the schema finds. */
export const invalid = (errors: readonly (FieldError | KeyedError)[]): AppError =>
  new AppError('VALIDATION_FAILED', { errors });

/** The refusal of one field, which is also the message. @param key of locales/errors.json */
export const refusal = (path: string, key: string, params: Record<string, string | number> = {}): AppError =>
  new AppError('VALIDATION_FAILED', { message: key, params, errors: [{ path, key, params }] });

/** Converts an error into the failure envelope, in the caller's language. */
export function failureOf(error: AppError, lang: Language): Failure {
  const { message, params, errors, data } = error.options;
  return {
    success: false,
    message: text(lang, message ?? `errors.${error.code}`, params),
    code: error.code,
    ...(errors && errors.length > 0
      ? {
          errors: errors.map((one) =>
            'key' in one ? { path: one.path, message: text(lang, one.key, one.params) } : one,
          ),
        }
      : {}),
    ...(data === undefined ? {} : { data }),
  };
}

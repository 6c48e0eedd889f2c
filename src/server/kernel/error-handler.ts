import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  violatedConstraint,
  DatabaseUnavailable,
  sqlState,
  StatementTimedOut,
  StorageFull,
} from '../db/database-errors.ts';
import { AppError, ClientGone, failureOf } from './errors.ts';
import { discardBody } from './discard-body.ts';
import { UnreadableBody } from './json-body.ts';
import { loggable } from './outside-error.ts';
import { authorize, type Kernel } from './request.ts';
import { languageOf } from './texts.ts';
import { unsupportedBody, UnsupportedBody } from './upload.ts';

/** Answers every failure with the envelope. An unknown failure is logged, and its caller gets INTERNAL without details. */
export function handleErrors(app: FastifyInstance, kernel: Kernel): void {
  app.setErrorHandler(async (error, request, reply) => {
    const failure = isParseFailure(error)
      ? await afterAuthorization(kernel, request, error)
      : asAppError(error);
    if (error instanceof StorageFull) kernel.storage?.reportFull();
    return sendFailure(failure, request, reply);
  });
}

/** Sends a failure. For code that answers outside of a route. */
export function sendFailure(failure: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A full disk is logged once, by the storage; a call whose connection a stop has cut is refused the database.
  const isKnown =
    failure.code === 'INSUFFICIENT_STORAGE' ||
    failure.options.cause instanceof ClientGone ||
    (failure.code === 'UNAVAILABLE' && request.raw.socket.destroyed);
  const facts = loggable(failure.options.cause ?? failure);
  if (failure.status >= 500 && 'reason' in facts) request.log.warn(facts, failure.code);
  else if (failure.status >= 500 && !isKnown) request.log.error(facts, failure.code);
  if (failure.options.retryAfter !== undefined)
    void reply.header('retry-after', Math.ceil(failure.options.retryAfter));
  if (failure.code === 'UNAVAILABLE' || failure.code === 'TIMED_OUT') void reply.header('retry-after', 2);
  if (failure.code === 'UNAUTHENTICATED' || failure.code === 'SESSION_EXPIRED')
    void reply.header('www-authenticate', 'Bearer');
  if (failure.code === 'BODY_TOO_LARGE' || request.routeOptions?.config.spec?.upload)
    discardBody(request, reply);
  void reply.header('cache-control', 'no-store');
  return reply
    .code(failure.status)
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(failureOf(failure, languageOf(request.headers['accept-language'])));
}

/** Converts anything thrown into a failure that callers know. */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // The database's module classifies its own errors, since a caller's socket breaks with the same codes.
  if (error instanceof DatabaseUnavailable || error instanceof ClientGone)
    return new AppError('UNAVAILABLE', { cause: error });
  if (error instanceof StatementTimedOut) return new AppError('TIMED_OUT', { cause: error });
  if (error instanceof StorageFull) return new AppError('INSUFFICIENT_STORAGE', { cause: error });
  // A resource that expects these answers with more detail; without one they are no 500 either.
  const state = sqlState(error);
  if (state === '23505') return new AppError('ALREADY_EXISTS', { cause: error });
  if (state === '23503')
    return new AppError(violatedConstraint(error) ? 'IN_USE' : 'RULE_BROKEN', { cause: error });
  // A value that the database cannot store, such as a number beyond its type.
  if (state === '22021' || state === '22P05' || state === '22003')
    return new AppError('VALIDATION_FAILED', { cause: error });
  // Triggers of project management, for a write that its route did not refuse.
  if (state === 'MO001') return new AppError('PROJECT_CLOSED', { cause: error });
  if (state === 'MO002') return new AppError('SPRINT_ENDED', { cause: error });
  if (state === '40001' || state === '40P01') return new AppError('UNAVAILABLE', { cause: error });
  return parseFailure(error) ?? fileFailure(error) ?? new AppError('INTERNAL', { cause: error });
}

/** Answers a body that could not be parsed. Parsing comes before the session, so 401 and 403 are checked here first. */
async function afterAuthorization(
  kernel: Kernel,
  request: FastifyRequest,
  error: unknown,
): Promise<AppError> {
  const { spec } = request.routeOptions.config;
  if (!spec) return asAppError(error);
  try {
    const { session } = await authorize(kernel, request, spec, 'read');
    await session.rollback();
    return asAppError(error);
  } catch (refusal) {
    return asAppError(refusal);
  }
}

function isParseFailure(error: unknown): boolean {
  return !(error instanceof AppError) && parseFailure(error) !== null;
}

function parseFailure(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof UnsupportedBody) return unsupportedBody(error.upload);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('BODY_TOO_LARGE');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_CP_ERR_INVALID_CONTENT_ENCODING')
    return new AppError('UNSUPPORTED_MEDIA_TYPE');
  // The method QUERY without a content type, which HTTP requires.
  if (code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') return new AppError('UNSUPPORTED_MEDIA_TYPE');
  // FST_CP_ERR_INVALID_CONTENT: the body is not in the encoding that its header names.
  if (code.startsWith('FST_ERR_CTP_') || code === 'FST_CP_ERR_INVALID_CONTENT')
    return new AppError('BAD_JSON');
  if (code === 'FST_ERR_BAD_URL') return new AppError('NOT_FOUND');
  // The caller closed the connection within the body, so nobody reads the answer.
  if (code === 'ECONNRESET' && statusOf(error) === 400)
    return new AppError('VALIDATION_FAILED', { message: 'errors.malformed' });
  if (error instanceof UnreadableBody) return new AppError('BAD_JSON', { errors: error.errors });
  return null;
}

/** Converts refusals of the static file server: a false precondition, a range beyond the end. */
function fileFailure(error: unknown): AppError | null {
  const status = statusOf(error);
  if (status === 412) return new AppError('PRECONDITION_FAILED');
  return status === 416 ? new AppError('RANGE_NOT_SATISFIABLE') : null;
}

function statusOf(error: unknown): unknown {
  return error instanceof Error && 'statusCode' in error ? error.statusCode : null;
}

import type { Socket } from 'node:net';
import type { ErrorCode } from '../../contracts/errors.ts';
import { defaultLanguage } from '../../contracts/language.ts';
import { AppError, failureOf } from './errors.ts';

/** Errors of Node's HTTP parser and of limits of connections, which have no request: our code and the status line of each. */
const refusals: Readonly<Record<string, { code: ErrorCode; status: string; message?: string }>> = {
  HPE_HEADER_OVERFLOW: { code: 'BODY_TOO_LARGE', status: '431 Request Header Fields Too Large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'BODY_TOO_LARGE', status: '413 Payload Too Large' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'TIMED_OUT', status: '408 Request Timeout' },
  TOO_MANY_CONNECTIONS: {
    code: 'TOO_MANY_REQUESTS',
    status: '429 Too Many Requests',
    message: 'errors.rate.connections',
  },
};

/**
 * Answers a connection whose bytes are not an HTTP request, or do not arrive in time, and closes it. Node reports the socket
 * without a request, also when only the body is missing, so the failure is in the default language.
 */
export function sendClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const known = refusals[error.code ?? ''];
  const status = known?.status ?? '400 Bad Request';
  const failure = known
    ? new AppError(known.code, { message: known.message })
    : new AppError('VALIDATION_FAILED', { message: 'errors.malformed' });
  const body = JSON.stringify(failureOf(failure, defaultLanguage));
  // Part of an answer may have been sent already; the client would read a second one as its body.
  if (socket.writable && socket.bytesWritten === 0) {
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\n` +
        `Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}

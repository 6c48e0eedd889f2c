import type { Socket } from 'node:net';
import type { ErrorCode } from '../../contracts/errors.ts';
import { defaultLanguage } from '../../contracts/language.ts';
import { AppError, failureOf } from './errors.ts';

/** What the parser refuses before there is a request: its error code, our code, and the status line HTTP has for it. */
const refusals: Readonly<Record<string, { code: ErrorCode; status: string }>> = {
  HPE_HEADER_OVERFLOW: { code: 'BODY_TOO_LARGE', status: '431 Request Header Fields Too Large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'BODY_TOO_LARGE', status: '413 Payload Too Large' },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'TIMED_OUT', status: '408 Request Timeout' },
};

/**
 * Answers what is no HTTP request with the failure envelope, in the default language (no header was read), and ends the
 * connection.
 */
export function sendClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const known = refusals[error.code ?? ''];
  const status = known?.status ?? '400 Bad Request';
  const failure = known
    ? new AppError(known.code)
    : new AppError('VALIDATION_FAILED', { message: 'errors.malformed' });
  const body = JSON.stringify(failureOf(failure, defaultLanguage));
  // Half of an answer may be on its way already; a second one would be read as its body.
  if (socket.writable && socket.bytesWritten === 0) {
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\n` +
        `Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}

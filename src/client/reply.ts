/** Why a reply could not be read. */
export type ReplyErrorCode = 'TOO_LARGE' | 'TIMED_OUT' | 'ABORTED' | 'NETWORK' | 'UNREADABLE';

/** Reports why a reply could not be read. The caller supplies the text. */
export class ReplyError extends Error {
  constructor(readonly reason: ReplyErrorCode) {
    super(reason);
  }
}

function codeOf(error: unknown): ReplyErrorCode {
  const { name } = error as { name?: unknown };
  if (name === 'TimeoutError') return 'TIMED_OUT';
  if (name === 'AbortError') return 'ABORTED';
  return name === 'SyntaxError' ? 'UNREADABLE' : 'NETWORK';
}

async function textOf(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  const parts: string[] = [];
  // Content-Length is not used: it may be wrong, and it counts compressed bytes.
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // Cancelling stops the download.
      void reader.cancel().catch(() => undefined);
      throw new ReplyError('TOO_LARGE');
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join('');
}

/** Parses the JSON of a reply of at most `maxBytes` bytes. Rejects with ReplyError. */
export async function readJson(response: Response, maxBytes: number): Promise<unknown> {
  try {
    return JSON.parse(await textOf(response, maxBytes)) as unknown;
  } catch (error) {
    throw error instanceof ReplyError ? error : new ReplyError(codeOf(error));
  }
}

import type { FieldError } from '../contracts/errors.ts';
import type { Json } from '../contracts/json.ts';
import type { Language } from '../contracts/language.ts';
import type { HostFailure } from '../engine/core/index.ts';
import { readJson, ReplyError } from './reply.ts';

/** Failures that the server did not word itself. */
export type LocalFailure = 'NETWORK' | 'TIMED_OUT' | 'UNREADABLE' | 'ABORTED' | 'TOO_LARGE';

export interface HttpRequest {
  method: 'get' | 'post' | 'put' | 'delete';
  address: string;
  /** JSON, or a form with files, which may take as long as a file takes. */
  body?: Json | FormData;
  /** Sent as If-Match. */
  version?: number;
  /** A route that takes no token: its 401 is an answer, not an ended session. */
  public?: boolean;
  /** 'login' (the default) asks to sign in again and repeats the call; 'throw' hands the 401 to the caller. */
  unauthorized?: 'login' | 'throw';
  signal?: AbortSignal;
}

export interface HttpOptions {
  token(): string | null;
  /** Whose token it is; a call is never repeated under somebody else's. */
  user(): string | null;
  language(): Language;
  /** Text of a failure that has none of the server's. */
  text(code: LocalFailure): string;
  /** Asks the person to sign in again; true when a new token is there. Called once however many calls wait for it. */
  signInAgain(): Promise<boolean>;
  /** The server answers nothing else until the person changed the password. */
  onPasswordChangeRequired?(): void;
  fetch?: typeof fetch;
  timeoutMs?: number;
  /** Bytes of a reply that is still read: a larger one would hold up the tab. */
  maxReplyBytes?: number;
}

export interface Http {
  /** The whole reply body. Rejects with HttpFailure. */
  request(request: HttpRequest): Promise<unknown>;
  blob(address: string): Promise<Blob>;
}

/** What every failed call rejects with: the engine's HostFailure as an Error. */
export class HttpFailure extends Error implements HostFailure {
  constructor(
    readonly code: string,
    readonly status: number,
    message: string,
    readonly errors: FieldError[] = [],
    readonly data?: unknown,
  ) {
    super(message);
    this.name = 'HttpFailure';
    // An Error's message is not enumerable: without this a copy by spreading would lose it.
    Object.defineProperty(this, 'message', { value: message, enumerable: true });
  }
}

const defaultTimeout = 30_000;
/** Of a form with files: 50 MB over a slow line. */
const fileTimeout = 10 * 60_000;
const defaultMaxReply = 16 * 1024 * 1024;
/** A call is repeated after signing in again at most so often, so that a server that refuses every token ends it. */
const maxSignIns = 2;

interface FailureBody {
  message?: unknown;
  code?: unknown;
  errors?: unknown;
  data?: unknown;
}

function isError(value: unknown): value is FieldError {
  const error = value as Partial<FieldError> | null;
  return typeof error?.path === 'string' && typeof error.message === 'string';
}

/** The one fetch of the product: token, language, envelope, time limits, repeated calls. */
export function createHttp(options: HttpOptions): Http {
  const { timeoutMs = defaultTimeout, maxReplyBytes = defaultMaxReply } = options;
  const call: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  let signingIn: Promise<boolean> | null = null;

  /** Everyone who meets a dead session waits for the same dialog. */
  function signInAgain(): Promise<boolean> {
    signingIn ??= options.signInAgain().finally(() => {
      signingIn = null;
    });
    return signingIn;
  }

  async function send(request: HttpRequest, token: string | null, key: string | null): Promise<Response> {
    const headers = new Headers({ 'Accept-Language': options.language() });
    if (token) headers.set('Authorization', `Bearer ${token}`);
    if (key) headers.set('Idempotency-Key', key);
    if (request.version !== undefined) headers.set('If-Match', `"${request.version}"`);
    const { body } = request;
    const isForm = body instanceof FormData;
    // Of a form the browser sets the type, with the boundary it chose.
    if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
    const limit = AbortSignal.timeout(isForm ? fileTimeout : timeoutMs);
    try {
      return await call(request.address, {
        method: request.method.toUpperCase(),
        headers,
        body: body === undefined || isForm ? body : JSON.stringify(body),
        signal: request.signal ? AbortSignal.any([request.signal, limit]) : limit,
        credentials: 'same-origin',
        redirect: 'error',
      });
    } catch {
      const code = request.signal?.aborted ? 'ABORTED' : limit.aborted ? 'TIMED_OUT' : 'NETWORK';
      throw new HttpFailure(code, 0, options.text(code));
    }
  }

  /** A lost connection is tried once more where that cannot do a thing twice: reads, and writes with a key. */
  async function sendTwice(
    request: HttpRequest,
    token: string | null,
    key: string | null,
  ): Promise<Response> {
    try {
      return await send(request, token, key);
    } catch (error) {
      const harmless = request.method === 'get' || key !== null;
      if (!(error instanceof HttpFailure) || error.code !== 'NETWORK' || !harmless) throw error;
      return send(request, token, key);
    }
  }

  async function failureOf(response: Response): Promise<HttpFailure> {
    const body = (await readJson(response, maxReplyBytes).catch(() => null)) as FailureBody | null;
    const code = typeof body?.code === 'string' ? body.code : 'UNREADABLE';
    const message =
      typeof body?.message === 'string' && body.message !== '' ? body.message : options.text('UNREADABLE');
    const errors = Array.isArray(body?.errors) ? body.errors.filter(isError) : [];
    return new HttpFailure(code, response.status, message, errors, body?.data);
  }

  async function exchange(request: HttpRequest): Promise<Response> {
    // One key for all repetitions of one attempt: the server then does it once (decisions.md, Idempotency-Key).
    const key =
      request.method === 'post' && request.public !== true ? (crypto.randomUUID?.() ?? randomKey()) : null;
    const user = options.user();
    for (let signIns = 0; ;) {
      const token = request.public === true ? null : options.token();
      const response = await sendTwice(request, token, key);
      if (response.ok) return response;
      const failure = await failureOf(response);
      if (failure.code === 'PASSWORD_CHANGE_REQUIRED') options.onPasswordChangeRequired?.();
      const asks = response.status === 401 && request.public !== true && request.unauthorized !== 'throw';
      if (!asks) throw failure;
      // Another call's 401 may have been answered meanwhile: then there is a new token to try.
      const answered = options.token() !== token && options.token() !== null;
      if (!answered && (signIns++ >= maxSignIns || !(await signInAgain()))) throw failure;
      if (options.user() !== user) throw failure;
    }
  }

  return {
    async request(request) {
      const response = await exchange(request);
      if (response.status === 204) return null;
      try {
        return await readJson(response, maxReplyBytes);
      } catch (error) {
        const code = error instanceof ReplyError ? error.reason : 'UNREADABLE';
        throw new HttpFailure(code, response.status, options.text(code));
      }
    },
    async blob(address) {
      return (await exchange({ method: 'get', address })).blob();
    },
  };
}

/** crypto.randomUUID is missing on plain http off localhost. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

import { randomId } from '../contracts/random-id.ts';
import { readsHeader } from '../contracts/reads-header.ts';
import type { FieldError } from '../contracts/errors.ts';
import type { Json } from '../contracts/json.ts';
import type { Language } from '../contracts/language.ts';
import type { HostFailure } from '../engine/core/index.ts';
import { readJson, ReplyError } from './reply.ts';

/** Failures without a text from the server. */
export type LocalFailure = 'NETWORK' | 'TIMED_OUT' | 'UNREADABLE' | 'ABORTED' | 'TOO_LARGE';

export interface HttpRequest {
  method: 'get' | 'head' | 'post' | 'put' | 'delete';
  address: string;
  /** JSON, or a form with files, which has a longer time limit. */
  body?: Json | FormData;
  /** Sent as If-Match. */
  version?: number;
  /** A search: the server refuses the call where it could change something, so that it needs no Idempotency-Key. */
  reads?: boolean;
  /** A route that takes no token: its 401 is an answer, not an ended session. */
  public?: boolean;
  /**
   * A call that may end the session and answer with a new one, as a change of the own password does. Calls that the server
   * refuses meanwhile wait for its reply instead of asking the person to sign in.
   */
  renewsSession?: boolean;
  /** On a 401, 'login' (the default) asks the person to sign in and repeats the call; 'throw' rejects. */
  unauthorized?: 'login' | 'throw';
  signal?: AbortSignal;
}

export interface HttpOptions {
  token(): string | null;
  /** The token's owner. A call is never repeated under another person's token. */
  user(): string | null;
  language(): Language;
  /** Returns the text of a failure without a text from the server. */
  text(code: LocalFailure): string;
  /** Asks the person to sign in again; true when there is a new token. Calls that wait at the same time share one request. */
  signInAgain(): Promise<boolean>;
  /** Called with the reply of a call that renews the session, before calls that wait for it are repeated. */
  onRenewed?(reply: unknown): void;
  /** Called when the server refuses everything until the person changes the password. */
  onPasswordChangeRequired?(): void;
  /**
   * Waits before a call is repeated that the server refuses because there are too many.
   * @param repetition number of earlier waits of the call
   * @returns whether to repeat it
   */
  wait?(refusal: Response, repetition: number, signal?: AbortSignal): Promise<boolean>;
  /** Called after each call that was not aborted: whether any reply arrived. */
  onReply?(arrived: boolean): void;
  /** Called with the server's time of each reply, as its `Date` header. */
  onDate?(date: string | null): void;
  fetch?: typeof fetch;
  timeoutMs?: number;
  /** Largest reply in bytes. A larger one would block the tab. */
  maxReplyBytes?: number;
}

export interface Http {
  /** Resolves to the whole reply body; of a `head`, to whether the resource exists as `data`. Rejects with HttpFailure. */
  request(request: HttpRequest): Promise<unknown>;
  blob(address: string): Promise<Blob>;
}

/** The error of every failed call: the engine's HostFailure. */
export class HttpFailure extends Error implements HostFailure {
  constructor(
    readonly code: string,
    readonly status: number,
    message: string,
    readonly errors: FieldError[] = [],
    readonly data?: unknown,
    /** The server's name of the call, for its log. */
    readonly requestId: string | null = null,
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = 'HttpFailure';
    // The message of an Error is not enumerable, so a copy by spreading would lose it.
    Object.defineProperty(this, 'message', { value: message, enumerable: true });
  }
}

const defaultTimeout = 30_000;
/** Time limit of a form with files: 50 MB over a slow line. */
const fileTimeout = 10 * 60_000;
const defaultMaxReply = 16 * 1024 * 1024;
/** Repetitions of a call after signing in again, so that it ends when the server refuses every token. */
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

/** Creates the product's only HTTP client: token, language, reply envelope, time limits and repeated calls. */
export function createHttp(options: HttpOptions): Http {
  const { timeoutMs = defaultTimeout, maxReplyBytes = defaultMaxReply } = options;
  const call: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  let signingIn: Promise<boolean> | null = null;
  const renewals = new Set<Promise<unknown>>();

  /** Opens one dialog for all calls that get a 401. */
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
    if (request.reads) headers.set(readsHeader, '1');
    if (request.version !== undefined) headers.set('If-Match', `"${request.version}"`);
    const { body } = request;
    const isForm = body instanceof FormData;
    // The browser sets the content type of a form, with its boundary.
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

  /** Repeats a call once after a lost connection, if a repetition is harmless: reads, and writes with a key. */
  async function sendTwice(
    request: HttpRequest,
    token: string | null,
    key: string | null,
  ): Promise<Response> {
    const harmless = isHarmless(request, key);
    const lost = (error: unknown) => error instanceof HttpFailure && error.code === 'NETWORK';
    try {
      const response = await send(request, token, key).catch((error: unknown) => {
        if (!lost(error) || !harmless) throw error;
        return send(request, token, key);
      });
      options.onReply?.(true);
      options.onDate?.(response.headers.get('date'));
      return response;
    } catch (error) {
      if (lost(error)) options.onReply?.(false);
      throw error;
    }
  }

  async function failureOf(response: Response): Promise<HttpFailure> {
    const body = (await readJson(response, maxReplyBytes).catch(() => null)) as FailureBody | null;
    const code = typeof body?.code === 'string' ? body.code : 'UNREADABLE';
    const message =
      typeof body?.message === 'string' && body.message !== '' ? body.message : options.text('UNREADABLE');
    const errors = Array.isArray(body?.errors) ? body.errors.filter(isError) : [];
    const requestId = response.headers.get('x-request-id');
    const retryAfter = Number(response.headers.get('retry-after')) || undefined;
    return new HttpFailure(code, response.status, message, errors, body?.data, requestId, retryAfter);
  }

  async function exchange(request: HttpRequest): Promise<Response> {
    // All repetitions of an attempt share one key, so that the server runs it once (decisions.md, Idempotency-Key).
    const key = request.method === 'post' && request.public !== true && !request.reads ? randomId() : null;
    const user = options.user();
    for (let signIns = 0, waits = 0; ;) {
      const token = request.public === true ? null : options.token();
      const response = await sendTwice(request, token, key);
      if (response.ok || isAbsent(request, response)) return response;
      const isBusy = response.status === 429 && isHarmless(request, key);
      // Somebody else may sign in meanwhile.
      if (isBusy && (await options.wait?.(response, waits++, request.signal)) && options.user() === user)
        continue;
      const failure = await failureOf(response);
      if (failure.code === 'PASSWORD_CHANGE_REQUIRED') options.onPasswordChangeRequired?.();
      if (response.status !== 401 || request.public === true) throw failure;
      // A renewal that is refused itself waits for the person, not for itself.
      if (!request.renewsSession) await Promise.allSettled(renewals);
      // The session may have been renewed, or the person may have signed in for another call: then there is a new token to try.
      const hasNewToken = options.token() !== token && options.token() !== null;
      if (!hasNewToken) {
        const canSignIn = request.unauthorized !== 'throw' && signIns++ < maxSignIns;
        if (!canSignIn || !(await signInAgain())) throw failure;
      }
      if (options.user() !== user) throw failure;
    }
  }

  async function read(request: HttpRequest): Promise<unknown> {
    const response = await exchange(request);
    if (request.method === 'head') return { data: response.ok };
    if (response.status === 204) return null;
    try {
      return await readJson(response, maxReplyBytes);
    } catch (error) {
      const code = error instanceof ReplyError ? error.reason : 'UNREADABLE';
      throw new HttpFailure(code, response.status, options.text(code));
    }
  }

  /** Reads the reply of a call that renews the session, and passes it on before the calls that wait for it go on. */
  function renew(request: HttpRequest): Promise<unknown> {
    const renewal = read(request).then((reply) => {
      options.onRenewed?.(reply);
      return reply;
    });
    renewals.add(renewal);
    return renewal.finally(() => renewals.delete(renewal));
  }

  return {
    request: (request) => (request.renewsSession ? renew(request) : read(request)),
    async blob(address) {
      return (await exchange({ method: 'get', address })).blob();
    },
  };
}

const isRead = (method: HttpRequest['method']) => method === 'get' || method === 'head';

/** Whether a repetition changes nothing more: of a read, and of a write with a key. */
const isHarmless = (request: HttpRequest, key: string | null) =>
  isRead(request.method) || request.reads === true || key !== null;

/** A 404 answers the question whether a resource exists (specification 1, section 7). */
const isAbsent = (request: HttpRequest, { status }: Response) => request.method === 'head' && status === 404;

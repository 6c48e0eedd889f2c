import type { Static, TObject, TSchema } from 'typebox';
import type { FastifyBaseLogger } from 'fastify';
import type { Access, Grants } from '../../contracts/access.ts';
import type { ErrorCode } from '../../contracts/errors.ts';
import type { Language } from '../../contracts/language.ts';
import type { TenantTransaction } from '../db/tables.ts';

/** The tenant a request belongs to: from the host name before sign-in, confirmed by the token after. */
export interface Tenant {
  id: number;
  key: string;
  name: string;
  timeZone: string;
}

/** The signed-in person, read with each request in the statement that opens its transaction. */
export interface Caller {
  userId: number;
  sessionId: string;
  login: string;
  name: string;
  mustChangePassword: boolean;
  grants: Grants;
}

/** What every handler gets. `C` is Caller, or null on public routes. */
export interface Context<C extends Caller | null = Caller> {
  tenant: Tenant;
  caller: C;
  lang: Language;
  /** Address of the client; forwarded headers count only from TRUSTED_PROXIES. */
  address: string;
  requestId: string;
  log: FastifyBaseLogger;
  headers: Record<string, string | string[] | undefined>;
  /** The request's transaction: tenant set, role without BYPASSRLS. Absent (throws) where the route opens its own. */
  db: TenantTransaction;
  /** Opens a transaction of the tenant, for routes with `transaction: 'own'` (slow work such as hashing stays outside). */
  transaction<T>(work: (db: TenantTransaction) => Promise<T>): Promise<T>;
}

export type RouteAccess = 'public' | 'session' | Access;

export interface RouteInput {
  params?: TObject;
  query?: TObject;
  body?: TSchema;
}

type In<I extends RouteInput, K extends keyof RouteInput> = I[K] extends TSchema ? Static<I[K]> : undefined;

/** The input of a handler, as its schemas say it. */
export interface HandlerInput<I extends RouteInput> {
  params: In<I, 'params'>;
  query: In<I, 'query'>;
  body: In<I, 'body'>;
}

export interface RouteSpec<
  I extends RouteInput = RouteInput,
  R extends TSchema = TSchema,
  A extends RouteAccess = RouteAccess,
  P = unknown,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  /** No default: a route that does not say who may call it does not start. */
  access: A;
  summary: string;
  input?: I;
  /** Schema of the envelope's `data`. */
  reply: R;
  status?: 200 | 201;
  /** Codes of its own, beside those every route can answer. */
  errors?: ErrorCode[];
  /** 'request' (default): one transaction around the handler. 'own': the handler opens its own. */
  transaction?: 'request' | 'own';
  /** Off for sign-in and other public routes; on for every other POST. */
  idempotent?: boolean;
  /** Answers carry an ETag of their content, and 304 to who has it already. For what changes rarely, like definitions. */
  etag?: boolean;
  /** A body in which an object names a key twice is refused: for documents that people write by hand. */
  uniqueKeys?: boolean;
  /** Callable while the person must change the password first. */
  duringPasswordChange?: boolean;
  /**
   * Slow work on the input, such as hashing, with no transaction open; `handle` gets its result. Session and permission
   * are looked at before it, and again after it.
   */
  prepare?(ctx: Pick<Context, 'lang'>, input: HandlerInput<I>): Promise<P>;
  handle(
    ctx: Context<A extends 'public' ? null : Caller>,
    input: HandlerInput<I>,
    prepared: P,
  ): Promise<Static<R> | Reply<Static<R>>>;
}

/** A handler's answer when it says more than its data: an i18n key of the message (`errors.*`/`messages.*`). */
export class Reply<T> {
  constructor(
    readonly data: T,
    readonly message: string,
  ) {}
}

export interface Resource {
  name: string;
  routes: RouteSpec[];
}

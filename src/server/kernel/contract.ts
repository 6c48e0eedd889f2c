import type { RawBuilder } from 'kysely';
import type { Static, TObject, TSchema } from 'typebox';
import type { Grants } from '../../contracts/access.ts';
import type { RouteAccess, RouteMethod } from '../../contracts/data-catalogue.ts';
import type { ErrorCode } from '../../contracts/errors.ts';
import type { Json } from '../../contracts/json.ts';
import type { TenantColors } from '../../contracts/session.ts';
import type { Language } from '../../contracts/language.ts';
import type { Log } from '../db/log.ts';
import type { TenantTransaction } from '../db/tables.ts';
import type { ContentReply } from './content-reply.ts';
import type { FileReply } from './file-reply.ts';
import type { JobSpec } from './job.ts';
import type { ReceivedFile } from './upload-stream.ts';
import type { UploadedFile, UploadSpec } from './upload.ts';

/** The tenant of a request, found by the host name; the token of a signed-in caller must name the same. */
export interface Tenant {
  id: number;
  key: string;
  name: string;
  timeZone: string;
  /** Hosts whose pictures its pages load without asking the reader. */
  pictureHosts: readonly string[];
  /** Its colours, and that of the buttons before the sign-in, which its pages have from the first paint. */
  colors: TenantColors & { loginColor: string };
}

/** The signed-in person. Every request reads it anew, in the statement that opens its transaction. */
export interface Caller {
  userId: number;
  sessionId: string;
  login: string;
  name: string;
  photourl: string | null;
  mustChangePassword: boolean;
  grants: Grants;
}

/** The context that handlers get. `C` is Caller, or null on public routes. */
export interface Context<C extends Caller | null = Caller> {
  tenant: Tenant;
  /** Host of the request, which is one of the tenant's. */
  host: string;
  caller: C;
  lang: Language;
  /** Address of the client. Forwarded headers count only from TRUSTED_PROXIES. */
  address: string;
  requestId: string;
  log: Log;
  headers: Record<string, string | string[] | undefined>;
  /** The request's transaction: the tenant is set, the role is subject to row-level security. Throws where the route opens its own. */
  db: TenantTransaction;
  /**
   * Runs work in a transaction of the tenant, for routes with `transaction: 'own'`, whose slow work stays outside.
   * @param signal ends a statement of it that is under way
   */
  transaction<T>(
    work: (db: TenantTransaction) => Promise<T>,
    mode?: 'read' | 'write',
    signal?: AbortSignal,
  ): Promise<T>;
  /** Tells that the client has gone before it was answered. */
  signal: AbortSignal;
}

/** Parts of a context that reading takes, beside a transaction. A context has getters, which must not be copied. */
export const readerOf = ({ tenant, caller, lang, log }: Context) => ({ tenant, caller, lang, log });

/** A context whose further transactions are the request's own, so that a write and its Idempotency-Key commit together. */
export const inOneTransaction = (ctx: Context): Context => ({ ...ctx, transaction: (work) => work(ctx.db) });

export interface RouteInput {
  params?: TObject;
  query?: TObject;
  body?: TSchema;
}

type In<I extends RouteInput, K extends keyof RouteInput> = I[K] extends TSchema ? Static<I[K]> : undefined;

/** The input of a handler, typed by the schemas of the route. */
export interface HandlerInput<I extends RouteInput> {
  params: In<I, 'params'>;
  query: In<I, 'query'>;
  body: In<I, 'body'>;
  /** The files of a route with `upload`, by their parts; that of a raw body is `file`. */
  files?: Readonly<Record<string, UploadedFile>>;
  /** The file of a route whose upload is a stream; the handler keeps it (platform/files). */
  received?: ReceivedFile;
}

export interface RouteSpec<
  I extends RouteInput = RouteInput,
  R extends TSchema = TSchema,
  A extends RouteAccess = RouteAccess,
  P = unknown,
> {
  method: RouteMethod;
  url: string;
  /** The access rule of the route. It has no default. */
  access: A;
  /** In English, for OpenAPI; of a route that definitions may read a `$` key of locales/, for the authors of definitions. */
  summary: string;
  input?: I;
  /** Schema of the envelope's `data`. */
  reply: R;
  status?: 200 | 201;
  /** Codes of this route, beside those that every route can answer. */
  errors?: ErrorCode[];
  /** 'request' (default): the kernel opens one transaction around the handler. 'own': the handler opens its own. */
  transaction?: 'request' | 'own';
  /** Whether the route honours Idempotency-Key. Default: every POST that is not public and may write. */
  idempotent?: boolean;
  /**
   * Whether a POST changes nothing: a search whose parameters stand in its body. It runs in a read-only transaction, and only
   * such a POST answers the sources of definitions.
   */
  reads?: boolean;
  /** Takes a file instead of JSON. It is read while no transaction is open, after session and permission were checked. */
  upload?: UploadSpec;
  /** Answers a file instead of an envelope: the media types that it can have. */
  download?: readonly string[];
  /** Whether answers are stored files, of which clients ask for parts: they are not compressed on their way. */
  ranges?: boolean;
  /** The label of a field of the input in messages; null for a field of locales/. */
  labels?(lang: Language, name: string): string | null;
  /** Whether a provider calls it far more often than people do: its calls have a larger budget of their own. */
  frequent?: boolean;
  /** Whether answers carry an ETag of their content and are 304 when the client has it. For content that changes rarely. */
  etag?: boolean;
  /** Whether a body with a repeated key is refused. For documents that people write by hand. */
  uniqueKeys?: boolean;
  /** Whether the route can be called by a person who must change the password first. */
  duringPasswordChange?: boolean;
  /** Writes also while the disk is full: for small writes without which nobody could read, such as a sign-in. */
  duringFullStorage?: boolean;
  /**
   * Does slow work on the input, such as hashing, while no transaction is open; `handle` gets its result. Session and
   * permission are checked before it, and again after it.
   */
  prepare?(ctx: Pick<Context, 'lang' | 'tenant'>, input: HandlerInput<I>): Promise<P>;
  handle(
    ctx: Context<A extends 'public' ? null : Caller>,
    input: HandlerInput<I>,
    prepared: P,
  ): Promise<Static<R> | Reply<Static<R>> | FileReply | ContentReply>;
  /**
   * Waits for what goes on after the request's transaction, such as a job, and gives the data of the answer; also of a repeated
   * call, whose stored data it gets. It opens its own transactions.
   */
  after?(
    ctx: Context<A extends 'public' ? null : Caller>,
    input: HandlerInput<I>,
    data: Static<R>,
  ): Promise<Static<R>>;
}

/** A handler's answer with a message, an i18n key of `errors.*` or `messages.*`, or with headers. */
export class Reply<T> {
  constructor(
    readonly data: T,
    readonly message: string | null,
    readonly headers: Readonly<Record<string, string>> = {},
    /** Values of the placeholders in the message. */
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {}
}

/** The context of a subscription's check: the person, and a transaction of their tenant that only reads. */
export interface TopicContext {
  tenant: Tenant;
  caller: Caller;
  lang: Language;
  db: TenantTransaction;
}

/** An event as it is stored. */
export interface StoredEvent {
  seq: number;
  type: string;
  data: Json;
  /** State that decides now who may see it (`TopicSpec.stamp`); absent where nobody asks. */
  now?: Json;
}

/** View that a subscriber gets of a topic's events. */
export interface TopicView {
  /** Topic in whose log the events are stored. A topic whose events are some of another one's has no log of its own. */
  log: string;
  /** Views of one topic with the same key are the same, so that their frames are encoded once. */
  key: string;
  /** The data of an event for this view; undefined for an event that it does not show. */
  read(event: StoredEvent): Json | undefined;
  /** Whether the check is made again before each delivery, as for records that a row rule can hide. */
  recheck?: boolean;
  /** Groups of records of which presence says nothing to the person (`TopicSpec.opens`). */
  hidden?: ReadonlySet<number>;
  /**
   * Whether something is hidden from the person. A person who comes back to such a view, or another one than before, loads again instead of
   * getting what was missed: more may be hidden by now than the client shows.
   */
  isPartial?: boolean;
}

/** The records that presence says its people have open, such as cards on a board. */
export interface OpenedRecords {
  /** Text before the id in the topics whose presence people enter with such a record. */
  topic: string;
  /** The group that decides who may know of a record: its project; null for none that the person sees. */
  groupOf(ctx: TopicContext, id: number): Promise<number | null>;
}

/** A kind of topics, declared by the resource that it belongs to. */
export interface TopicSpec {
  /** First part of the topics' names. */
  kind: string;
  /** Topics that definitions may name; `*` stands for what a reference gives. */
  names: readonly string[];
  /**
   * Checks that a person may subscribe, at the subscription and again whenever rights change.
   * @param rest what follows the kind and a colon; empty without one.
   * @throws AppError NOT_FOUND for a topic that does not exist, FORBIDDEN
   */
  open(ctx: TopicContext, rest: string): Promise<TopicView> | TopicView;
  /**
   * Sets `now` of events before they are delivered to partial views, once for all of these: what was for everybody when it was
   * written may be hidden from some since.
   */
  stamp?(db: TenantTransaction, events: readonly StoredEvent[]): Promise<void>;
  /** Records that the presence of its topics names with people. */
  opens?: OpenedRecords;
}

/** A kind of records that files belong to. */
export interface FileOwnerSpec {
  kind: string;
  /** Whether the person may read the files of a record. The transaction only reads. */
  mayRead(ctx: { tenant: Tenant; caller: Caller; db: TenantTransaction }, id: number): Promise<boolean>;
}

/**
 * A kind of rows that can fail in the end. Administrators see all of them in one list, with their reasons, and have them tried
 * again.
 */
export interface FailureSource {
  /** Kind of the records, as the audit names it, and the first part of the ids of their failures. */
  entity: string;
  /** Selects `id`, `kind`, `reason`, `attempts` and `at` of the tenant's rows that failed; no content of them. */
  rows: RawBuilder<unknown>;
  /** Has a row tried again. @returns whether there is such a row that failed @throws AppError when it may not be tried now */
  retry(ctx: Context, id: number): Promise<boolean>;
  /** Removes a row from the list; absent where people deal with it at its own place. @returns as `retry` does */
  remove?(ctx: Context, id: number): Promise<boolean>;
}

export interface Resource {
  name: string;
  routes: RouteSpec[];
  /** Kinds of records with files. */
  fileOwners?: FileOwnerSpec[];
  /** Topics that people can subscribe to. */
  topics?: TopicSpec[];
  /** Kinds of jobs that its routes add, or that are scheduled. */
  jobs?: JobSpec[];
  /** Rows of it that can fail in the end. */
  failures?: FailureSource[];
}

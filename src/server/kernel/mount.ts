import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Success } from '../../contracts/errors.ts';
import { readsHeader } from '../../contracts/reads-header.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { Reply, type Caller, type Context, type Resource, type RouteSpec } from './contract.ts';
import { ContentReply, sendContent } from './content-reply.ts';
import { AppError, ClientGone } from './errors.ts';
import { FileReply, sendFile } from './file-reply.ts';
import { claimKey, idempotencyKey, storeResponse, requestHash, type IdempotentCall } from './idempotency.ts';
import { authorize, createContext, type AuthorizedRequest, type Kernel } from './request.ts';
import {
  compileSerializer,
  fastifySchema,
  inputValidators,
  isReading,
  routeInfo,
  type InputValidators,
} from './route-schemas.ts';
import { languageOf, text } from './texts.ts';
import type { ReceivedFile } from './upload-stream.ts';
import {
  leaveJsonUnread,
  readUpload,
  takesRawJson,
  type Upload,
  type UploadedFile,
  type UploadSpec,
} from './upload.ts';
import { SchemaViolations, validationError, type Validator } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    spec?: RouteSpec;
  }
}

/**
 * Registers the routes of all resources.
 * @throws Error for a route without access, or with options that contradict each other.
 */
export function mount(app: FastifyInstance, kernel: Kernel, resources: readonly Resource[]): void {
  const methods = new Map<string, Set<string>>();
  for (const { name, routes } of resources) {
    for (const spec of routes) {
      assertValidRoute(spec);
      const validators = inputValidators(spec);
      kernel.routes.push(routeInfo(spec));
      const define = (scope: FastifyInstance) =>
        scope.route({
          method: spec.method,
          url: spec.url,
          schema: fastifySchema(spec, name),
          validatorCompiler: () => () => true,
          serializerCompiler: compileSerializer,
          config: { spec, ...(spec.frequent ? { budget: 'provider' as const } : {}) },
          ...(spec.ranges ? { compress: false as const } : {}),
          handler: (request, reply) => handleRequest(kernel, spec, validators, request, reply),
        });
      if (takesRawJson(spec.upload)) void app.register(async (scope) => define(leaveJsonUnread(scope)));
      else define(app);
      const shape = spec.url.replaceAll(/:[^/]+/g, ':any');
      methods.set(shape, (methods.get(shape) ?? new Set()).add(spec.method));
    }
  }
  for (const [url, used] of methods) {
    // HEAD comes with GET. OPTIONS answers 405 too: other origins have no access.
    const others = app.supportedMethods.filter(
      (method) => !used.has(method) && !(method === 'HEAD' && used.has('GET')),
    );
    app.route({
      method: others,
      url,
      schema: { hide: true },
      handler: (_request, reply) => {
        void reply.header('allow', [...used].join(', '));
        throw new AppError('METHOD_NOT_ALLOWED');
      },
    });
  }
}

/** Checks a route when the server starts. */
function assertValidRoute(spec: RouteSpec): void {
  const name = `${spec.method} ${spec.url}`;
  if (!spec.access) throw new Error(`${name} has no access rule`);
  if (spec.reads && (spec.method !== 'POST' || spec.transaction === 'own' || spec.prepare)) {
    throw new Error(`${name} is marked as reading, which is for a POST in the request's transaction`);
  }
  if (isIdempotent(spec) && spec.transaction === 'own') {
    throw new Error(
      `${name} honours Idempotency-Key, which needs the request's transaction, so its transaction cannot be 'own'`,
    );
  }
}

function isIdempotent(spec: RouteSpec): boolean {
  return spec.method === 'POST' && spec.access !== 'public' && spec.idempotent !== false && !spec.reads;
}

async function handleRequest(
  kernel: Kernel,
  spec: RouteSpec,
  validators: InputValidators,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // A source of a definition calls: opening a screen must never change anything.
  if (request.headers[readsHeader] !== undefined && !isReading(spec)) throw new AppError('ROUTE_WRITES');
  const own = spec.transaction === 'own';
  const gone = signalOf(reply);
  const readsOnly = own || spec.prepare || spec.upload || isReading(spec);
  let authorized = await authorize(kernel, request, spec, readsOnly ? 'read' : 'write');
  let status = spec.status ?? 200;
  let envelope: Answer;
  let input: Input;
  let upload: Upload | null = null;
  try {
    upload = spec.upload ? await uploadOf(kernel, spec.upload, request, authorized) : null;
    input = validateInput(validators, request, spec.labels, upload);
    let prepared: unknown;
    if (spec.prepare) {
      await authorized.session.commit();
      const { tenant } = authorized;
      const lang = languageOf(request.headers['accept-language']);
      prepared = await spec.prepare({ lang, tenant }, input as never);
    }
    if (spec.prepare || upload) authorized = await authorize(kernel, request, spec, 'write');
    const { session } = authorized;
    if (own) {
      await session.commit();
      envelope = await runHandler(
        spec,
        createContext(kernel, request, spec, authorized, null, gone),
        input,
        prepared,
        reply,
      );
    } else {
      const ctx = createContext(kernel, request, spec, authorized, session.db, gone);
      const call = idempotentCall(spec, request, authorized, upload);
      const stored = call && (await claimKey(session.db, call));
      if (stored) {
        status = stored.status as typeof status;
        envelope = stored.response as unknown as Success<unknown>;
        void reply.header('idempotency-replayed', 'true');
      } else {
        envelope = await runHandler(spec, ctx, input, prepared, reply);
        if (call && !isFile(envelope))
          await storeResponse(session.db, call, { status, response: envelope as unknown as JsonObject });
      }
      await session.commit();
    }
  } catch (error) {
    await authorized.session.rollback();
    if (upload?.received) await kernel.files.discard(authorized.tenant.id, upload.received);
    throw error;
  }
  // A call that is repeated, or a handler that only read the file.
  if (upload?.received && !upload.received.isKept)
    await kernel.files.discard(authorized.tenant.id, upload.received);
  if (spec.after && !isFile(envelope)) {
    const ctx = createContext(kernel, request, spec, authorized, null, gone);
    const data = await spec.after(ctx as Context<Caller> & Context<null>, input as never, envelope.data);
    envelope = { ...envelope, data };
  }
  if (envelope instanceof FileReply) return sendFile(reply, envelope);
  if (envelope instanceof ContentReply) return sendContent(request, reply, envelope);
  if (spec.etag && notModified(request, reply, envelope)) return reply.code(304).send();
  return reply.code(status).send(envelope);
}

/** Tells that the connection has ended before the answer was sent. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new ClientGone());
  });
  return controller.signal;
}

type Answer = Success<unknown> | FileReply | ContentReply;

const isFile = (answer: Answer): answer is FileReply | ContentReply =>
  answer instanceof FileReply || answer instanceof ContentReply;

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
  files?: Readonly<Record<string, UploadedFile>>;
  received?: ReceivedFile;
}

/** Reads a file while no transaction is open, since it may take long. */
async function uploadOf(
  kernel: Kernel,
  spec: UploadSpec,
  request: FastifyRequest,
  { session, tenant, caller }: AuthorizedRequest,
): Promise<Upload> {
  await session.commit();
  const announced = Number(request.headers['content-length'] ?? 0);
  return readUpload(request, spec, {
    receive(file) {
      if (kernel.storage?.refusesWrites) throw new AppError('INSUFFICIENT_STORAGE');
      const pictures = spec.kind === 'stream' ? spec.pictures : undefined;
      const limits = { bytes: spec.bytes, announced, pictures };
      return kernel.files.receive(tenant.id, caller?.userId ?? null, file, limits);
    },
    discard: (file) => kernel.files.discard(tenant.id, file),
  });
}

/** Third check of a request: its input. */
function validateInput(
  validators: InputValidators,
  request: FastifyRequest,
  labels: RouteSpec['labels'],
  upload: Upload | null,
): Input {
  const lang = languageOf(request.headers['accept-language']);
  const check = (validate: Validator, input: unknown, message?: string): void => {
    const result = validate(input);
    if (result !== true)
      throw result.error instanceof SchemaViolations
        ? validationError(result.error, lang, labels, message)
        : result.error;
  };
  const sent = request.body === undefined ? null : request.body;
  const body = upload ? upload.fields : sent;
  check(validators.params, request.params);
  check(validators.query, request.query, 'errors.input.parameters');
  check(validators.body, body);
  const { files, received } = upload ?? {};
  return {
    params: request.params,
    query: request.query,
    body,
    ...(files ? { files } : {}),
    ...(received ? { received } : {}),
  };
}

async function runHandler(
  spec: RouteSpec,
  ctx: Context<Caller | null>,
  input: Input,
  prepared: unknown,
  reply: FastifyReply,
): Promise<Answer> {
  // The list of routes has one type for all inputs; validation has just proved this one.
  const result: unknown = await spec.handle(ctx as Context<Caller> & Context<null>, input as never, prepared);
  if (result instanceof FileReply || result instanceof ContentReply) return result;
  if (!(result instanceof Reply)) return { success: true, data: result, message: '' };
  void reply.headers(result.headers);
  const message = result.message === null ? '' : text(ctx.lang, result.message, result.params);
  return { success: true, data: result.data, message };
}

function idempotentCall(
  spec: RouteSpec,
  request: FastifyRequest,
  authorized: AuthorizedRequest,
  upload: Upload | null,
): IdempotentCall | null {
  if (!isIdempotent(spec) || !authorized.caller) return null;
  const key = idempotencyKey(request.headers['idempotency-key']);
  if (key === null) return null;
  return {
    tenantId: authorized.tenant.id,
    userId: authorized.caller.userId,
    key,
    methodUrl: `${request.method} ${request.url}`,
    requestHash: requestHash(upload ? [upload.fields, contentOf(upload)] : request.body),
  };
}

/** The content of an upload's files, for the comparison of repeated calls. */
function contentOf({ files, received }: Upload): Record<string, string> {
  if (received) return { file: received.sha256 };
  return Object.fromEntries(
    Object.entries(files).map(([part, { bytes }]) => [part, bytes.toString('base64')]),
  );
}

function notModified(request: FastifyRequest, reply: FastifyReply, envelope: Success<unknown>): boolean {
  const tag = `"${createHash('sha1').update(JSON.stringify(envelope)).digest('base64url')}"`;
  void reply
    .header('etag', tag)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'authorization, accept-language');
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(tag);
}

import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toLanguage } from '../../contracts/language.ts';
import { inTenant } from '../db/in-tenant.ts';
import { toCaller } from '../kernel/access.ts';
import { releaseConnection } from '../kernel/connections.ts';
import type { Resource, Tenant } from '../kernel/contract.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import type { Kernel } from '../kernel/request.ts';
import { languageOf } from '../kernel/texts.ts';
import { isSocketTicket, redeemSocketTicket } from './socket-tickets.ts';
import type { Admitted } from './connection.ts';
import { Hub } from './hub.ts';

const PATH = '/adm/v2/ws';
/** Bytes of a client's frame, and the parts it may come in. */
const MAX_FRAME = 30_000;
const MAX_FRAGMENTS = 64;
const MAX_CHUNKS = 1024;

interface Session {
  sessionId: string;
  userId: number | null;
  expiresAt: number;
  /** Digest of the permissions that the client was notified of; null: none. */
  knownRights: string | null;
}

/**
 * Mounts the real-time connection, `GET /adm/v2/ws?ticket=` or `?token=`, which takes a ticket too. All is checked before the upgrade, so a refused
 * caller gets the same answer as from any route. No cookie opens a connection, so pages of others cannot.
 */
export async function realtime(
  app: FastifyInstance,
  kernel: Kernel,
  resources: readonly Resource[],
): Promise<void> {
  const hub = new Hub(
    kernel,
    resources.flatMap(({ topics }) => topics ?? []),
  );
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  await app.register(websocket, {
    options: {
      maxPayload: MAX_FRAME,
      maxFragments: MAX_FRAGMENTS,
      maxBufferedChunks: MAX_CHUNKS,
      // Eight times the work and twenty times the memory per connection.
      perMessageDeflate: false,
    },
    // A client that breaks off or breaks the protocol; ws has closed the socket with the fitting code.
    errorHandler: (_error, socket) => socket.close(),
    preClose: (done) => void hub.close().finally(() => done()),
  });
  app.addHook('onRequest', async (request) => {
    if (request.ws && request.routeOptions.url !== PATH) throw notFound();
  });
  // A refused upgrade leaves a socket that the server no longer counts as a connection, so it would stay open.
  app.addHook('onResponse', async ({ raw }) => {
    if ((raw as { upgrade?: boolean }).upgrade) raw.socket.destroy();
  });
  app.route({
    method: 'GET',
    url: PATH,
    exposeHeadRoute: false,
    schema: { hide: true },
    config: { budget: 'itself' },
    async preValidation(request) {
      const { rightsChanges } = hub;
      const found = { ...(await admit(kernel, request)), rightsChanges };
      if (!request.ws) throw new AppError('UPGRADE_REQUIRED');
      hub.assertRoom(found);
      admitted.set(request, found);
    },
    handler: () => {
      throw new AppError('UPGRADE_REQUIRED');
    },
    wsHandler(socket, request) {
      const found = admitted.get(request);
      if (!found) return socket.terminate();
      // Those of a person have a limit of their own.
      releaseConnection(request.raw.socket);
      hub.connect(socket, found);
    },
  });
  await hub.start();
}

/** @throws AppError UNAUTHENTICATED, SESSION_EXPIRED, PASSWORD_CHANGE_REQUIRED, TOO_MANY_REQUESTS */
async function admit(kernel: Kernel, request: FastifyRequest): Promise<Omit<Admitted, 'rightsChanges'>> {
  const tenant = await kernel.tenants.byHost(request.hostname);
  const { token, ticket = token, lang } = request.query as Record<string, unknown>;
  const opened =
    typeof ticket === 'string' && (ticket !== token || isSocketTicket(ticket))
      ? await byTicket(kernel, tenant, ticket, request.ip)
      : await byToken(kernel, tenant, token, request.ip);
  const session = await kernel.database.enter(tenant.id, opened.sessionId, 'read');
  await session.rollback();
  const { caller } = session;
  if (!caller || (opened.userId !== null && caller.userId !== opened.userId))
    throw new AppError('SESSION_EXPIRED');
  if (opened.userId === null) kernel.limits.countPerson({ tenantId: tenant.id, userId: caller.userId });
  if (caller.mustChangePassword) throw new AppError('PASSWORD_CHANGE_REQUIRED');
  return {
    tenant,
    caller: toCaller(caller, opened.sessionId),
    lang: typeof lang === 'string' ? toLanguage(lang) : languageOf(request.headers['accept-language']),
    expiresAt: opened.expiresAt,
    knownRights: opened.knownRights,
  };
}

async function byToken(kernel: Kernel, tenant: Tenant, token: unknown, address: string): Promise<Session> {
  const claims = await kernel.tokens.verify(String(token)).catch((error: unknown) => {
    kernel.limits.countAddress(tenant.id, address);
    throw error;
  });
  if (claims.tenantId !== tenant.id) {
    kernel.limits.countAddress(tenant.id, address);
    throw new AppError('UNAUTHENTICATED');
  }
  kernel.limits.countPerson(claims);
  const { sessionId, userId, expiresAt } = claims;
  return { sessionId, userId, expiresAt: expiresAt * 1000, knownRights: null };
}

async function byTicket(kernel: Kernel, tenant: Tenant, ticket: string, address: string): Promise<Session> {
  kernel.limits.countAddress(tenant.id, address);
  const found = await inTenant(kernel.database, tenant.id, 'write', (db) => redeemSocketTicket(db, ticket));
  if (!found) throw new AppError('UNAUTHENTICATED');
  const { sessionId, expiresAt, rights } = found;
  return { sessionId, userId: null, expiresAt: expiresAt.getTime(), knownRights: rights };
}

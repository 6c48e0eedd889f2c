import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database, TenantSession } from '../db/database.ts';
import { inTenant } from '../db/in-tenant.ts';
import type { Storage } from '../db/storage.ts';
import type { TenantTransaction } from '../db/tables.ts';
import { assertAllowed, toCaller } from './access.ts';
import type { Caller, Context, RouteSpec, Tenant } from './contract.ts';
import { AppError } from './errors.ts';
import type { KernelParts } from './parts.ts';
import type { RateLimits } from './rate-limits.ts';
import { languageOf } from './texts.ts';
import { bearer, type TokenClaims } from './token.ts';

/** Parts of the server that requests need. */
export interface Kernel extends KernelParts {
  database: Database;
  /** Free space of the data folder; null when it is not watched, as in tests. */
  storage: Storage | null;
  limits: RateLimits;
}

/** A request whose caller may use the route, with its open transaction. */
export interface AuthorizedRequest {
  tenant: Tenant;
  caller: Caller | null;
  session: TenantSession;
}

/**
 * First and second check of a request: its session and permission, read by the statement that opens the transaction. The
 * caller of this function must end the transaction.
 * @throws AppError UNKNOWN_HOST, UNAUTHENTICATED, SESSION_EXPIRED, PASSWORD_CHANGE_REQUIRED, FORBIDDEN,
 *   INSUFFICIENT_STORAGE
 */
export async function authorize(
  kernel: Kernel,
  request: FastifyRequest,
  spec: RouteSpec,
  mode: 'read' | 'write',
): Promise<AuthorizedRequest> {
  const tenant = await kernel.tenants.byHost(request.hostname);
  if (spec.access === 'public') {
    if (mode === 'write') assertStorage(kernel, spec);
    return { tenant, caller: null, session: await kernel.database.enter(tenant.id, null, mode) };
  }
  const claims = await claimsOf(kernel, request, tenant);
  const session = await kernel.database.enter(tenant.id, claims.sessionId, mode);
  try {
    if (!session.caller || session.caller.userId !== claims.userId) throw new AppError('SESSION_EXPIRED');
    const caller = toCaller(session.caller, claims.sessionId);
    assertAllowed(caller, spec.access, spec.duringPasswordChange ?? false);
    if (mode === 'write') assertStorage(kernel, spec);
    return { tenant, caller, session };
  } catch (error) {
    await session.rollback();
    throw error;
  }
}

/** @throws AppError INSUFFICIENT_STORAGE while the disk is full, for all but the small writes that reading needs. */
function assertStorage({ storage }: Kernel, spec: RouteSpec): void {
  if (storage?.refusesWrites && !spec.duringFullStorage) throw new AppError('INSUFFICIENT_STORAGE');
}

/** Verifies the token. A token of another tenant counts as none. */
async function claimsOf(kernel: Kernel, request: FastifyRequest, tenant: Tenant): Promise<TokenClaims> {
  const token = bearer(request.headers.authorization);
  if (token === null) throw new AppError('UNAUTHENTICATED');
  const claims = await kernel.tokens.verify(token);
  if (claims.tenantId !== tenant.id) throw new AppError('UNAUTHENTICATED');
  return claims;
}

/**
 * Creates the context of a handler.
 * @param db the request's transaction, or null where the route opens its own @param signal tells that the client has gone
 */
export function createContext(
  kernel: Kernel,
  request: FastifyRequest,
  spec: RouteSpec,
  { tenant, caller }: Pick<AuthorizedRequest, 'tenant' | 'caller'>,
  db: TenantTransaction | null,
  signal: AbortSignal,
): Context<Caller | null> {
  return {
    tenant,
    host: request.hostname,
    caller,
    lang: languageOf(request.headers['accept-language']),
    address: request.ip,
    requestId: request.id,
    log: request.log,
    headers: request.headers,
    get db(): TenantTransaction {
      if (!db) throw new Error('this route opens its own transactions');
      return db;
    },
    signal,
    async transaction(work, mode = 'write', ending) {
      if (db) throw new Error('this route has a transaction; a second one could wait for the first for ever');
      if (mode === 'write') assertStorage(kernel, spec);
      const named = async (own: TenantTransaction) => {
        // Policies of rows that are hidden from some depend on who reads.
        if (caller) await sql`select set_config('app.user_id', ${String(caller.userId)}, true)`.execute(own);
        return work(own);
      };
      return inTenant(kernel.database, tenant.id, mode, named, ending);
    },
  };
}

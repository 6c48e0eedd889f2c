import { sql } from 'kysely';
import { Type } from 'typebox';
import { audit } from '../../../kernel/audit.ts';
import { Reply, type Context, type RouteSpec } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { route } from '../../../kernel/route.ts';
import { publishProfile } from '../../../kernel/topics.ts';
import { deviceOf, deviceText } from './device.ts';

const id = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
const ended = Type.Object({ ended: Type.Integer() });

interface OpenSession {
  id: string;
  address: string;
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** The caller's own open sessions, and their end. */
export const ownSessionRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    url: '/adm/v2/sec/me/sessions',
    access: 'session',
    summary: '$routes.session.own',
    reply: Type.Object({
      rows: Type.Array(
        Type.Object({
          id,
          device: Type.String(),
          icon: Type.String(),
          address: Type.String(),
          createdAt: Type.String(),
          lastSeenAt: Type.String(),
          isCurrent: Type.Boolean(),
          state: Type.Union([Type.Literal('current'), Type.Literal('open')]),
        }),
      ),
      totalRows: Type.Integer(),
    }),
    async handle(ctx) {
      const rows = await readOpen(ctx);
      return { rows, totalRows: rows.length };
    },
  }),
  route({
    method: 'DELETE',
    url: '/adm/v2/sec/me/sessions/:session',
    access: 'session',
    summary: 'End one of the own sessions',
    input: { params: Type.Object({ session: id }) },
    reply: ended,
    async handle(ctx, { params }) {
      const count = await end(ctx, [params.session]);
      if (count === 0) throw notFound();
      return new Reply({ ended: count }, 'messages.sessionsEnded');
    },
  }),
  route({
    method: 'DELETE',
    url: '/adm/v2/sec/me/sessions',
    access: 'session',
    summary: 'End all own sessions but this one',
    reply: ended,
    async handle(ctx) {
      const others = (await readOpen(ctx)).filter(({ isCurrent }) => !isCurrent);
      const count = await end(
        ctx,
        others.map((one) => one.id),
      );
      return new Reply({ ended: count }, 'messages.sessionsEnded');
    },
  }),
];

async function readOpen(ctx: Context) {
  const { rows } = await sql<OpenSession>`
    select id, address, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt"
    from session where user_id = ${ctx.caller.userId} and revoked_at is null and expires_at > now()
    order by (id = ${ctx.caller.sessionId}) desc, last_seen_at desc, id`.execute(ctx.db);
  return rows.map(({ userAgent, createdAt, lastSeenAt, ...row }) => {
    const isCurrent = row.id === ctx.caller.sessionId;
    const device = deviceOf(userAgent);
    return {
      ...row,
      device: deviceText(ctx.lang, device),
      icon: device.kind,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent,
      state: isCurrent ? ('current' as const) : ('open' as const),
    };
  });
}

/** Ends sessions of the caller, whose open connections close with it. @returns how many were open */
async function end(ctx: Context, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { userId } = ctx.caller;
  const { rows } = await sql`
    update session set revoked_at = now()
    where user_id = ${userId} and id = any(${ids}::uuid[]) and revoked_at is null and expires_at > now()
    returning id`.execute(ctx.db);
  if (rows.length === 0) return 0;
  const { version } = await ctx.db
    .selectFrom('app_user')
    .select('version')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  publishProfile(ctx.db, userId, version);
  await audit(ctx, {
    entity: 'session',
    entityId: userId,
    action: 'end-sessions',
    before: null,
    after: { sessions: rows.length },
  });
  return rows.length;
}

import { Type } from 'typebox';
import type { Resource } from '../kernel/contract.ts';
import { digestOfGrants } from '../kernel/access.ts';
import { route } from '../kernel/route.ts';
import { issueSocketTicket } from './socket-tickets.ts';

/** Tickets of the real-time connection, whose address would otherwise contain the access token. */
export function realtimeResource(): Resource {
  return {
    name: 'realtime',
    routes: [
      route({
        method: 'POST',
        url: '/adm/v2/ws/ticket',
        access: 'session',
        summary: 'A ticket that opens one real-time connection (GET /adm/v2/ws?ticket=) within a minute',
        idempotent: false,
        duringFullStorage: true,
        reply: Type.Object({
          ticket: Type.String(),
          rights: Type.String({ description: 'Digest of the permissions, as the menu has it.' }),
        }),
        async handle(ctx) {
          const rights = digestOfGrants(ctx.caller.grants);
          return { ticket: await issueSocketTicket(ctx.db, ctx.caller.sessionId, rights), rights };
        },
      }),
    ],
  };
}

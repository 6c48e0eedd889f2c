import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import type { Context } from '../../../kernel/contract.ts';
import { route } from '../../../kernel/route.ts';

/**
 * The key with which the devices of the signed-in person encrypt what waits to be sent. It outlives sessions and passwords, so
 * that what a device kept can be read after the next sign-in, and by nobody else.
 */
export const deviceKeyRoute = route({
  method: 'POST',
  url: '/adm/v2/sec/me/device-key',
  access: 'session',
  summary: 'The key of what the own devices keep until it is sent, which the first call makes',
  // Each call answers the same key.
  idempotent: false,
  // A device that cannot read what it keeps could not send it once there is space again.
  duringFullStorage: true,
  reply: Type.Object({ key: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
  async handle(ctx) {
    return { key: (await readKey(ctx)) ?? (await makeKey(ctx)) };
  },
});

async function readKey({ db, caller }: Context): Promise<string | null> {
  const row = await db
    .selectFrom('device_key')
    .select('key')
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  return row ? Buffer.from(row.key).toString('hex') : null;
}

/** Two devices may ask for the first time at once: they get the key of the one that was first. */
async function makeKey(ctx: Context): Promise<string> {
  await ctx.db
    .insertInto('device_key')
    .values({ tenant_id: ctx.tenant.id, user_id: ctx.caller.userId, key: randomBytes(32) })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doNothing())
    .execute();
  const key = await readKey(ctx);
  if (key === null) throw new Error('a key was not stored');
  return key;
}

import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Json } from '../../../contracts/json.ts';
import {
  maxPreferenceBytes,
  maxPreferences,
  preferenceKeyPattern,
  type Preference,
} from '../../../contracts/preference.ts';
import type { Context, Resource } from '../../kernel/contract.ts';
import { invalid } from '../../kernel/errors.ts';
import { route } from '../../kernel/route.ts';

const url = '/adm/v2/sec/me/preferences/:key';
const params = Type.Object({
  key: Type.String({ pattern: preferenceKeyPattern, description: 'For example table.admin-user.list.' }),
});
const preference = Type.Object({
  value: Type.Unknown({ description: 'Any JSON. Null: nothing is stored.' }),
});

/** Preferences of the signed-in person. Nobody else can read them, so changes are not audited. */
export function preferenceResource(): Resource {
  return {
    name: 'preference',
    routes: [
      route({
        method: 'GET',
        url,
        access: 'session',
        summary: '$routes.preference.one',
        input: { params },
        reply: preference,
        handle: (ctx, { params: { key } }) => read(ctx, key),
      }),
      route({
        method: 'PUT',
        url,
        access: 'session',
        summary: 'Store a preference under a key; null deletes it',
        input: { params, body: preference },
        reply: preference,
        async handle(ctx, { params: { key }, body }) {
          await write(ctx, key, body.value as Json);
          return { value: body.value as Json };
        },
      }),
    ],
  };
}

async function read(ctx: Context, key: string): Promise<Preference> {
  const row = await ctx.db
    .selectFrom('user_preference')
    .where('user_id', '=', ctx.caller.userId)
    .where('key', '=', key)
    .select('value')
    .executeTakeFirst();
  return { value: row?.value ?? null };
}

async function write(ctx: Context, key: string, value: Json): Promise<void> {
  const own = ctx.caller.userId;
  if (value === null) {
    await ctx.db.deleteFrom('user_preference').where('user_id', '=', own).where('key', '=', key).execute();
    return;
  }
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > maxPreferenceBytes) {
    const limit = maxPreferenceBytes / 1024;
    throw invalid([{ path: '/value', key: 'errors.preferenceSize', params: { limit } }]);
  }
  await ctx.db
    .insertInto('user_preference')
    .values({ tenant_id: ctx.tenant.id, user_id: own, key, value: text })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id', 'key'])
        .doUpdateSet({ value: text, updated_at: sql<Date>`now()` }),
    )
    .execute();
  // Keys beyond the limit are deleted, the least recently written first.
  await ctx.db
    .deleteFrom('user_preference')
    .where('user_id', '=', own)
    .where('key', 'in', (from) =>
      from
        .selectFrom('user_preference')
        .where('user_id', '=', own)
        .select('key')
        .orderBy('updated_at', 'desc')
        .orderBy('key')
        .offset(maxPreferences)
        .limit(maxPreferences),
    )
    .execute();
}

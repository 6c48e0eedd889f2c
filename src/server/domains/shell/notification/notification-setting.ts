import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import type { Context, RouteSpec } from '../../../kernel/contract.ts';
import { invalid } from '../../../kernel/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { sendsMail } from '../../../platform/mail/deliver.ts';

const chosen = {
  mail: Type.Unsafe<'never' | 'gesture' | 'digest'>({ type: 'string', enum: ['never', 'gesture', 'digest'] }),
  hour: Type.Integer({
    minimum: 0,
    maximum: 23,
    description: 'Of the daily mail, in the time zone of the tenant',
  }),
};
const setting = Type.Object({
  ...chosen,
  sends: Type.Boolean({ description: 'Whether the installation sends mails' }),
});
type Setting = Static<typeof setting>;

/** Settings of which notifications a person gets by mail. */
export const settingRoutes = (env: Platform['env']): RouteSpec[] => [
  route({
    method: 'GET',
    url: '/adm/v2/notifications/mail',
    access: 'session',
    summary: '$routes.notification.mail',
    input: {},
    reply: setting,
    async handle({ db, caller }): Promise<Setting> {
      const row = await db
        .selectFrom('notification_setting')
        .where('user_id', '=', caller.userId)
        .select(['mail', 'hour'])
        .executeTakeFirst();
      return { mail: row?.mail ?? 'never', hour: row?.hour ?? 8, sends: sendsMail(env) };
    },
  }),
  route({
    method: 'PUT',
    url: '/adm/v2/notifications/mail',
    access: 'session',
    summary: 'Choose what one gets of one’s own notifications by mail',
    input: { body: Type.Object(chosen) },
    reply: setting,
    async handle(ctx, { body }): Promise<Setting> {
      const sends = sendsMail(env);
      if (!sends && body.mail !== 'never')
        throw invalid([{ path: '/mail', key: 'errors.notification.noMail' }]);
      await store(ctx, body);
      return { ...body, sends };
    },
  }),
];

/** The first digest comes at the next time that the hour is reached. */
async function store(
  { db, tenant, caller, host }: Context,
  { mail, hour }: Pick<Setting, 'mail' | 'hour'>,
): Promise<void> {
  const local = sql`(now() at time zone ${tenant.timeZone})`;
  await sql`
    insert into notification_setting as s (tenant_id, user_id, mail, hour, host, digest_on)
    values (${tenant.id}, ${caller.userId}, ${mail}, ${hour}, ${host},
      case when extract(hour from ${local}) >= ${hour} then ${local}::date end)
    on conflict (tenant_id, user_id) do update set mail = excluded.mail, hour = excluded.hour, host = excluded.host,
      digest_on = greatest(s.digest_on, excluded.digest_on)`.execute(db);
}

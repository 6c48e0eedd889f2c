import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import type { Context, RouteSpec } from '../../../kernel/contract.ts';
import { invalid } from '../../../kernel/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isTimeZone } from '../../../../contracts/time-zones.ts';
import { route } from '../../../kernel/route.ts';
import { sendsMail } from '../../../platform/mail/deliver.ts';

const chosen = {
  mail: Type.Unsafe<'never' | 'gesture' | 'digest'>({ type: 'string', enum: ['never', 'gesture', 'digest'] }),
  hour: Type.Integer({
    minimum: 0,
    maximum: 23,
    description: 'Of the daily mail, in `timeZone`',
  }),
};
const setting = Type.Object({
  ...chosen,
  timeZone: Type.String(),
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
    async handle({ db, caller, tenant }): Promise<Setting> {
      const row = await db
        .selectFrom('notification_setting')
        .where('user_id', '=', caller.userId)
        .select(['mail', 'hour', 'time_zone as timeZone'])
        .executeTakeFirst();
      return {
        mail: row?.mail ?? 'never',
        hour: row?.hour ?? 8,
        timeZone: row?.timeZone ?? tenant.timeZone,
        sends: sendsMail(env),
      };
    },
  }),
  route({
    method: 'PUT',
    url: '/adm/v2/notifications/mail',
    access: 'session',
    summary: 'Choose what one gets of one’s own notifications by mail',
    input: {
      body: Type.Object({
        ...chosen,
        timeZone: Type.Optional(
          Type.String({ maxLength: 64, description: 'Of the hour; without it that of the tenant' }),
        ),
      }),
    },
    reply: setting,
    async handle(ctx, { body }): Promise<Setting> {
      const sends = sendsMail(env);
      if (!sends && body.mail !== 'never')
        throw invalid([{ path: '/mail', key: 'errors.notification.noMail' }]);
      const { timeZone = ctx.tenant.timeZone } = body;
      if (!(await isKnown(ctx, timeZone)))
        throw invalid([{ path: '/timeZone', key: 'errors.notification.zone', params: { zone: timeZone } }]);
      await store(ctx, { ...body, timeZone });
      return { ...body, timeZone, sends };
    },
  }),
];

/** Whether the database has a time zone, whose clocks begin the digests. */
async function isKnown({ db }: Context, zone: string): Promise<boolean> {
  if (!isTimeZone(zone)) return false;
  const { rows } = await sql`select from pg_timezone_names where name = ${zone}`.execute(db);
  return rows.length > 0;
}

/** The first digest comes at the next time that the hour is reached. */
async function store(
  { db, tenant, caller, host }: Context,
  { mail, hour, timeZone }: Pick<Setting, 'mail' | 'hour' | 'timeZone'>,
): Promise<void> {
  const local = sql`(now() at time zone ${timeZone})`;
  await sql`
    insert into notification_setting as s (tenant_id, user_id, mail, hour, time_zone, host, digest_on)
    values (${tenant.id}, ${caller.userId}, ${mail}, ${hour}, ${timeZone}, ${host},
      case when extract(hour from ${local}) >= ${hour} then ${local}::date end)
    on conflict (tenant_id, user_id) do update set mail = excluded.mail, hour = excluded.hour,
      time_zone = excluded.time_zone, host = excluded.host,
      digest_on = greatest(s.digest_on, excluded.digest_on)`.execute(db);
}

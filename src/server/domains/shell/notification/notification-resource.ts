import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { allows } from '../../../../contracts/access.ts';
import type { NotificationKind } from '../../../../contracts/notification.ts';
import type { Resource } from '../../../kernel/contract.ts';
import { ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { selectPage } from '../../../kernel/select-page.ts';
import { publishNotification } from '../../../kernel/topics.ts';
import { notificationDigest, notificationDigests, notificationMail } from './notify-mail.ts';
import { isoTime, nullable } from '../../../kernel/schema-parts.ts';
import { chatName } from '../../support/index.ts';
import { settingRoutes } from './notification-setting.ts';

const int = Type.Integer();
const text = Type.String();
const notification = Type.Object({
  id: int,
  kind: Type.Unsafe<NotificationKind>({ type: 'string' }),
  actor: nullable(Type.Object({ id: int, name: text, photourl: nullable(text) })),
  at: text,
  isRead: Type.Boolean(),
  count: int,
  task: nullable(
    Type.Object({
      id: int,
      code: text,
      title: text,
      projectId: int,
      storyId: nullable(int),
      boardId: nullable(int),
      sprintId: nullable(int),
    }),
  ),
  chat: nullable(Type.Object({ id: int, name: text })),
});

const lists = new ListReader({ orders: ['id'], defaultOrder: 'id_desc' });
const { filters: _filters, ...pageQuery } = listQuery;

/** Notifications of a person in the bell of the header. Nobody else reads them. */
export function notificationResource({ env, files }: Pick<Platform, 'env' | 'files'>): Resource {
  return {
    name: 'notification',
    jobs: [notificationMail(files), notificationDigest(files), notificationDigests],
    routes: [
      ...settingRoutes(env),
      route({
        method: 'GET',
        url: '/adm/v2/notifications',
        access: 'session',
        summary: '$routes.notification.page',
        errors: ['BAD_ORDER'],
        input: {
          query: Type.Object({
            ...pageQuery,
            ...lists.query,
            isRead: Type.Optional(Type.Unsafe<'Y' | 'N'>({ type: 'string', enum: ['Y', 'N'] })),
          }),
        },
        reply: listReply(notification),
        handle(ctx, { query }) {
          const request = lists.read(ctx, query);
          const seesChats = allows(ctx.caller.grants, { screen: 'support', verb: 'read' });
          const matching = sql`from notification n where n.user_id = ${ctx.caller.userId}
            and (${query.isRead === undefined} or (n.read_at is not null) = ${query.isRead === 'Y'})`;
          return selectPage<Static<typeof notification>>(ctx.db, request, {
            total: sql`select count(*) ${matching}`,
            rows: sql`select n.id, n.kind, ${isoTime('n.created_at')} as at, n.read_at is not null as "isRead",
              coalesce((n.data->>'count')::int, 1) as count,
              (select json_build_object('id', u.id, 'name', u.name, 'photourl', u.photo_url)
                from app_user u where u.id = n.actor_id) as actor,
              (select json_build_object('id', t.id, 'code', p.key || '-' || t.number, 'title', t.title,
                'projectId', t.project_id, 'storyId', t.story_id, 'boardId', c.board_id, 'sprintId', nullif(c.sprint_id, 0))
                from task t join project p on p.id = t.project_id
                left join lateral (
                  select c.board_id, c.sprint_id from card_position c
                  join board b on b.id = c.board_id and b.deleted_at is null
                  where c.task_id = t.id order by c.board_id limit 1
                ) c on true
                where n.entity = 'task' and t.id = n.entity_id) as task,
              (select json_build_object('id', x.id, 'name', ${chatName})
                from support_chat x left join support_contact c on c.id = x.contact_id
                where n.entity = 'support-chat' and x.id = n.entity_id and ${seesChats}) as chat
              ${matching} order by n.id ${sql.raw(request.order.direction)}`,
          });
        },
      }),
      route({
        method: 'PUT',
        url: '/adm/v2/notifications/read',
        access: 'session',
        summary: 'Mark notifications of one’s own as read, all of them without ids',
        input: {
          body: Type.Object({
            ids: Type.Optional(
              Type.Array(Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1 }), { minItems: 1, maxItems: 500 }),
            ),
          }),
        },
        reply: Type.Object({ read: int }),
        async handle(ctx, { body: { ids } }) {
          const { rows } = await sql`
            update notification set read_at = now()
            where user_id = ${ctx.caller.userId} and read_at is null
              and (${ids === undefined} or id = any (${ids ?? []}::bigint[]))
            returning id`.execute(ctx.db);
          // The bell of the person's other pages follows.
          if (rows.length > 0) publishNotification(ctx.db, ctx.caller.userId);
          return { read: rows.length };
        },
      }),
    ],
  };
}

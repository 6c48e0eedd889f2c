import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Resource } from '../../../kernel/contract.ts';
import { ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import { route } from '../../../kernel/route.ts';
import { selectPage } from '../../../kernel/select-page.ts';
import { id } from '../../../kernel/schema-parts.ts';

const { filters: _filters, ...pageQuery } = listQuery;
const lists = new ListReader({ orders: ['shortcut', 'title'], defaultOrder: 'shortcut_asc' });

interface Answer {
  id: number;
  shortcut: string;
  title: string;
  text: string;
}

/** Canned answers and tags as the chat offers them to agents, who need no right on their screens. */
export function supportAnswerResource(): Resource {
  return {
    name: 'support-chat-answer',
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/sup/answer',
        access: {
          any: [
            { screen: 'support', verb: 'read' },
            { screen: 'support-answer', verb: 'read' },
          ],
        },
        summary: '$routes.supportAnswer.page',
        errors: ['BAD_ORDER'],
        input: {
          query: Type.Object({
            ...pageQuery,
            ...lists.query,
            channelId: Type.Optional(id),
            text: Type.Optional(
              Type.String({ maxLength: 200, description: 'Contained in shortcut, title or text.' }),
            ),
          }),
        },
        reply: listReply(
          Type.Object({
            id: Type.Integer(),
            shortcut: Type.String(),
            title: Type.String(),
            text: Type.String({ description: 'May name {{nome}}, {{atendente}} and {{empresa}}.' }),
          }),
        ),
        handle(ctx, { query }) {
          const request = lists.read(ctx, query);
          const { field, direction } = request.order;
          const text = query.text?.trim() ?? '';
          const matches = sql`a.is_active and (a.channel_id is null or a.channel_id = ${query.channelId ?? null})
            and (${text} = '' or a.search like molde_like(${text}))`;
          return selectPage<Answer>(ctx.db, request, {
            total: sql`select count(*) from support_answer a where ${matches}`,
            rows: sql`select a.id, a.shortcut, a.title, a.text from support_answer a where ${matches}
              order by ${sql.ref(`a.${field}`)} ${sql.raw(direction)}, a.id`,
          });
        },
      }),
    ],
  };
}

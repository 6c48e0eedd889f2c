import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Resource } from '../../../kernel/contract.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { id, idParams, nullable } from '../../../kernel/schema-parts.ts';
import { answerDueJob } from '../rule/answer-due-job.ts';
import { arrivalJob } from '../rule/arrival-job.ts';
import { assignJob } from '../rule/assign-job.ts';
import { mayAttend } from './change-state.ts';
import { supportTopics } from './events.ts';
import { chatReply, tagShape } from './wire.ts';
import { readJob } from '../whatsapp/read-job.ts';
import { maySupport } from './sight.ts';
import { listChats, readChatWithMessages, searchMessages } from './support-chat-read.ts';
import {
  changeBody,
  chatListReply,
  chatQuery,
  chatsQuery,
  chatWithMessages,
  createBody,
  optionalId,
  search,
  searchReply,
  tagsBody,
} from './support-chat-schema.ts';
import { changeTags, listTags } from './support-chat-tags.ts';
import { changeChat, createChat, markRead } from './support-chat-write.ts';

const url = '/adm/v2/sup/zap/chat';

/** Chats with customers: who attends to them, and what was said. */
export function supportChatResource({ secrets }: Platform): Resource {
  return {
    name: 'support-chat',
    topics: supportTopics,
    jobs: [readJob(secrets), answerDueJob, arrivalJob, assignJob],
    routes: [
      route({
        method: 'GET',
        url,
        access: maySupport('read'),
        summary: '$routes.support.chats',
        errors: ['BAD_FILTERS'],
        input: { query: chatsQuery },
        reply: chatListReply,
        handle: (ctx, { query }) => listChats(ctx, query),
      }),
      route({
        method: 'POST',
        url,
        access: maySupport('create'),
        summary: 'Begin a chat with a number, or find the one that there is',
        status: 201,
        errors: ['RULE_BROKEN'],
        input: { body: createBody },
        reply: chatReply,
        handle: (ctx, { body }) => createChat(ctx, body),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/sup/agent',
        access: maySupport('read'),
        summary: '$routes.support.agents',
        input: { query: Type.Object({ name: search }) },
        reply: Type.Object({
          rows: Type.Array(
            Type.Object({ id: Type.Integer(), name: Type.String(), photourl: nullable(Type.String()) }),
          ),
        }),
        async handle(ctx, { query }) {
          const { rows } = await sql<{ id: number; name: string; photourl: string | null }>`
            select u.id, u.name, u.photo_url as photourl from app_user u
            where ${mayAttend} and (${query.name ?? ''} = '' or molde_fold(u.name) like molde_like(${query.name ?? ''}))
            order by u.name, u.id limit 500`.execute(ctx.db);
          return { rows };
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/sup/queue',
        access: maySupport('read'),
        summary: '$routes.support.queues',
        input: { query: Type.Object({ channelId: optionalId }) },
        reply: Type.Object({
          rows: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
        }),
        async handle(ctx, { query }) {
          const { channelId = null } = query;
          const { rows } = await sql<{ id: number; name: string }>`
            select id, name from support_queue
            where is_active and (${channelId}::bigint is null or channel_id is null or channel_id = ${channelId})
            order by name, id limit 500`.execute(ctx.db);
          return { rows };
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/sup/zap/search',
        access: maySupport('read'),
        summary: '$routes.support.search',
        input: {
          query: Type.Object({
            text: Type.String({ minLength: 2, maxLength: 200 }),
            channelId: optionalId,
            page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1 })),
            perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
          }),
        },
        reply: searchReply,
        handle: (ctx, { query }) => searchMessages(ctx, query),
      }),
      route({
        method: 'GET',
        url: `${url}/:id`,
        access: maySupport('read'),
        summary: '$routes.support.chat',
        input: { params: idParams, query: chatQuery },
        reply: chatWithMessages,
        handle: (ctx, { params, query }) => readChatWithMessages(ctx, params.id, query),
      }),
      route({
        method: 'PUT',
        url: `${url}/:id`,
        access: maySupport('update'),
        summary: 'Assign, finish or reopen a chat',
        errors: ['VERSION_CONFLICT', 'RULE_BROKEN'],
        input: { params: idParams, body: changeBody },
        reply: nullable(chatReply),
        handle: (ctx, { params, body }) => changeChat(ctx, params.id, body),
      }),
      route({
        method: 'PUT',
        url: `${url}/:id/tags`,
        access: maySupport('update'),
        summary: 'Add tags to a chat, or remove them',
        input: { params: idParams, body: tagsBody },
        reply: chatReply,
        handle: (ctx, { params, body }) => changeTags(ctx, params.id, body),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/sup/tag',
        access: maySupport('read'),
        summary: '$routes.support.tags',
        input: {},
        reply: Type.Object({ rows: Type.Array(tagShape) }),
        handle: async (ctx) => ({ rows: await listTags(ctx) }),
      }),
      route({
        method: 'POST',
        url: `${url}/:id/read`,
        access: maySupport('update'),
        summary: 'Note that a chat was read up to a message',
        input: { params: idParams, body: Type.Object({ messageId: id }) },
        reply: chatReply,
        handle: (ctx, { params, body }) => markRead(ctx, params.id, body.messageId),
      }),
    ],
  };
}

import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import type { Access } from '../../../../contracts/access.ts';
import type { Context, Resource } from '../../../kernel/contract.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import { ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { selectPage } from '../../../kernel/select-page.ts';
import { id, idParams } from '../../../kernel/schema-parts.ts';
import { queueMessage } from '../message/queue-message.ts';
import { assertConsent } from '../contact/consent.ts';
import { attachHeader } from '../message/message-files.ts';
import { renderTemplate } from './template-message.ts';
import { listTemplates, toTemplate } from './templates.ts';
import { sendReply } from '../chat/wire.ts';
import { hourlyTemplates, templateJob } from '../whatsapp/template-job.ts';
import { enqueueTemplates } from '../whatsapp/template-kind.ts';
import {
  channelBody,
  channelDetail,
  channelRow,
  templateBody,
  templateReply,
} from './support-channel-schema.ts';
import { createChannel, readChannel, updateChannel } from './support-channel-write.ts';

const screen = 'support-channel';
const mayRead: Access = {
  any: [
    { screen: 'support', verb: 'read' },
    { screen, verb: 'read' },
  ],
} as const;
const url = '/adm/v2/sup/channel';
const { filters: _filters, ...pageQuery } = listQuery;
const lists = new ListReader({ orders: ['name', 'id'], defaultOrder: 'name_asc' });

/** The channel that a call means; without one the only active channel there is. */
async function channelOf(ctx: Context, given: number | undefined): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from support_channel where is_active and (${given ?? null}::bigint is null or id = ${given ?? null}) order by id limit 2`.execute(
    ctx.db,
  );
  if (rows.length === 0) throw notFound();
  if (rows.length > 1) throw invalid([{ path: '/channelId', key: 'validation.required' }]);
  return rows[0]!.id;
}

async function sendTemplate(
  ctx: Context,
  files: Files,
  chatId: number,
  given: number | undefined,
  { name, language = 'pt_BR', components = [], to, clientId }: Static<typeof templateBody>,
) {
  const { rows } = await sql<{ channelId: number }>`
    select channel_id as "channelId" from support_chat where id = ${chatId}`.execute(ctx.db);
  if (!rows[0]) throw notFound();
  const [stored] = await listTemplates(ctx.db, rows[0].channelId, { name, language });
  if (stored?.status !== 'APPROVED') throw invalid([{ path: '/name', key: 'errors.support.template' }]);
  await assertConsent(ctx, chatId, stored.category);
  const { content, details, file } = renderTemplate(toTemplate(stored), components);
  return queueMessage(
    ctx,
    { chatId, channelId: given, to, clientId },
    { type: 'template', content, details },
    async (messageId) => {
      if (file) await attachHeader(ctx, files, messageId, file);
    },
  );
}

/** Channels of the support chat and their templates. */
export function supportChannelResource({ files, secrets }: Platform): Resource {
  return {
    name: 'support-channel',
    jobs: [templateJob(secrets), hourlyTemplates],
    routes: [
      route({
        method: 'GET',
        url,
        access: mayRead,
        summary: '$routes.support.channels',
        errors: ['BAD_ORDER'],
        input: { query: Type.Object({ ...pageQuery, ...lists.query }) },
        reply: listReply(channelRow),
        async handle(ctx, { query }) {
          const request = lists.read(ctx, query);
          const { field, direction } = request.order;
          return selectPage<Static<typeof channelRow>>(ctx.db, request, {
            total: sql`select count(*) from support_channel`,
            rows: sql`select id, name, phone as whatsapp, case when is_active then 'Y' else 'N' end as "isActive",
                case when error_code is null then null
                  else json_build_object('code', error_code, 'detail', coalesce(error_text, '')) end as problem
              from support_channel order by ${field === 'id' ? sql`id` : sql`name`} ${sql.raw(direction)}, id`,
          });
        },
      }),
      route({
        method: 'GET',
        url: `${url}/:id`,
        access: { screen, verb: 'read' },
        summary: '$routes.support.channel',
        input: { params: idParams },
        reply: channelDetail,
        handle: (ctx, { params }) => readChannel(ctx, params.id),
      }),
      route({
        method: 'POST',
        url,
        access: { screen, verb: 'create' },
        summary: 'Connect a number of the messaging provider',
        status: 201,
        errors: ['ALREADY_EXISTS', 'RULE_BROKEN'],
        input: { body: channelBody },
        reply: channelDetail,
        handle: (ctx, { body }) => createChannel(ctx, secrets, body),
      }),
      route({
        method: 'PUT',
        url: `${url}/:id`,
        access: { screen, verb: 'update' },
        summary: 'Change a channel or its secrets, and send what waited for it',
        errors: ['VERSION_CONFLICT', 'ALREADY_EXISTS', 'RULE_BROKEN'],
        input: { params: idParams, body: channelBody },
        reply: channelDetail,
        handle: (ctx, { params, body }) => updateChannel(ctx, secrets, params.id, body),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/sup/zap/template',
        access: { screen: 'support', verb: 'read' },
        summary: '$routes.support.templates',
        input: { query: Type.Object({ channelId: Type.Optional(id) }) },
        reply: Type.Object({ rows: Type.Array(templateReply) }),
        async handle(ctx, { query }) {
          const stored = await listTemplates(ctx.db, await channelOf(ctx, query.channelId));
          return { rows: stored.filter(({ status }) => status === 'APPROVED').map(toTemplate) };
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/sup/zap/template-details',
        access: { screen: 'support', verb: 'read' },
        summary: '$routes.support.template',
        input: {
          query: Type.Object({
            channelId: Type.Optional(id),
            name: Type.String({ minLength: 1, maxLength: 512 }),
            language: Type.Optional(Type.String({ maxLength: 20, default: 'pt_BR' })),
          }),
        },
        reply: templateReply,
        async handle(ctx, { query: { channelId, name, language = 'pt_BR' } }) {
          const [stored] = await listTemplates(ctx.db, await channelOf(ctx, channelId), { name, language });
          if (!stored) throw notFound();
          return toTemplate(stored);
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/sup/zap/template/refresh',
        access: { screen: 'support', verb: 'update' },
        summary: 'Read the templates from the messaging provider again',
        input: { body: Type.Object({}) },
        reply: Type.Null(),
        async handle(ctx) {
          await enqueueTemplates(ctx.db, ctx.tenant.id);
          return null;
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/sup/zap/send-template/:chatId',
        access: { screen: 'support', verb: 'update' },
        summary: 'Send a template message, also outside of the window',
        status: 201,
        errors: ['RULE_BROKEN', 'BODY_TOO_LARGE'],
        input: {
          params: Type.Object({ chatId: id }),
          query: Type.Object({ channelId: Type.Optional(id) }),
          body: templateBody,
        },
        reply: sendReply,
        handle: (ctx, { params, query, body }) =>
          sendTemplate(ctx, files, params.chatId, query.channelId, body),
      }),
    ],
  };
}

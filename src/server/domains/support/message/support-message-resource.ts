import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { allows } from '../../../../contracts/access.ts';
import { mostText } from '../../../../contracts/support.ts';
import type { Context, Resource } from '../../../kernel/contract.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { id, idParams, opId } from '../../../kernel/schema-parts.ts';
import { publishMessages } from '../chat/events.ts';
import { addNote } from '../chat/notes.ts';
import { maySupport } from '../chat/sight.ts';
import { queueMessage, retryMessage } from './queue-message.ts';
import { sendReplyOf } from './send-reply.ts';
import { MESSAGE_FILES, mediaJob, refetchMedia } from '../whatsapp/media-job.ts';
import { sendJob } from '../whatsapp/send-job.ts';
import { reactionJob } from '../whatsapp/reaction-job.ts';
import { sendReply } from '../chat/wire.ts';
import { prepareMedia, sendMedia } from './send-media.ts';
import { sendReaction } from './send-reaction.ts';
import { mediaBody, MOST_MEDIA_BYTES } from './media-kinds.ts';

const chatParams = Type.Object({ chatId: id });
const channelQuery = Type.Object({ channelId: Type.Optional(id) });
const clientId = Type.Optional(opId);
const degrees = (most: 90 | 180) => Type.Number({ minimum: -most, maximum: most });

const textBody = Type.Object({
  to: Type.Optional(Type.String({ maxLength: 30 })),
  type: Type.Optional(
    Type.Unsafe<'text' | 'location' | 'contacts'>({
      type: 'string',
      enum: ['text', 'location', 'contacts'],
      default: 'text',
    }),
  ),
  textBody: Type.Optional(Type.String({ maxLength: mostText })),
  clientId,
  replyTo: Type.Optional(id),
  location: Type.Optional(
    Type.Object({
      latitude: degrees(90),
      longitude: degrees(180),
      name: Type.Optional(Type.String({ maxLength: 1000 })),
      address: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
  ),
  contacts: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ minLength: 1, maxLength: 200 }),
        phones: Type.Array(Type.String({ minLength: 3, maxLength: 30 }), { minItems: 1, maxItems: 10 }),
      }),
      { minItems: 1, maxItems: 10 },
    ),
  ),
});

function sendText(
  ctx: Context,
  chatId: number,
  channelId: number | undefined,
  body: Static<typeof textBody>,
) {
  const { type = 'text', textBody: content = '', location, contacts, ...meant } = body;
  const sending = { chatId, channelId, ...meant };
  if (type === 'location') {
    if (!location) throw invalid([{ path: '/location', key: 'validation.required' }]);
    const { latitude, longitude, name = '', address = '' } = location;
    const place = { latitude, longitude, name, address };
    const details = { ...place, location: place };
    return queueMessage(ctx, sending, { type, content: name || address, details });
  }
  if (type === 'contacts') {
    if (!contacts) throw invalid([{ path: '/contacts', key: 'validation.required' }]);
    const names = contacts.map(({ name }) => name).join(', ');
    return queueMessage(ctx, sending, { type, content: names, details: { contacts } });
  }
  if (content.trim() === '') throw invalid([{ path: '/textBody', key: 'errors.support.empty' }]);
  return queueMessage(ctx, sending, { type, content });
}

/** Messages of agents, and the files of all messages. */
export function supportMessageResource({ files, secrets }: Platform): Resource {
  return {
    name: 'support-message',
    fileOwners: [
      {
        kind: MESSAGE_FILES,
        async mayRead({ caller, db }, messageId) {
          const { rows } =
            await sql`select from support_message where id = ${messageId} and deleted_at is null`.execute(db);
          return rows.length > 0 && allows(caller.grants, maySupport('read'));
        },
      },
    ],
    jobs: [sendJob(files, secrets), mediaJob(files, secrets), reactionJob(secrets)],
    routes: [
      route({
        method: 'POST',
        url: '/adm/v2/sup/zap/send/:chatId',
        access: maySupport('update'),
        summary: 'Send a text, a location or contacts',
        status: 201,
        errors: ['RULE_BROKEN', 'WINDOW_CLOSED'],
        input: { params: chatParams, query: channelQuery, body: textBody },
        reply: sendReply,
        handle: (ctx, { params, query, body }) => sendText(ctx, params.chatId, query.channelId, body),
      }),
      route({
        method: 'POST',
        url: '/adm/v2/sup/zap/send-media/:chatId',
        access: maySupport('update'),
        summary: 'Send a picture, a video, a sound, a document or a sticker',
        status: 201,
        errors: ['RULE_BROKEN', 'WINDOW_CLOSED', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
        upload: { kind: 'stream', bytes: MOST_MEDIA_BYTES, part: 'MEDIA_FILE' },
        input: { params: chatParams, query: channelQuery, body: mediaBody },
        reply: sendReply,
        prepare: ({ tenant }, { body, received }) => prepareMedia(files, tenant.id, body.fileType, received),
        handle: (ctx, { params, query, body, received }, converted) => {
          const chat = { chatId: params.chatId, channelId: query.channelId };
          return sendMedia(ctx, files, chat, body, received, converted);
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/sup/zap/chat/:id/note',
        access: maySupport('update'),
        summary: 'Write a note that the customer never sees',
        status: 201,
        input: {
          params: idParams,
          body: Type.Object({
            clientId,
            text: Type.Optional(Type.String({ maxLength: mostText })),
            mentions: Type.Optional(
              Type.Array(id, { maxItems: 50, description: 'People to notify of the note.' }),
            ),
          }),
        },
        reply: sendReply,
        handle: (ctx, { params, body }) =>
          addNote(
            ctx,
            { chatId: params.id, clientId: body.clientId, mentions: body.mentions },
            body.text ?? '',
          ),
      }),
      route({
        method: 'POST',
        url: '/adm/v2/sup/zap/message/:id/retry',
        access: maySupport('update'),
        summary: 'Send a message again that failed, or fetch its file again',
        errors: ['RULE_BROKEN', 'WINDOW_CLOSED'],
        input: { params: idParams, body: Type.Object({}) },
        reply: sendReply,
        async handle(ctx, { params }) {
          if (!(await refetchMedia(ctx.db, ctx.tenant.id, params.id))) return retryMessage(ctx, params.id);
          await publishMessages(ctx.db, [{ id: params.id, type: 'MSG_UPD' }]);
          return sendReplyOf(ctx, params.id);
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/sup/zap/message/:id/reaction',
        access: maySupport('update'),
        summary: 'React to a message, or take a reaction back',
        errors: ['RULE_BROKEN', 'WINDOW_CLOSED'],
        input: {
          params: idParams,
          body: Type.Object({ emoji: Type.Optional(Type.String({ maxLength: 32 })) }),
        },
        reply: sendReply,
        handle: (ctx, { params, body }) => sendReaction(ctx, params.id, body.emoji ?? ''),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/sup/zap/msg-media/:id',
        access: maySupport('read'),
        summary: '$routes.support.media',
        errors: ['NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
        input: {
          params: idParams,
          query: Type.Object({
            disposition: Type.Optional(
              Type.Unsafe<'inline' | 'attachment'>({
                type: 'string',
                enum: ['inline', 'attachment'],
                default: 'attachment',
              }),
            ),
          }),
        },
        download: ['application/octet-stream'],
        ranges: true,
        reply: Type.Null(),
        async handle(ctx, { params, query }) {
          const file = await files.find(ctx, await fileOf(ctx, params.id));
          return files.content(file, { size: 0, disposition: query.disposition ?? 'attachment' });
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/sup/zap/msg-media/:id/address',
        access: maySupport('read'),
        summary: '$routes.support.mediaAddress',
        input: { params: idParams },
        reply: Type.Object({ address: Type.String(), expiresAt: Type.String() }),
        async handle(ctx, { params }) {
          const file = await files.find(ctx, await fileOf(ctx, params.id));
          return files.address(ctx, file, { size: 0, disposition: 'inline' });
        },
      }),
    ],
  };
}

/** The file of a message. @throws AppError NOT_FOUND, also while it has not come */
async function fileOf(ctx: Context, messageId: number): Promise<number> {
  const { rows } = await sql<{ fileId: number }>`
    select file_id as "fileId" from support_media where message_id = ${messageId} and file_id is not null`.execute(
    ctx.db,
  );
  if (!rows[0]) throw notFound();
  return rows[0].fileId;
}

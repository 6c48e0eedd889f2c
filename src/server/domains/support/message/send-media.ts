import type { Static } from 'typebox';
import type { SendReply } from '../../../../contracts/support.ts';
import type { Context } from '../../../kernel/contract.ts';
import { invalid } from '../../../kernel/errors.ts';
import { readAll } from '../../../kernel/reading/read-file.ts';
import type { ReceivedFile } from '../../../kernel/upload-stream.ts';
import type { Files } from '../../../platform/files/files.ts';
import { addMedia, assertSize, assertTaken } from './message-files.ts';
import { queueMessage, type Sending } from './queue-message.ts';
import { replaceContent } from '../../../platform/files/replace-content.ts';
import { MESSAGE_FILES } from '../whatsapp/media-job.ts';
import type { mediaBody } from './media-kinds.ts';

/** Browsers record sound as WebM, whose signature is the same with and without pictures. */
const isWebm = ({ type }: ReceivedFile): boolean => type === 'video/webm' || type === 'audio/webm';

/**
 * Puts a recording into the container that the provider takes, while no transaction is open; null for any other file.
 * @throws AppError VALIDATION_FAILED for content that is none
 */
export async function prepareMedia(
  files: Files,
  tenantId: number,
  fileType: Static<typeof mediaBody>['fileType'],
  received: ReceivedFile | undefined,
): Promise<Uint8Array | null> {
  if (!received || fileType !== 'audio' || !isWebm(received)) return null;
  assertSize(fileType, received);
  const source = await files.source(tenantId, received.id);
  const { items } = await readAll<Uint8Array, null>(tenantId, 'recording', source);
  return items[0]!;
}

/** Queues a message with a file, which is kept with it. @param converted what its content is replaced by */
export async function sendMedia(
  ctx: Context,
  files: Files,
  chat: Pick<Sending, 'chatId' | 'channelId'>,
  { fileType, caption = '', seconds, voice, replyTo, ...form }: Static<typeof mediaBody>,
  received: ReceivedFile | undefined,
  converted: Uint8Array | null,
): Promise<SendReply> {
  if (!received) throw invalid([{ path: '/MEDIA_FILE', key: 'validation.required' }]);
  if (converted) {
    const name = received.name.replace(/(\.[^.]*)?$/, '.ogg');
    const target = { db: ctx.db, tenantId: ctx.tenant.id, files };
    await replaceContent(target, received, { name, type: 'audio/ogg', content: converted });
  }
  assertTaken(fileType, received);
  const sending = { ...chat, ...form, ...(replyTo === undefined ? {} : { replyTo: Number(replyTo) }) };
  return queueMessage(ctx, sending, { type: fileType, content: caption }, async (messageId) => {
    await files.keep(ctx.db, received, { kind: MESSAGE_FILES, id: messageId });
    await addMedia(ctx, messageId, received, {
      isVoice: voice === 'Y',
      seconds: seconds === undefined ? null : Number(seconds),
    });
  });
}

import type { Static } from 'typebox';
import type { Sent } from '../../../contracts/support.ts';
import type { Context } from '../../kernel/contract.ts';
import { invalid } from '../../kernel/errors.ts';
import type { ReceivedFile } from '../../kernel/upload-stream.ts';
import type { Files } from '../../services/files/files.ts';
import { addMedia, assertSize, assertTaken } from '../../services/support/message-files.ts';
import { queueMessage, type Sending } from '../../services/support/queue-message.ts';
import { replaceContent } from '../../services/files/replace-content.ts';
import { MESSAGE_FILES } from '../../services/whatsapp/media-job.ts';
import { toOggOpus } from '../../services/whatsapp/ogg-opus.ts';
import { WebmError } from '../../services/whatsapp/webm-opus.ts';
import type { mediaBody } from './media-kinds.ts';

/** Browsers record sound as WebM, whose signature is the same with and without pictures. */
const isWebm = ({ type }: ReceivedFile): boolean => type === 'video/webm' || type === 'audio/webm';

/** Puts a recording into the container that the provider takes. @throws AppError VALIDATION_FAILED for other content */
async function putIntoOgg(ctx: Context, files: Files, received: ReceivedFile): Promise<void> {
  const name = received.name.replace(/(\.[^.]*)?$/, '.ogg');
  const target = { db: ctx.db, tenantId: ctx.tenant.id, files };
  try {
    await replaceContent(target, received, { name, type: 'audio/ogg', convert: toOggOpus });
  } catch (error) {
    if (!(error instanceof WebmError)) throw error;
    throw invalid([{ path: '/MEDIA_FILE', key: 'errors.support.recording' }]);
  }
}

/** Queues a message with a file, which is kept with it. */
export async function sendMedia(
  ctx: Context,
  files: Files,
  chat: Pick<Sending, 'chatId' | 'channelId'>,
  { fileType, caption = '', seconds, voice, replyTo, ...form }: Static<typeof mediaBody>,
  received: ReceivedFile | undefined,
): Promise<Sent> {
  if (!received) throw invalid([{ path: '/MEDIA_FILE', key: 'validation.required' }]);
  if (fileType === 'audio' && isWebm(received)) {
    assertSize(fileType, received);
    await putIntoOgg(ctx, files, received);
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

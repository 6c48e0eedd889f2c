import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Sent } from '../../../contracts/support.ts';
import type { Context } from '../../kernel/contract.ts';
import { invalid } from '../../kernel/errors.ts';
import type { ReceivedFile } from '../../kernel/upload-stream.ts';
import type { Files } from '../../services/files/files.ts';
import { queueMessage, type Sending } from '../../services/support/queue-message.ts';
import { MESSAGE_FILES } from '../../services/whatsapp/media-job.ts';
import { assertTaken, type mediaBody } from './media-kinds.ts';

/** Queues a message with a file, which is kept with it. */
export async function sendMedia(
  ctx: Context,
  files: Files,
  { fileType, caption = '', seconds, voice, ...sending }: Sending & Static<typeof mediaBody>,
  received: ReceivedFile | undefined,
): Promise<Sent> {
  if (!received) throw invalid([{ path: '/MEDIA_FILE', key: 'validation.required' }]);
  assertTaken(fileType, received);
  return queueMessage(ctx, sending, { type: fileType, content: caption }, async (messageId) => {
    await files.keep(ctx.db, received, { kind: MESSAGE_FILES, id: messageId });
    await sql`
      insert into support_media
        (tenant_id, message_id, mime, sha256, file_name, bytes, is_voice, seconds, state, file_id)
      values (${ctx.tenant.id}, ${messageId}, ${received.type}, ${received.sha256}, ${received.name}, ${received.bytes},
        ${voice === 'Y'}, ${seconds ?? null}, 'stored', ${received.id})`.execute(ctx.db);
  });
}

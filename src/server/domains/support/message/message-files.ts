import { sql } from 'kysely';
import { mediaKinds, type MediaType } from '../../../../contracts/support.ts';
import type { Context } from '../../../kernel/contract.ts';
import { AppError, invalid } from '../../../kernel/errors.ts';
import type { ReceivedFile } from '../../../kernel/upload-stream.ts';
import type { Files } from '../../../platform/files/files.ts';
import { MESSAGE_FILES } from '../whatsapp/media-job.ts';

const MB = 1_048_576;

/** Checks a file against what the provider takes of its kind. @throws AppError VALIDATION_FAILED, BODY_TOO_LARGE */
export function assertTaken(
  kind: MediaType,
  file: { type: string; bytes: number },
  path = '/MEDIA_FILE',
): void {
  const { types } = mediaKinds[kind];
  if (!types.includes(file.type))
    throw invalid([
      { path, key: 'errors.support.mediaType', params: { kind, types: types.join(', '), found: file.type } },
    ]);
  assertSize(kind, file, path);
}

/** @throws AppError BODY_TOO_LARGE for a file above what the provider takes of its kind */
export function assertSize(kind: MediaType, { bytes }: { bytes: number }, path = '/MEDIA_FILE'): void {
  const most = mediaKinds[kind].bytes;
  if (bytes <= most) return;
  const params = { limit: Math.max(1, Math.floor(most / MB)) };
  throw new AppError('BODY_TOO_LARGE', {
    message: 'errors.file.tooLarge',
    params,
    errors: [{ path, key: 'errors.file.tooLarge', params }],
  });
}

/** Notes the file that a message of ours is sent with. */
export async function addMedia(
  { db, tenant }: Pick<Context, 'db' | 'tenant'>,
  messageId: number,
  { id, name, type, bytes, sha256 }: Pick<ReceivedFile, 'id' | 'name' | 'type' | 'bytes' | 'sha256'>,
  { isVoice = false, seconds = null }: { isVoice?: boolean; seconds?: number | null } = {},
): Promise<void> {
  await sql`
    insert into support_media
      (tenant_id, message_id, mime, sha256, file_name, bytes, is_voice, seconds, state, file_id)
    values (${tenant.id}, ${messageId}, ${type}, ${sha256}, ${name}, ${bytes}, ${isVoice}, ${seconds}, 'stored', ${id})`.execute(
    db,
  );
}

/**
 * Gives a file that the caller uploaded to the header of a template message.
 * @throws AppError VALIDATION_FAILED for a file that is not there or that the provider does not take, BODY_TOO_LARGE
 */
export async function attachHeader(
  ctx: Context,
  files: Files,
  messageId: number,
  { kind, id }: { kind: MediaType; id: number },
): Promise<void> {
  await files.attach(ctx.db, ctx.caller.userId, id, { kind: MESSAGE_FILES, id: messageId });
  const { rows } =
    await sql<ReceivedFile>`select id, name, type, bytes, sha256 from file where id = ${id}`.execute(ctx.db);
  assertTaken(kind, rows[0]!, '/components');
  await addMedia(ctx, messageId, rows[0]!);
}

import { createHash, type Hash } from 'node:crypto';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { TenantTransaction } from '../../../db/tables.ts';
import { AppError } from '../../../kernel/errors.ts';
import { enqueue, job, jobTransaction, type JobContext, type JobSpec } from '../../../kernel/job.ts';
import { loggable } from '../../../kernel/outside-error.ts';
import type { ReceivedFile } from '../../../kernel/upload-stream.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { publishMessages } from '../chat/events.ts';
import { MEDIA_FETCH } from '../message/message-media.ts';
import { openChannel } from './channel-access.ts';
import { GraphError } from './graph.ts';
import { extensionOf } from './media-names.ts';

/** Kind of the records that files of messages belong to. */
export const MESSAGE_FILES = 'support-message';
/** Bytes of a file from the provider: its limit for documents, the largest kind. */
const MOST_BYTES = 100 * 1024 * 1024;
/** Attempts, whose pauses grow: some hours in all. */
const ATTEMPTS = 12;

/** Why a file will never come. The words are those of `MessageMedia.failure`. */
type Failure = 'expired' | 'mismatch' | 'type' | 'size' | 'unavailable';

interface Wanted {
  channelId: number;
  type: string;
  providerId: string | null;
  mime: string;
  sha256: string | null;
  fileName: string;
}

type Fetched = { file: ReceivedFile } | { failure: Failure } | null;

const wanted = (ctx: JobContext, messageId: number): Promise<Wanted | undefined> =>
  jobTransaction(
    ctx,
    async (db) => {
      const { rows } = await sql<Wanted>`
        select m.channel_id as "channelId", m.type, d.provider_id as "providerId", d.mime, d.sha256, d.file_name as "fileName"
        from support_media d join support_message m on m.id = d.message_id
        where d.message_id = ${messageId} and d.state <> 'stored'`.execute(db);
      return rows[0];
    },
    'read',
  );

/** Hashes content on its way: what is stored of a picture is encoded anew. */
async function* hashed(
  content: AsyncIterable<Uint8Array>,
  hash: Hash,
  { signal, step }: Pick<JobContext, 'signal' | 'step'>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    signal.throwIfAborted();
    step();
    hash.update(chunk);
    yield chunk;
  }
}

/** Fetches a file into quarantine. @throws for what another attempt may get */
async function fetchMedia(ctx: JobContext, files: Files, secrets: Secrets, given: Wanted): Promise<Fetched> {
  const { providerId, fileName, mime } = given;
  const channel = await openChannel(ctx, secrets, given.channelId);
  if (!channel || providerId === null) return { failure: 'unavailable' };
  let file: ReceivedFile;
  try {
    const info = await channel.graph.media(providerId);
    if (info.bytes !== null && info.bytes > MOST_BYTES) return { failure: 'size' };
    const hash = createHash('sha256');
    const content = hashed(await channel.graph.download(info.url), hash, ctx);
    const name = fileName === '' ? `${given.type}-${providerId.slice(-12)}${extensionOf(mime)}` : fileName;
    file = await files.collect(
      ctx.tenantId,
      { name, content, isDocument: given.type === 'document' },
      MOST_BYTES,
    );
    const found = hash.digest('hex');
    // Both the message and the provider's answer name the digest.
    const named = [given.sha256 ?? '', info.sha256].filter((digest) => /^[0-9a-f]{64}$/.test(digest));
    if (named.some((digest) => digest !== found)) {
      await files.discard(ctx.tenantId, file);
      return { failure: 'mismatch' };
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'BODY_TOO_LARGE') return { failure: 'size' };
    if (error instanceof AppError && error.code === 'VALIDATION_FAILED') return { failure: 'type' };
    // The provider forgets files after a week.
    const isGone =
      error instanceof GraphError && (error.code === 100 || error.code === 33 || error.status === 410);
    if (isGone) return { failure: 'expired' };
    if (ctx.attempt < ATTEMPTS) throw error;
    ctx.log.warn({ tenantId: ctx.tenantId, ...loggable(error) }, 'WHATSAPP_MEDIA_FAILED');
    return { failure: 'unavailable' };
  }
  return { file };
}

/** Fetches the file of a message from the provider, whose addresses and files expire. */
export function mediaJob(files: Files, secrets: Secrets): JobSpec {
  return job({
    kind: MEDIA_FETCH,
    payload: Type.Object({ messageId: Type.Integer() }),
    maxAttempts: ATTEMPTS,
    limit: 10,
    async prepare(ctx, { messageId }): Promise<Fetched> {
      const given = await wanted(ctx, messageId);
      return given ? fetchMedia(ctx, files, secrets, given) : null;
    },
    async run({ db }, { messageId }, fetched) {
      if (!fetched) return;
      if ('failure' in fetched) await fail(db, messageId, fetched.failure);
      else {
        await files.keep(db, fetched.file, { kind: MESSAGE_FILES, id: messageId });
        await sql`
          update support_media set state = 'stored', file_id = ${fetched.file.id}, bytes = ${fetched.file.bytes},
            file_name = ${fetched.file.name}, error_text = null
          where message_id = ${messageId}`.execute(db);
      }
      await sql`update support_message set version = version + 1 where id = ${messageId}`.execute(db);
      await publishMessages(db, [{ id: messageId, type: 'MSG_UPD' }]);
    },
  });
}

const fail = (db: TenantTransaction, messageId: number, failure: Failure) =>
  sql`
    update support_media set state = 'failed', error_text = ${failure} where message_id = ${messageId}`.execute(
    db,
  );

/** Fetches the file of a message anew, of one that failed. @returns whether it is such a message */
export async function refetchMedia(
  db: TenantTransaction,
  tenantId: number,
  messageId: number,
): Promise<boolean> {
  const { rows } = await sql`
    update support_media d set state = 'pending', error_text = null
    from support_message m where m.id = d.message_id and m.id = ${messageId} and m.sender = 'client' and d.state = 'failed'
    returning m.id`.execute(db);
  if (rows.length === 0) return false;
  await sql`update support_message set version = version + 1 where id = ${messageId}`.execute(db);
  await enqueue(db, tenantId, { kind: MEDIA_FETCH, payload: { messageId }, maxAttempts: ATTEMPTS });
  return true;
}

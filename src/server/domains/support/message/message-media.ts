import { sql } from 'kysely';
import type { TenantTransaction } from '../../../db/tables.ts';
import { enqueue } from '../../../kernel/job.ts';

/** Kind of the jobs that fetch the media of a message from the provider. */
export const MEDIA_FETCH = 'whatsapp-media';

export interface StoredMedia {
  providerId: string;
  mime: string;
  sha256: string | null;
  fileName: string;
  isVoice: boolean;
}

/** Stores what the provider says of a message's file, once, with a job that fetches the file. */
export async function storeMedia(
  db: TenantTransaction,
  tenantId: number,
  messageId: number,
  { providerId, mime, sha256, fileName, isVoice }: StoredMedia,
): Promise<void> {
  await sql`
    insert into support_media (tenant_id, message_id, provider_id, mime, sha256, file_name, is_voice, state)
    values (${tenantId}, ${messageId}, ${providerId}, ${mime}, ${sha256}, ${fileName}, ${isVoice}, 'pending')`.execute(
    db,
  );
  await enqueue(db, tenantId, { kind: MEDIA_FETCH, payload: { messageId }, maxAttempts: 12 });
}

import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantTransaction } from '../../db/tables.ts';
import { enqueue } from '../../kernel/job.ts';
import type { ReceivedFile } from '../../kernel/upload-stream.ts';
import { REMOVAL, type Files } from './files.ts';

/**
 * Replaces a received file by what is made of it, such as the same sound in another container, in the transaction of the change
 * that it belongs to. It was made before that, since others wait for the transaction.
 */
export async function replaceContent(
  { db, tenantId, files }: { db: TenantTransaction; tenantId: number; files: Files },
  file: ReceivedFile,
  { name, type, content }: { name: string; type: string; content: Uint8Array },
): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select key from file where id = ${file.id} and state = 'quarantine' for update`.execute(db);
  const before = rows[0]!.key;
  const uuid = randomUUID();
  const key = `${tenantId}/${uuid.slice(0, 2)}/${uuid}`;
  // Content whose transaction fails is collected like that of any file without a row.
  await files.store.write(
    key,
    (async function* () {
      yield content;
    })(),
  );
  const sha256 = createHash('sha256').update(content).digest('hex');
  const bytes = content.length;
  await sql`
    update file set key = ${key}, name = ${name}, type = ${type}, bytes = ${bytes}, stored_bytes = ${bytes}, sha256 = ${sha256}
    where id = ${file.id}`.execute(db);
  await enqueue(db, tenantId, { kind: REMOVAL, payload: { objects: [{ key: before, sizes: [] }] } });
  Object.assign(file, { name, type, bytes, sha256 });
}

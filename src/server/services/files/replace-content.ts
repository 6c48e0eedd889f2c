import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantTransaction } from '../../db/tables.ts';
import { enqueue } from '../../kernel/job.ts';
import type { ReceivedFile } from '../../kernel/upload-stream.ts';
import { REMOVAL, type Files } from './files.ts';

/**
 * Replaces a received file by what is made of it, such as the same sound in another container, in the transaction of the change
 * that it belongs to. All of it is in memory meanwhile, so its size is checked before.
 * @param convert makes the new content; what it throws leaves the file as it is
 */
export async function replaceContent(
  { db, tenantId, files }: { db: TenantTransaction; tenantId: number; files: Files },
  file: ReceivedFile,
  { name, type, convert }: { name: string; type: string; convert(content: Uint8Array): Uint8Array },
): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select key from file where id = ${file.id} and state = 'quarantine' for update`.execute(db);
  const before = rows[0]!.key;
  const chunks: Uint8Array[] = [];
  for await (const chunk of await files.store.read(before, null)) chunks.push(chunk as Uint8Array);
  const content = convert(Buffer.concat(chunks));
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

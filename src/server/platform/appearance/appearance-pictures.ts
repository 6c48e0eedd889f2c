import { sql } from 'kysely';
import type { TenantTransaction } from '../../db/tables.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { logoNames, pictureFiles, toAppearance, type Appearance } from '../../kernel/appearance.ts';
import type { FileReader } from '../files/reader.ts';

/** A larger picture is answered as its thumbnail, because pages carry it within their data. */
const WHOLE_BYTES = 60_000;
/** Pictures kept in memory, of all tenants. */
const MOST = 300;

/** Contents by the key of their file, which never changes. The oldest goes first. */
const known = new Map<string, string>();

interface Found {
  id: number;
  key: string;
  type: string;
  bytes: number;
  thumbnails: Record<string, number>;
}

/** Reads the appearance of the transaction's tenant, with its pictures. */
export async function readAppearance(
  db: TenantTransaction,
  tenantId: number,
  files: FileReader,
): Promise<Appearance> {
  const { appearance } = await db
    .selectFrom('tenant')
    .select('appearance')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return withPictures(db, appearance, files);
}

/** Converts the stored form, and reads its pictures. */
export async function withPictures(
  db: TenantTransaction,
  stored: JsonObject,
  files: FileReader,
): Promise<Appearance> {
  const appearance = toAppearance(stored);
  const ids = pictureFiles(stored);
  const pictures = await readPictures(
    db,
    files,
    logoNames.flatMap((name) => ids[name] ?? []),
  );
  const images = { ...appearance.images };
  for (const name of logoNames) images[name] = pictures.get(ids[name] ?? 0) ?? null;
  return { ...appearance, images };
}

/**
 * Reads pictures of the tenant's look as `data:` URLs, by their files. One whose content cannot be read is left out: a page
 * without its logo is better than no page.
 */
async function readPictures(
  db: TenantTransaction,
  files: FileReader,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Found>`
    select id, key, type, bytes, thumbnails from file
    where id = any(${[...ids]}::bigint[]) and state = 'stored' and owner_kind = ${PICTURE_OWNER}`.execute(db);
  const pictures = new Map<number, string>();
  for (const row of rows) {
    const content = known.get(row.key) ?? (await load(files, row).catch(() => null));
    if (content === null) continue;
    known.set(row.key, content);
    if (known.size > MOST) known.delete(known.keys().next().value!);
    pictures.set(row.id, content);
  }
  return pictures;
}

/** Kind of the owner of these files, whose id is the tenant's. */
export const PICTURE_OWNER = 'appearance';

async function load(files: FileReader, { key, type, bytes, thumbnails }: Found): Promise<string> {
  const isWhole = bytes <= WHOLE_BYTES || thumbnails['512'] === undefined;
  const stream = await files.store.read(isWhole ? key : `${key}-512`, null);
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return `data:${isWhole ? type : 'image/webp'};base64,${Buffer.concat(chunks).toString('base64')}`;
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { StartError } from '../../db/start-error.ts';
import { readTar, TarError, type ReadEntry } from '../../db/tar-read.ts';
import { listLine } from './archive-write.ts';
import { FORMAT, MANIFEST, parseManifest, type Manifest } from './manifest.ts';

const AGE = 'age-encryption.org/';
const GZIP = Buffer.from([0x1f, 0x8b]);
/** Lists and manifests are read as a whole. */
const MAX_WHOLE = 64 * 1_048_576;

/** An archive that cannot be used. The message is the line that is printed. */
export class ArchiveError extends StartError {}

/** Reads the parts of an archive, without the lists and the manifest, and hands over the content of each. */
export type PartReader = (part: ReadEntry) => Promise<void>;

/**
 * Reads a whole archive, and compares every part with its size and hash.
 * @param read called for each part; it reads all of the content.
 * @throws ArchiveError when it is damaged, cut, of another kind, or encrypted otherwise
 */
export async function readArchive(
  path: string,
  passphrase: string | null,
  read: PartReader = skip,
): Promise<Manifest> {
  try {
    return await readParts(path, await openArchive(path, passphrase), read);
  } catch (error) {
    const reason = damageOf(error);
    if (reason === null) throw error;
    throw new ArchiveError(`${path} is cut off or damaged (${reason}); use another copy of the backup`, {
      cause: error,
    });
  }
}

async function skip({ content }: ReadEntry): Promise<void> {
  for await (const chunk of content) void chunk;
}

class Damaged extends Error {}

function damageOf(error: unknown): string | null {
  if (error instanceof TarError || error instanceof Damaged) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('Z_') && error instanceof Error) return error.message;
  // The errors of the encryption's library have no class of their own.
  if (error instanceof Error && /ciphertext|decrypt|invalid tag|stream|chunk/i.test(error.message) && !code)
    return error.message;
  return null;
}

async function openArchive(path: string, passphrase: string | null): Promise<AsyncIterable<Uint8Array>> {
  const head = await readHead(path);
  const unpacked = createGunzip();
  // Whatever fails reaches the reader as an error of the last stream.
  const done = (): void => undefined;
  if (head.subarray(0, 2).equals(GZIP)) {
    pipeline(createReadStream(path), unpacked, done);
    return unpacked;
  }
  if (!head.toString('latin1').startsWith(AGE))
    throw new ArchiveError(`${path} is no backup that npm run backup wrote`);
  if (passphrase === null)
    throw new ArchiveError(`${path} is encrypted; set BACKUP_PASSPHRASE to the passphrase of its backup`);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const source = Readable.toWeb(createReadStream(path)) as globalThis.ReadableStream<Uint8Array>;
  const plain = await decrypter.decrypt(source).catch((error: unknown) => {
    throw new ArchiveError(`${path} was not encrypted with this BACKUP_PASSPHRASE`, { cause: error });
  });
  pipeline(Readable.fromWeb(plain as ReadableStream<Uint8Array>), unpacked, done);
  return unpacked;
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new ArchiveError(`${path} cannot be read (${error instanceof Error ? error.message : 'unknown'})`);
  });
  try {
    const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function readParts(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  read: PartReader,
): Promise<Manifest> {
  const lists: string[] = [];
  let manifest: Manifest | null = null;
  let pending: string[] = [];
  for await (const part of readTar(bytes)) {
    const { name, size } = part;
    if (manifest) throw new Damaged('something follows its manifest');
    const isWhole = name === MANIFEST || name.startsWith('lists/');
    if (isWhole && size > MAX_WHOLE) throw new Damaged(`${name} is too large`);
    const hashed = hashing(part.content);
    if (!isWhole) {
      await read({ name, size, content: hashed.content });
      pending.push(listLine({ name, size, sha256: hashed.digest() }));
      continue;
    }
    const whole = (await buffer(hashed.content)).toString();
    if (name === MANIFEST) {
      manifest = parseManifest(whole);
      if (!manifest)
        throw new Damaged('its manifest has another form, which a newer version of Molde may have');
      continue;
    }
    if (whole !== pending.join('')) throw new Damaged(`the parts before ${name} differ from it`);
    lists.push(listLine({ name, size, sha256: hashed.digest() }));
    pending = [];
  }
  if (!manifest)
    throw new ArchiveError(`${path} has no manifest, so it is no complete backup of npm run backup`);
  if (manifest.format > FORMAT)
    throw new ArchiveError(
      `${path} belongs to a newer version of Molde (${manifest.version}); restore it there`,
    );
  if (pending.length > 0 || manifest.lists.map(listLine).join('') !== lists.join(''))
    throw new Damaged('its parts differ from its manifest');
  return manifest;
}

function hashing(content: AsyncIterable<Buffer>): { content: AsyncIterable<Buffer>; digest(): string } {
  const hash = createHash('sha256');
  return {
    content: (async function* () {
      for await (const chunk of content) {
        hash.update(chunk);
        yield chunk;
      }
    })(),
    digest: () => hash.digest('hex'),
  };
}

/** The rows of a part of a table. @throws ArchiveError */
export async function readRows({ name, content }: ReadEntry): Promise<(string | null)[][]> {
  const text = (await buffer(content)).toString();
  try {
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as (string | null)[]);
  } catch (error) {
    throw new ArchiveError(`the rows of ${name} cannot be read`, { cause: error });
  }
}

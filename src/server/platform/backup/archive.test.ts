import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Encrypter } from 'age-encryption';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readEnv } from '../../env.ts';
import { BackupFixture, awkward, contents, fileKeys } from '../../testing/backups.ts';
import { openStore } from '../files/open-files.ts';
import { PartWriter, writeArchive } from './archive-write.ts';
import { readArchive } from './archive-read.ts';
import { backUp, backupWarnings } from './backup.ts';
import type { Manifest } from './manifest.ts';

/** Format of an archive, which does not depend on the database behind it. */
const fixture = new BackupFixture();
const { installations, options } = fixture;
const at = (name: string): string => fixture.at(name);
let source: Record<string, string>;
let manifest: Manifest;

beforeAll(async () => {
  source = await fixture.filled('source');
  manifest = (await backUp(readEnv(source), at('whole.tar.gz'), null, options)).manifest;
});
afterAll(() => installations.remove());

it('can be opened with its passphrase alone', async () => {
  // The library makes a key of a passphrase in more than a second of a processor, here in a millisecond.
  const { setPassphrase } = Encrypter.prototype;
  vi.spyOn(Encrypter.prototype, 'setPassphrase').mockImplementation(function (this: Encrypter, passphrase) {
    setPassphrase.call(this, passphrase);
    this.setScryptWorkFactor(8);
  });
  const sealed = at('sealed.tar.gz.age');
  await backUp(readEnv(source), sealed, 'uma frase longa e boa', options);
  expect(readFileSync(sealed).subarray(0, 20).toString()).toBe('age-encryption.org/v');
  const target = await installations.add('sealed');
  await expect(fixture.restore(target, sealed)).rejects.toThrow(/is encrypted; set BACKUP_PASSPHRASE/);
  await expect(fixture.restore(target, sealed, false, 'outra frase longa e boa')).rejects.toThrow(
    /was not encrypted with this BACKUP_PASSPHRASE/,
  );
  const short = readFileSync(sealed);
  writeFileSync(at('sealed-short'), short.subarray(0, short.length - 70_000));
  await expect(fixture.restore(target, at('sealed-short'), false, 'uma frase longa e boa')).rejects.toThrow(
    /is cut off or damaged/,
  );
  await fixture.restore(target, sealed, false, 'uma frase longa e boa');
  expect(await fixture.tenants(target)).toEqual([{ key: 'acme', name: awkward }]);
});

it('reports files that are missing or damaged, and restores the others', async () => {
  const settings = await fixture.filled('torn');
  const folder = join(settings['DATA_DIR']!, 'files');
  appendFileSync(join(folder, fileKeys.a), 'x');
  await openStore(readEnv(settings)).remove(fileKeys.b);
  const made = await backUp(readEnv(settings), at('torn.tar.gz'), null, options);
  expect(backupWarnings(made.manifest)).toEqual([
    expect.stringMatching(/^1 files are not in the backup.*cd000000/),
    expect.stringMatching(/^1 files of the store differ.*ab000000/),
  ]);
});

it('takes files from a bucket, and brings them into another one', async () => {
  const service = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: at('buckets'),
    configureBuckets: ['from', 'into'].map((name) => ({ name, configs: [] })),
  });
  const { port } = await service.run();
  const bucket = (S3_BUCKET: string): Record<string, string> => ({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  });
  const settings = { ...source, ...bucket('from') };
  for (const which of ['a', 'b'] as const)
    await openStore(readEnv(settings)).write(fileKeys[which], Readable.from([contents[which]]));
  const made = await backUp(readEnv(settings), at('bucket.tar.gz'), null, options);
  expect(made.manifest.files).toMatchObject({ count: 2, missing: [], damaged: [] });
  const target = { ...(await installations.add('bucket')), ...bucket('into') };
  await fixture.restore(target, at('bucket.tar.gz'));
  for (const which of ['a', 'b'] as const) {
    const content = await buffer(await openStore(readEnv(target)).read(fileKeys[which], null));
    expect(content.equals(contents[which])).toBe(true);
  }
  await service.close();
});

describe('an archive that is no whole backup is refused before anything is changed:', () => {
  const whole = (): Buffer => readFileSync(at('whole.tar.gz'));
  it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['cut off at its end', () => whole().subarray(0, -1), /is cut off or damaged/],
    ['cut off in the middle', () => whole().subarray(0, whole().length / 2), /is cut off or damaged/],
    ['cut off after its beginning', () => whole().subarray(0, 100), /is cut off or damaged/],
    ['empty', () => Buffer.alloc(0), /is no backup that npm run backup wrote/],
    ['something else', () => Buffer.from('SQLite format 3'), /is no backup that npm run backup wrote/],
    ['altered', () => altered(whole()), /is cut off or damaged/],
    [
      'of a newer schema',
      () => crafted({ migrations: [...manifest.migrations, '999_future'] }),
      /newer version of Molde .*999_future/,
    ],
    ['of a newer layout', () => crafted({ format: 2 }), /newer version of Molde/],
    ['without a part', () => crafted({}, { without: /^files\/1\/ab/ }), /is cut off or damaged/],
  ])('%s', async (name, make, reason) => {
    const target = await installations.add(`refused ${name}`);
    mkdirSync(target['DATA_DIR']!, { recursive: true });
    const path = at(`archive ${name}`);
    writeFileSync(path, await make());
    await expect(fixture.restore(target, path)).rejects.toThrow(reason);
    expect(readdirSync(target['DATA_DIR']!)).toEqual([]);
  });
});

function altered(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  const middle = Math.floor(changed.length / 2);
  changed[middle] = (changed[middle] ?? 0) ^ 0x10;
  return changed;
}

/** The backup with another manifest; parts may be left out after they were listed. */
async function crafted(change: Partial<Manifest>, { without = /^$/ } = {}): Promise<Buffer> {
  const parts = new PartWriter();
  const pieces: Buffer[] = [];
  const { lists: _, ...rest } = await readArchive(at('whole.tar.gz'), null, async ({ name, content }) => {
    const made: Buffer[] = [];
    for await (const piece of parts.part(name, await buffer(content))) made.push(piece);
    if (!without.test(name)) pieces.push(...made);
  });
  for await (const piece of parts.end({ ...rest, ...change })) pieces.push(piece);
  const path = at(`crafted ${randomBytes(4).toString('hex')}`);
  await writeArchive(path, Readable.from(pieces), null, options.signal);
  return readFileSync(path);
}

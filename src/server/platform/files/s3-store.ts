import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { SaxesParser } from 'saxes';
import type { S3Settings } from '../../env.ts';
import type { ByteRange } from '../../kernel/content-reply.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { S3Client } from './s3-client.ts';
import type { FileStore, StoredObject } from './store.ts';

/** Bytes of a part, which are kept in memory; 10,000 parts are the service's limit. The least is 5 MB. */
const PART = 8 * 1024 * 1024;

/** Files in a bucket of a service with the interface of Amazon S3. */
export class S3Store implements FileStore {
  readonly #client: S3Client;

  constructor(settings: S3Settings) {
    this.#client = new S3Client(settings);
  }

  async write(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    let uploadId: string | null = null;
    const tags: string[] = [];
    let size = 0;
    try {
      for await (const { bytes, isLast } of parts(content)) {
        size += bytes.length;
        if (isLast && uploadId === null) {
          await expectOk(await this.#client.send({ method: 'PUT', key, body: bytes }));
          break;
        }
        uploadId ??= await this.#begin(key);
        const query = { partNumber: String(tags.length + 1), uploadId };
        const answer = await expectOk(await this.#client.send({ method: 'PUT', key, query, body: bytes }));
        tags.push(answer.headers.get('etag') ?? '');
      }
      if (uploadId !== null) await this.#complete(key, uploadId, tags);
      uploadId = null;
      await this.#assertSize(key, size);
    } catch (error) {
      const query: Record<string, string> = uploadId === null ? {} : { uploadId };
      await this.#client.send({ method: 'DELETE', key, query }).catch(() => undefined);
      throw error;
    }
  }

  async read(key: string, range: ByteRange | null): Promise<Readable> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const answer = await expectOk(await this.#client.send({ method: 'GET', key, headers }));
    return answer.body ? Readable.fromWeb(answer.body as ReadableStream<Uint8Array>) : Readable.from([]);
  }

  async remove(key: string): Promise<void> {
    const answer = await this.#client.send({ method: 'DELETE', key });
    if (answer.status !== 404) await expectOk(answer);
  }

  async *list(tenantId: number): AsyncGenerator<StoredObject> {
    for (let after: string | null = ''; after !== null;) {
      const query: Record<string, string> = { 'list-type': '2', prefix: `${tenantId}/` };
      if (after !== '') query['continuation-token'] = after;
      const answer = await expectOk(await this.#client.send({ method: 'GET', key: '', query }));
      const elements = readXml(await answer.text());
      const times = elements.filter(({ name }) => name === 'LastModified');
      const keys = elements.filter(({ name }) => name === 'Key');
      for (const [at, { text }] of keys.entries())
        yield { key: text, modifiedAt: new Date(times[at]?.text ?? Date.now()) };
      after = elements.find(({ name }) => name === 'NextContinuationToken')?.text ?? null;
    }
  }

  /** Parts of interrupted writes are removed by the bucket's own rule (docs/operations.md). */
  async sweep(): Promise<void> {}

  async #begin(key: string): Promise<string> {
    const answer = await expectOk(await this.#client.send({ method: 'POST', key, query: { uploads: '' } }));
    const found = readXml(await answer.text()).find(({ name }) => name === 'UploadId');
    if (!found) throw new AppError('UNAVAILABLE', { cause: new Error('the file service named no upload') });
    return found.text;
  }

  async #complete(key: string, uploadId: string, tags: readonly string[]): Promise<void> {
    const list = tags.map((tag, at) => {
      const quoted = tag.replaceAll('"', '&quot;');
      return `<Part><PartNumber>${at + 1}</PartNumber><ETag>${quoted}</ETag></Part>`;
    });
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
    const answer = await expectOk(
      await this.#client.send({ method: 'POST', key, query: { uploadId }, body }),
    );
    // The service answers 200 first and may fail then, with an error in the body.
    const failure = readXml(await answer.text()).find(({ name }) => name === 'Code');
    if (failure) throw new AppError('UNAVAILABLE', { cause: new Error(failure.text) });
  }

  async #assertSize(key: string, size: number): Promise<void> {
    const answer = await expectOk(await this.#client.send({ method: 'HEAD', key }));
    const stored = Number(answer.headers.get('content-length'));
    if (stored !== size)
      throw new AppError('UNAVAILABLE', { cause: new Error(`stored ${stored} of ${size} bytes`) });
  }
}

/** Cuts content into parts; the last one may be empty. */
async function* parts(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ bytes: Uint8Array; isLast: boolean }> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    size += chunk.length;
    while (size > PART) {
      const all = Buffer.concat(waiting);
      yield { bytes: all.subarray(0, PART), isLast: false };
      const rest = all.subarray(PART);
      waiting = [rest];
      size = rest.length;
    }
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}

async function expectOk(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  if (answer.status === 404) {
    await answer.body?.cancel();
    throw notFound();
  }
  const reason = (await answer.text().catch(() => '')).slice(0, 500);
  throw new AppError('UNAVAILABLE', {
    cause: new Error(`the file service answered ${answer.status}: ${reason}`),
  });
}

/** The elements of a document with their own text, in order. */
function readXml(xml: string): { name: string; text: string }[] {
  const found: { name: string; text: string }[] = [];
  const open: { name: string; text: string }[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    const element = { name, text: '' };
    found.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const last = open.at(-1);
    if (last) last.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return found;
}

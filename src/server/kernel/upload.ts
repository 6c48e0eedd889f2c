import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import {
  malformedUpload as malformed,
  missingFile,
  tooManyParts,
  FORM_LIMITS as LIMITS,
} from './form-limits.ts';
import { readStreamedForm, type FileHandling, type ReceivedFile } from './upload-stream.ts';

/** Upload that a route takes instead of JSON. Nothing beyond `bytes` is kept in memory. */
export type UploadSpec =
  /**
   * A form whose parts beside the files are the body, whose schema the route names. `files` names the parts that may be files,
   * each of up to `bytes`; without it there is one, `file`, which is required.
   */
  | { kind: 'multipart'; bytes: number; files?: readonly string[] }
  /**
   * A form with one file in the part `file`, or in the one that `part` names, which is stored while it arrives, in constant
   * memory. The handler gets it in quarantine, and keeps it in its transaction. With `pictures` it must be one: `square` keeps
   * its middle alone.
   */
  | { kind: 'stream'; bytes: number; part?: string; pictures?: 'whole' | 'square' }
  /** The body itself is the file, of one of these media types. */
  | { kind: 'raw'; bytes: number; types: readonly string[] };

export interface UploadedFile {
  /** Data of the caller, never part of a path. Empty for a raw body. */
  name: string;
  type: string;
  bytes: Buffer;
}

/** A body that was read outside of Fastify's parsers. */
export interface Upload {
  /** By the names of their parts; that of a raw body is `file`. */
  files: Record<string, UploadedFile>;
  /** The file of a stream. */
  received?: ReceivedFile;
  fields: Record<string, string>;
}

/** Media type of a request, without its parameters. */
const mediaType = (request: FastifyRequest): string =>
  (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** A body of a type that neither a parser nor the route takes. */
export class UnsupportedBody extends Error {
  readonly upload: UploadSpec | undefined;

  constructor(upload: UploadSpec | undefined) {
    super('unsupported body');
    this.upload = upload;
  }
}

/** The refusal of a body of another type than the route takes. */
export function unsupportedBody(upload: UploadSpec | undefined): AppError {
  if (!upload) return new AppError('UNSUPPORTED_MEDIA_TYPE');
  return upload.kind !== 'raw'
    ? new AppError('UNSUPPORTED_MEDIA_TYPE', { message: 'errors.upload.multipart' })
    : new AppError('UNSUPPORTED_MEDIA_TYPE', {
        message: 'errors.upload.raw',
        params: { types: upload.types.join(', ') },
      });
}

/** Whether the route reads a body of this type by itself. */
function takes(upload: UploadSpec | undefined, type: string): boolean {
  if (!upload) return false;
  return upload.kind === 'raw' ? upload.types.includes(type) : type === 'multipart/form-data';
}

/** Leaves bodies that are no JSON unread until their route has authorized the caller; refuses them on other routes. */
export function deferUploads(app: FastifyInstance): void {
  app.addContentTypeParser('*', (request, _payload, done) => {
    const upload = request.routeOptions.config.spec?.upload;
    if (takes(upload, mediaType(request))) done(null, null);
    else done(new UnsupportedBody(upload));
  });
}

/** Leaves JSON to the routes of a scope, which need its bytes. */
export function leaveJsonUnread(scope: FastifyInstance): FastifyInstance {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', (_request, _payload, done) => done(null, null));
  return scope;
}

/** Whether the route takes JSON as it came, byte for byte. */
export const takesRawJson = (upload: UploadSpec | undefined): boolean =>
  upload?.kind === 'raw' && upload.types.includes('application/json');

/**
 * Reads the body of a route that takes uploads.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, VALIDATION_FAILED
 */
export async function readUpload(
  request: FastifyRequest,
  spec: UploadSpec,
  files: FileHandling,
): Promise<Upload> {
  const type = mediaType(request);
  if (!takes(spec, type)) throw unsupportedBody(spec);
  const count = spec.kind === 'multipart' ? (spec.files?.length ?? 1) : 1;
  if (Number(request.headers['content-length'] ?? 0) > spec.bytes * count + LIMITS.fields * LIMITS.fieldSize)
    throw new AppError('BODY_TOO_LARGE', {
      message: 'errors.file.tooLarge',
      params: { limit: Math.floor(spec.bytes / 1_048_576) },
    });
  if (spec.kind === 'stream') return { files: {}, ...(await readStreamedForm(request, spec, files)) };
  return spec.kind === 'multipart' ? readForm(request, spec) : readRaw(request, spec.bytes, type);
}

async function readRaw(request: FastifyRequest, limit: number, type: string): Promise<Upload> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.raw as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new AppError('BODY_TOO_LARGE');
    chunks.push(chunk);
  }
  return { files: { file: { name: '', type, bytes: Buffer.concat(chunks) } }, fields: {} };
}

function readForm(
  request: FastifyRequest,
  { bytes, files: names = ['file'] }: UploadSpec & { kind: 'multipart' },
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = Object.create(null) as Record<string, string>;
    const files: Record<string, UploadedFile> = Object.create(null) as Record<string, UploadedFile>;
    const open = (): BusboyInstance => {
      try {
        return new Busboy({
          headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
          limits: { ...LIMITS, files: names.length, parts: LIMITS.fields + names.length, fileSize: bytes },
        });
      } catch (error) {
        throw malformed(error);
      }
    };
    const parser = open();
    const fail = (error: AppError): void => {
      request.raw.unpipe(parser);
      reject(error);
    };
    const tooMany = (): void => fail(tooManyParts());
    parser.on('file', (part, stream, name, _encoding, type) => {
      const chunks: Buffer[] = [];
      // A form that is cut off within a file reports it here first: unheard, it would end the process.
      stream.on('error', (error: unknown) => fail(malformed(error)));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => {
        const params = { limit: Math.floor(bytes / 1_000_000) };
        const key = 'errors.file.tooLarge';
        fail(
          new AppError('BODY_TOO_LARGE', {
            message: key,
            params,
            errors: [{ path: `/${part}`, key, params }],
          }),
        );
      });
      stream.on('end', () => {
        const taken = part in files || part in fields;
        if (names.includes(part) && !taken)
          files[part] = { name: name ?? '', type, bytes: Buffer.concat(chunks) };
        else
          fail(
            new AppError('VALIDATION_FAILED', {
              errors: [taken ? { path: `/${part}`, key: 'errors.upload.twice' } : missingFile(part, names)],
            }),
          );
      });
    });
    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut) fail(new AppError('BODY_TOO_LARGE'));
      else if (name in fields || name in files)
        fail(
          new AppError('VALIDATION_FAILED', { errors: [{ path: `/${name}`, key: 'errors.upload.twice' }] }),
        );
      else fields[name] = value;
    });
    parser.on('partsLimit', tooMany).on('fieldsLimit', tooMany).on('filesLimit', tooMany);
    parser.on('error', (error: unknown) => fail(malformed(error)));
    parser.on('finish', () => {
      if (names.includes('file') && !files['file'])
        fail(new AppError('VALIDATION_FAILED', { errors: [missingFile('file', names)] }));
      else resolve({ files: { ...files }, fields: { ...fields } });
    });
    request.raw.once('error', (error) => fail(malformed(error)));
    request.raw.once('aborted', () => fail(malformed()));
    request.raw.pipe(parser);
  });
}

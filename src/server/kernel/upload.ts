import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

/** What a route takes instead of JSON. Nothing beyond `bytes` is kept in memory. */
export type UploadSpec =
  /** A form with one file in the part `file`; its other parts are the body, whose schema the route names. */
  | { kind: 'multipart'; bytes: number }
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
  file: UploadedFile;
  fields: Record<string, string>;
}

/** Parts of a form beside the file, and bytes of each. */
const LIMITS = { fields: 20, fieldSize: 16_384, fieldNameSize: 100, headerPairs: 20 };

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
  return upload.kind === 'multipart'
    ? new AppError('UNSUPPORTED_MEDIA_TYPE', { message: 'errors.upload.multipart' })
    : new AppError('UNSUPPORTED_MEDIA_TYPE', {
        message: 'errors.upload.raw',
        params: { types: upload.types.join(', ') },
      });
}

/** Whether the route reads a body of this type by itself. */
function takes(upload: UploadSpec | undefined, type: string): boolean {
  if (!upload) return false;
  return upload.kind === 'multipart' ? type === 'multipart/form-data' : upload.types.includes(type);
}

/** Leaves bodies that are no JSON unread until their route has authorized the caller; refuses them on other routes. */
export function deferUploads(app: FastifyInstance): void {
  app.addContentTypeParser('*', (request, _payload, done) => {
    const upload = request.routeOptions.config.spec?.upload;
    if (takes(upload, mediaType(request))) done(null, null);
    else done(new UnsupportedBody(upload));
  });
}

/**
 * Reads the body of a route that takes uploads.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, VALIDATION_FAILED
 */
export async function readUpload(request: FastifyRequest, spec: UploadSpec): Promise<Upload> {
  const type = mediaType(request);
  if (!takes(spec, type)) throw unsupportedBody(spec);
  if (Number(request.headers['content-length'] ?? 0) > spec.bytes + LIMITS.fields * LIMITS.fieldSize)
    throw new AppError('BODY_TOO_LARGE');
  return spec.kind === 'multipart' ? readForm(request, spec.bytes) : readRaw(request, spec.bytes, type);
}

async function readRaw(request: FastifyRequest, limit: number, type: string): Promise<Upload> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.raw as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new AppError('BODY_TOO_LARGE');
    chunks.push(chunk);
  }
  return { file: { name: '', type, bytes: Buffer.concat(chunks) }, fields: {} };
}

const malformed = (cause?: unknown): AppError =>
  new AppError('VALIDATION_FAILED', { message: 'errors.upload.malformed', cause });

function readForm(request: FastifyRequest, limit: number): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = Object.create(null) as Record<string, string>;
    const files: UploadedFile[] = [];
    const open = (): BusboyInstance => {
      try {
        return new Busboy({
          headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
          limits: { ...LIMITS, files: 1, parts: LIMITS.fields + 1, fileSize: limit },
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
    const tooMany = (): void =>
      fail(
        new AppError('VALIDATION_FAILED', {
          message: 'errors.upload.parts',
          params: { limit: LIMITS.fields },
        }),
      );
    parser.on('file', (part, stream, name, _encoding, type) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => fail(new AppError('BODY_TOO_LARGE')));
      stream.on('end', () => {
        if (part === 'file') files.push({ name: name ?? '', type, bytes: Buffer.concat(chunks) });
        else
          fail(
            new AppError('VALIDATION_FAILED', { errors: [{ path: `/${part}`, key: 'errors.upload.file' }] }),
          );
      });
    });
    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut) fail(new AppError('BODY_TOO_LARGE'));
      else if (name in fields)
        fail(
          new AppError('VALIDATION_FAILED', { errors: [{ path: `/${name}`, key: 'errors.upload.twice' }] }),
        );
      else fields[name] = value;
    });
    parser.on('partsLimit', tooMany).on('fieldsLimit', tooMany).on('filesLimit', tooMany);
    parser.on('error', (error: unknown) => fail(malformed(error)));
    parser.on('finish', () => {
      const [file] = files;
      if (file) resolve({ file, fields: { ...fields } });
      else
        fail(new AppError('VALIDATION_FAILED', { errors: [{ path: '/file', key: 'errors.upload.file' }] }));
    });
    request.raw.once('error', (error) => fail(malformed(error)));
    request.raw.once('aborted', () => fail(malformed()));
    request.raw.pipe(parser);
  });
}

import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { malformedUpload, missingFile, tooManyParts, FORM_LIMITS } from './form-limits.ts';

/** A file of a form while it arrives. */
export interface IncomingFile {
  /** Data of the caller, never part of a path. */
  name: string;
  /** Media type that the caller declares. */
  type: string;
  /** Fails when the form is cut off, or the file is too large. */
  stream: Readable;
}

/** A file that was received and is in quarantine until the change that it belongs to keeps it. */
export interface ReceivedFile {
  id: number;
  name: string;
  /** Media type of its content. */
  type: string;
  bytes: number;
  /** In hex. */
  sha256: string;
  /** Of a picture. */
  width: number | null;
  height: number | null;
  /** Set when the handler keeps it; any other file is removed after the request. */
  isKept?: boolean;
}

/** Takes a file in, and takes it back. */
export interface FileHandling {
  receive(file: IncomingFile): Promise<ReceivedFile>;
  discard(file: ReceivedFile): Promise<void>;
}

/** Reads a form whose file is stored while it arrives. Memory does not grow with the file. */
export function readStreamedForm(
  request: FastifyRequest,
  { bytes, part: name = 'file' }: { bytes: number; part?: string },
  { receive, discard }: FileHandling,
): Promise<{ received: ReceivedFile; fields: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = Object.create(null) as Record<string, string>;
    let part: Readable | null = null;
    let receiving: Promise<ReceivedFile> | null = null;
    let hasFailed = false;
    const fail = (error: unknown): void => {
      if (hasFailed) return;
      hasFailed = true;
      request.raw.unpipe(parser);
      part?.destroy(error instanceof Error ? error : malformedUpload(error));
      if (receiving === null) return reject(error);
      // Files received already are taken back before the answer.
      void receiving.then(discard, () => undefined).then(() => reject(error), reject);
    };
    const parser = open(request, bytes);
    const tooMany = (): void => fail(tooManyParts());
    parser.on('file', (field, stream, fileName, _encoding, type) => {
      // A form that is cut off reports it here and to the parser.
      stream.on('error', () => undefined);
      if (hasFailed || field !== name || receiving) {
        stream.resume();
        const errors = [missingFile(field, [name])];
        return fail(new AppError('VALIDATION_FAILED', { errors }));
      }
      part = stream;
      stream.on('limit', () =>
        fail(
          new AppError('BODY_TOO_LARGE', {
            message: 'errors.file.tooLarge',
            params: { limit: Math.floor(bytes / 1_048_576) },
          }),
        ),
      );
      receiving = receive({ name: fileName ?? '', type, stream });
      receiving.catch(fail);
    });
    parser.on('field', (field, value, nameCut, valueCut) => {
      if (nameCut || valueCut) return fail(new AppError('BODY_TOO_LARGE'));
      if (field in fields)
        return fail(
          new AppError('VALIDATION_FAILED', { errors: [{ path: `/${field}`, key: 'errors.upload.twice' }] }),
        );
      fields[field] = value;
    });
    parser.on('partsLimit', tooMany).on('fieldsLimit', tooMany).on('filesLimit', tooMany);
    parser.on('error', (error: unknown) => fail(malformedUpload(error)));
    parser.on('finish', () => {
      if (hasFailed) return;
      if (receiving === null)
        return fail(new AppError('VALIDATION_FAILED', { errors: [missingFile(name, [name])] }));
      receiving.then((received) => resolve({ received, fields: { ...fields } }), fail);
    });
    request.raw.once('error', (error) => fail(malformedUpload(error)));
    request.raw.once('aborted', () => fail(malformedUpload()));
    request.raw.pipe(parser);
  });
}

function open(request: FastifyRequest, bytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: { ...FORM_LIMITS, files: 1, parts: FORM_LIMITS.fields + 1, fileSize: bytes },
    });
  } catch (error) {
    throw malformedUpload(error);
  }
}

import { Type } from 'typebox';
import type { MediaType } from '../../../contracts/support.ts';
import { mediaKinds, mediaTypes, mostCaption } from '../../../contracts/support.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import { opId } from '../../services/agile/wire.ts';

const MB = 1_048_576;
export const MOST_MEDIA_BYTES = mediaKinds.document.bytes;

export const mediaBody = Type.Object({
  to: Type.Optional(Type.String({ maxLength: 30 })),
  fileType: Type.Unsafe<MediaType>({ type: 'string', enum: [...mediaTypes] }),
  caption: Type.Optional(Type.String({ maxLength: mostCaption })),
  clientId: Type.Optional(opId),
  // The fields of a form are texts.
  replyTo: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}$' })),
  /** Of a recorded voice note. */
  seconds: Type.Optional(Type.String({ pattern: '^[0-9]{1,5}([.][0-9]{1,3})?$' })),
  voice: Type.Optional(Type.Unsafe<'Y' | 'N'>({ type: 'string', enum: ['Y', 'N'] })),
});

/** Checks a file against what the provider takes of its kind. @throws AppError VALIDATION_FAILED, BODY_TOO_LARGE */
export function assertTaken(kind: MediaType, file: { type: string; bytes: number }): void {
  const { types } = mediaKinds[kind];
  if (types && !types.includes(file.type))
    throw invalid([
      {
        path: '/MEDIA_FILE',
        key: 'errors.support.mediaType',
        params: { kind, types: types.join(', '), found: file.type },
      },
    ]);
  assertSize(kind, file);
}

/** @throws AppError BODY_TOO_LARGE for a file above what the provider takes of its kind */
export function assertSize(kind: MediaType, { bytes }: { bytes: number }): void {
  const most = mediaKinds[kind].bytes;
  if (bytes <= most) return;
  const params = { limit: Math.max(1, Math.floor(most / MB)) };
  throw new AppError('BODY_TOO_LARGE', {
    message: 'errors.file.tooLarge',
    params,
    errors: [{ path: '/MEDIA_FILE', key: 'errors.file.tooLarge', params }],
  });
}

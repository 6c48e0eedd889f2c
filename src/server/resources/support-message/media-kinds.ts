import { Type } from 'typebox';
import type { MediaType } from '../../../contracts/support.ts';
import { mostCaption } from '../../../contracts/support.ts';
import { invalid } from '../../kernel/errors.ts';
import { AppError } from '../../kernel/errors.ts';
import { id, opId } from '../../services/agile/wire.ts';

const MB = 1_048_576;
export const MOST_MEDIA_BYTES = 100 * MB;

/** What the provider takes per kind (developers.facebook.com, Cloud API, media). Any other file is a document. */
const kinds: Readonly<Record<MediaType, { bytes: number; types: readonly string[] | null }>> = {
  image: { bytes: 5 * MB, types: ['image/jpeg', 'image/png'] },
  video: { bytes: 16 * MB, types: ['video/mp4', 'video/3gpp'] },
  audio: {
    bytes: 16 * MB,
    types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
  },
  document: { bytes: MOST_MEDIA_BYTES, types: null },
  sticker: { bytes: 500 * 1024, types: ['image/webp'] },
};

export const mediaBody = Type.Object({
  to: Type.Optional(Type.String({ maxLength: 30 })),
  fileType: Type.Unsafe<MediaType>({ type: 'string', enum: Object.keys(kinds) }),
  caption: Type.Optional(Type.String({ maxLength: mostCaption })),
  clientId: Type.Optional(opId),
  replyTo: Type.Optional(id),
  /** Of a recorded voice note. */
  seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 36_000 })),
  voice: Type.Optional(Type.Unsafe<'Y' | 'N'>({ type: 'string', enum: ['Y', 'N'] })),
});

/** Checks a file against what the provider takes of its kind. @throws AppError VALIDATION_FAILED, BODY_TOO_LARGE */
export function assertTaken(kind: MediaType, { type, bytes }: { type: string; bytes: number }): void {
  const { bytes: most, types } = kinds[kind];
  if (types && !types.includes(type))
    throw invalid([
      {
        path: '/MEDIA_FILE',
        key: 'errors.support.mediaType',
        params: { kind, types: types.join(', '), found: type },
      },
    ]);
  if (bytes > most)
    throw new AppError('BODY_TOO_LARGE', {
      message: 'errors.file.tooLarge',
      params: { limit: Math.max(1, Math.floor(most / MB)) },
      errors: [
        {
          path: '/MEDIA_FILE',
          key: 'errors.file.tooLarge',
          params: { limit: Math.max(1, Math.floor(most / MB)) },
        },
      ],
    });
}

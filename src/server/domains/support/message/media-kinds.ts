import { Type } from 'typebox';
import type { MediaType } from '../../../../contracts/support.ts';
import { mediaKinds, mediaTypes, mostCaption } from '../../../../contracts/support.ts';
import { opId } from '../../../kernel/schema-parts.ts';

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

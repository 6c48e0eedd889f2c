import type { MediaType } from '../../../contracts/support.ts';

const MB = 1_048_576;

/** What the provider takes per kind, in bytes (developers.facebook.com, Cloud API, media). Any other file is a document. */
const kinds: readonly { kind: MediaType; types: RegExp; bytes: number }[] = [
  { kind: 'image', types: /^image\/(jpeg|png)$/, bytes: 5 * MB },
  { kind: 'video', types: /^video\/(mp4|3gpp)$/, bytes: 16 * MB },
  { kind: 'audio', types: /^audio\/(aac|amr|mpeg|mp4|ogg)/, bytes: 16 * MB },
];
const document = { kind: 'document', bytes: 100 * MB } as const;

export interface FileKind {
  kind: MediaType;
  /** Megabytes that it may have. */
  limit: number;
  isTooLarge: boolean;
}

/** The kind as which a file is sent, and whether the provider takes it, before anything is uploaded. */
export function kindOf({ type, size }: { type: string; size: number }): FileKind {
  const { kind, bytes } = kinds.find((one) => one.types.test(type)) ?? document;
  return { kind, limit: bytes / MB, isTooLarge: size > bytes };
}

import { mediaKinds, type MediaType } from '../../../contracts/support.ts';

export interface FileKind {
  kind: MediaType;
  /** Megabytes that it may have. */
  limit: number;
  isTooLarge: boolean;
}

/** Kinds that a file becomes by its type. Stickers are pictures of their own making, which nobody attaches. */
const byType = ['image', 'video', 'audio'] as const;

/** The kind as which a file is sent, and whether the provider takes it, before anything is uploaded. */
export function kindOf({ type, size }: { type: string; size: number }): FileKind {
  const plain = type.split(';')[0]!;
  const kind = byType.find((one) => mediaKinds[one].types?.includes(plain)) ?? 'document';
  const { bytes } = mediaKinds[kind];
  return { kind, limit: bytes / 1_048_576, isTooLarge: size > bytes };
}

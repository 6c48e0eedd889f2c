import { mediaKinds } from '../../../contracts/support.ts';

export interface FileKind {
  kind: SentKind;
  /** Megabytes that it may have. */
  limit: number;
  isTooLarge: boolean;
  /** Whether the provider takes files of its type. */
  isTaken: boolean;
}

/** Kinds as which an agent sends files. Stickers are pictures of their own making, which nobody attaches. */
export const sentKinds = ['image', 'video', 'audio', 'document'] as const;
export type SentKind = (typeof sentKinds)[number];

const MB = 1_048_576;

/** Types of files by their extensions, for browsers that do not know them. */
const typeByExtension: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  '3gp': 'video/3gpp',
  aac: 'audio/aac',
  amr: 'audio/amr',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  pdf: 'application/pdf',
  txt: 'text/plain',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** Types that browsers give to files under another name. */
const alike: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/mp3': 'audio/mpeg',
  'audio/opus': 'audio/ogg',
  'image/jpg': 'image/jpeg',
};

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

function typeOf({ type, name }: { type: string; name: string }): string {
  const plain = type.split(';')[0]!.trim().toLowerCase();
  return plain === '' ? (typeByExtension[extensionOf(name)] ?? '') : (alike[plain] ?? plain);
}

/** The kind as which a file is sent, and whether the provider takes it, before anything is uploaded. */
export function kindOf(file: { type: string; name: string; size: number }): FileKind {
  const type = typeOf(file);
  const taken = sentKinds.find((one) => mediaKinds[one].types.includes(type));
  const kind = taken ?? 'document';
  const { bytes } = mediaKinds[kind];
  return { kind, limit: bytes / MB, isTooLarge: file.size > bytes, isTaken: taken !== undefined };
}

/** Whether a file is one of a kind, as for the header of a template. */
export const isOfKind = (file: { type: string; name: string; size: number }, kind: SentKind): boolean => {
  const found = kindOf(file);
  return found.isTaken && found.kind === kind;
};

/** Extensions that the provider takes of a kind, as people read them, and its limit in megabytes. */
export function acceptedFilesOf(kind: SentKind): { extensions: string; limit: number } {
  const { types, bytes } = mediaKinds[kind];
  const names = Object.entries(typeByExtension).filter(([, type]) => types.includes(type));
  return { extensions: names.map(([name]) => name).join(', '), limit: bytes / MB };
}

/** Types that a picker of files of a kind offers. */
export const acceptOf = (kind: SentKind): string[] => [
  ...mediaKinds[kind].types,
  ...Object.entries(typeByExtension).flatMap(([name, type]) =>
    mediaKinds[kind].types.includes(type) ? [`.${name}`] : [],
  ),
];

/** Extensions of the media types that the provider takes and sends. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'video/mp4': '.mp4',
  'video/3gpp': '.3gp',
  'audio/ogg': '.ogg',
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
  'audio/aac': '.aac',
  'audio/amr': '.amr',
  'application/pdf': '.pdf',
  'text/plain': '.txt',
};

/** The extension of a media type, whose parameters do not count; empty for others. */
export const extensionOf = (mime: string): string =>
  extensions[mime.split(';')[0]!.trim().toLowerCase()] ?? '';

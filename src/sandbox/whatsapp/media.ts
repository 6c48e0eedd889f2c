import { createHash, randomInt, randomUUID } from 'node:crypto';
import { GraphError, invalidParameter } from './graph-error.ts';

/** The provider keeps uploads for 30 days; the sandbox keeps this many bytes and forgets the oldest ones. */
const CAP = 256 * 1_048_576;
const URL_MS = 5 * 60_000;
const MB = 1_048_576;

export type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'sticker';

/** Types and bytes that the provider takes per kind. */
const kinds: Readonly<Record<MediaKind, { types: readonly string[]; bytes: number }>> = {
  audio: {
    types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
    bytes: 16 * MB,
  },
  image: { types: ['image/jpeg', 'image/png'], bytes: 5 * MB },
  sticker: { types: ['image/webp'], bytes: 500 * 1024 },
  video: { types: ['video/mp4', 'video/3gpp'], bytes: 16 * MB },
  document: {
    types: [
      'text/plain',
      'application/pdf',
      'application/msword',
      'application/vnd.ms-excel',
      'application/vnd.ms-powerpoint',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
    bytes: 100 * MB,
  },
};

export interface Media {
  id: string;
  /** With its parameters, such as `audio/ogg; codecs=opus`. */
  type: string;
  bytes: Buffer;
  /** The same bytes in hex, as the answer about media has it, and in base64, as webhooks have it. */
  sha256: { hex: string; base64: string };
}

const bareType = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

/** Files of both sides, in memory, and the addresses at which they are downloaded for five minutes. */
export class MediaStore {
  readonly #byId = new Map<string, Media>();
  readonly #urls = new Map<string, { id: string; expiresAt: number }>();
  readonly #now: () => number;
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Keeps a file of a customer. A phone sends any type as a document. */
  add(bytes: Buffer, type: string): Media {
    const digest = createHash('sha256').update(bytes).digest();
    const media = {
      id: `${randomInt(1e7, 1e8)}${randomInt(1e7, 1e8)}`,
      type,
      bytes,
      sha256: { hex: digest.toString('hex'), base64: digest.toString('base64') },
    };
    this.#byId.set(media.id, media);
    this.#bytes += bytes.length;
    for (const id of this.#byId.keys()) {
      if (this.#bytes <= CAP || id === media.id) break;
      this.delete(id);
    }
    return media;
  }

  /**
   * Keeps a file that the business uploads.
   * @throws GraphError for a type or size that the provider does not take
   */
  upload(bytes: Buffer, type: string): Media {
    const bare = bareType(type);
    const fitting = Object.values(kinds).filter(({ types }) => types.includes(bare));
    if (fitting.length === 0) {
      const types = Object.values(kinds).flatMap((kind) => kind.types);
      throw invalidParameter(
        `Param file must be a file with one of the following types: ${types.join(', ')}. Received file of type '${bare}'.`,
      );
    }
    if (bytes.length === 0) throw invalidParameter('Param file must not be empty.');
    const most = Math.max(...fitting.map((kind) => kind.bytes));
    if (bytes.length > most)
      throw new GraphError(131053, `File size is ${bytes.length} bytes, the most for ${bare} is ${most}.`);
    return this.add(bytes, type);
  }

  get(id: string): Media | undefined {
    return this.#byId.get(id);
  }

  delete(id: string): boolean {
    this.#bytes -= this.#byId.get(id)?.bytes.length ?? 0;
    return this.#byId.delete(id);
  }

  /** Whether a file may be sent as a kind; else the reason of the status `failed`. */
  misfit(media: Media, kind: MediaKind): string | null {
    const { types, bytes } = kinds[kind];
    if (kind !== 'document' && !types.includes(bareType(media.type)))
      return `Unsupported ${kind} mime type ${media.type}.`;
    return media.bytes.length > bytes ? `The ${kind} has more than ${bytes} bytes.` : null;
  }

  /** A new path below the provider's address, which answers for five minutes. */
  openPath(id: string): string {
    const secret = randomUUID();
    this.#urls.set(secret, { id, expiresAt: this.#now() + URL_MS });
    return `/whatsapp_business/attachments/?mid=${id}&ext=${Math.floor((this.#now() + URL_MS) / 1000)}&hash=${secret}`;
  }

  /** The file of a path, or null when the path is unknown or older than five minutes. */
  find(secret: string): Media | null {
    const found = this.#urls.get(secret);
    if (!found || found.expiresAt <= this.#now()) return null;
    return this.get(found.id) ?? null;
  }
}

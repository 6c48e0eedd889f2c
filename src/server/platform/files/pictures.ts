import type Decoder from 'sharp';
import { refusal, AppError } from '../../kernel/errors.ts';
import { createTurns } from '../../kernel/in-turn.ts';

/** Bytes of a picture before it is encoded again. */
export const PICTURE_BYTES = 50 * 1024 * 1024;
/** Longest side, and pixels, of a picture. Decoded, a pixel takes four bytes of memory. */
const SIDE = 50_000;
const PIXELS = 40_000_000;
/** Sides of the thumbnails. */
export const thumbnailSizes = [512, 64] as const;
export type ThumbnailSize = (typeof thumbnailSizes)[number];
/** Pictures that are encoded at a time. */
const PARALLEL = 2;

type Sharp = typeof Decoder;
let loading: Promise<Sharp> | null = null;

/** Loads the decoder when the first picture arrives, without the formats that nobody sends or that run scripts. */
async function decoder(): Promise<Sharp> {
  return (loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
    });
    return sharp;
  }));
}

/** Lets pictures wait for each other, since each takes a core and its pixels in memory. */
const inTurn = createTurns(PARALLEL);

export interface EncodedPicture {
  type: string;
  width: number;
  height: number;
  /** Square thumbnails at most as large as their size, in WebP. */
  thumbnails: Map<ThumbnailSize, Uint8Array>;
}

/** `square`: only the middle of the picture is kept, 512 px wide and high, with the small thumbnail. */
export type PictureForm = 'whole' | 'square';

/**
 * Encodes a picture again: upright, without metadata, and without whatever else the file contained.
 * @param source path of the file @param target path that is written
 * @throws AppError VALIDATION_FAILED naming what is wrong with it
 */
export function encodePicture(
  source: string,
  target: string,
  form: PictureForm = 'whole',
): Promise<EncodedPicture> {
  return inTurn(async () => {
    const sharp = await decoder();
    const read = (): ReturnType<Sharp> =>
      sharp(source, { limitInputPixels: PIXELS, failOn: 'error', sequentialRead: true });
    const found = await sharp(source, { limitInputPixels: false })
      .metadata()
      .catch((error: unknown) => {
        throw new AppError('VALIDATION_FAILED', {
          ...refusal('/file', 'errors.file.picture').options,
          cause: error,
        });
      });
    if (Math.max(found.width, found.height) > SIDE || found.width * found.height > PIXELS)
      throw refusal('/file', 'errors.file.pixels', { side: SIDE, pixels: PIXELS / 1_000_000 });
    if ((found.pages ?? 1) > 1) throw refusal('/file', 'errors.file.animated');
    try {
      const upright = read().autoOrient();
      const isSquare = form === 'square';
      const [largest] = thumbnailSizes;
      const encoded = isSquare
        ? upright.resize(largest, largest, { fit: 'cover' }).webp({ quality: 88 })
        : found.format === 'jpeg'
          ? upright.jpeg({ quality: 88 })
          : found.format === 'png'
            ? upright.png()
            : upright.webp({ quality: 88 });
      const { width, height, format } = await encoded.toFile(target);
      const thumbnails = new Map<ThumbnailSize, Uint8Array>();
      for (const size of thumbnailSizes) {
        if (isSquare && size === largest) continue;
        const small = sharp(target, { limitInputPixels: PIXELS }).resize(size, size, {
          fit: 'inside',
          withoutEnlargement: true,
        });
        thumbnails.set(size, await small.webp({ quality: 82 }).toBuffer());
      }
      return { type: `image/${format}`, width, height, thumbnails };
    } catch (error) {
      if (error instanceof Error && /ENOSPC|No space left/.test(error.message))
        throw new AppError('INSUFFICIENT_STORAGE', { cause: error });
      throw new AppError('VALIDATION_FAILED', {
        ...refusal('/file', 'errors.file.picture').options,
        cause: error,
      });
    }
  });
}

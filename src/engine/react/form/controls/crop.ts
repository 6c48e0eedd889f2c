import type { PercentCrop } from 'react-image-crop';
import type { ImageCrop } from '../../../core/index.ts';

/** Size of a picture in its own pixels, upright. */
interface Size {
  naturalWidth: number;
  naturalHeight: number;
}

/** Pixels of the picture that the part's shorter side has at least, so that it stays recognisable. */
const fewestPixels = 64;
/** Larger than this nobody zooms. */
const largestZoom = 8;

/** The largest part of an aspect that the picture holds, in percent. */
function largest({ naturalWidth, naturalHeight }: Size, aspect: number): { width: number; height: number } {
  const share = naturalWidth / naturalHeight / aspect;
  return share >= 1 ? { width: 100 / share, height: 100 } : { width: 100, height: 100 * share };
}

/** The largest part of an aspect, in the middle of the picture. */
export function centred(picture: Size, aspect: number): PercentCrop {
  const { width, height } = largest(picture, aspect);
  return { unit: '%', x: (100 - width) / 2, y: (100 - height) / 2, width, height };
}

export const zoomOf = (area: PercentCrop, picture: Size, aspect: number): number =>
  largest(picture, aspect).width / area.width;

/** How far a picture can be zoomed in. */
export function mostZoom(picture: Size, aspect: number): number {
  const { width, height } = largest(picture, aspect);
  const pixels = Math.min((picture.naturalWidth * width) / 100, (picture.naturalHeight * height) / 100);
  return Math.max(1, Math.min(largestZoom, pixels / fewestPixels));
}

/** The part at another zoom, around the same middle as far as the picture reaches. */
export function zoomed(area: PercentCrop, picture: Size, aspect: number, zoom: number): PercentCrop {
  const factor = Math.max(1, Math.min(zoom, mostZoom(picture, aspect)));
  const full = largest(picture, aspect);
  const [width, height] = [full.width / factor, full.height / factor];
  const at = (middle: number, length: number) => Math.max(0, Math.min(100 - length, middle - length / 2));
  return {
    unit: '%',
    x: at(area.x + area.width / 2, width),
    y: at(area.y + area.height / 2, height),
    width,
    height,
  };
}

/** Rectangle of the picture's pixels that a part covers, and the size in which it is sent. */
export function pixelsOf(
  { x, y, width, height }: PercentCrop,
  { naturalWidth, naturalHeight }: Size,
  { size = 1024 }: Pick<ImageCrop, 'size'>,
): { left: number; top: number; width: number; height: number; sentWidth: number; sentHeight: number } {
  const across = (naturalWidth * width) / 100;
  const down = (naturalHeight * height) / 100;
  const scale = Math.min(1, size / Math.max(across, down));
  return {
    left: (naturalWidth * x) / 100,
    top: (naturalHeight * y) / 100,
    width: across,
    height: down,
    sentWidth: Math.max(1, Math.round(across * scale)),
    sentHeight: Math.max(1, Math.round(down * scale)),
  };
}

/** Extensions of the types that browsers encode; those without WebP answer PNG. */
const extensions: Readonly<Record<string, string>> = { 'image/webp': 'webp', 'image/png': 'png' };

/** Cuts a part out of a picture that the page shows; null for one that cannot be encoded. */
export async function cutOut(
  picture: HTMLImageElement,
  area: PercentCrop,
  crop: ImageCrop,
  name: string,
): Promise<File | null> {
  const { left, top, width, height, sentWidth, sentHeight } = pixelsOf(area, picture, crop);
  const canvas = document.createElement('canvas');
  canvas.width = sentWidth;
  canvas.height = sentHeight;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, width, height, 0, 0, sentWidth, sentHeight);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
  if (!blob) return null;
  const base = name.replace(/\.[^.]*$/, '') || 'image';
  return new File([blob], `${base}.${extensions[blob.type] ?? 'png'}`, { type: blob.type });
}

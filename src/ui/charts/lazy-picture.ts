import type { PictureRequest } from './picture.ts';

/** Draws a chart with its title and legend as a PNG file, in the theme and size in which the person sees it. */
export async function chartPicture(request: PictureRequest): Promise<Blob> {
  const { drawPicture } = await import('./picture.ts');
  return drawPicture(request);
}

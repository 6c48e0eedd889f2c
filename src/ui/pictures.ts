import { useEffect, useReducer } from 'react';

/** Loads pictures that the browser cannot load by their address, since their server wants the person's token. */
export interface PictureLoader {
  needsToken(address: string): boolean;
  /** @param pixels width at which the picture is shown. */
  load(address: string, pixels: number): Promise<Blob>;
}

/** Pictures kept in memory. The oldest go first. */
const most = 500;

let loader: PictureLoader | null = null;
/** Address of the loaded picture in this page's memory, null for one that does not load, by address and size. */
const loaded = new Map<string, string | null>();
const loading = new Map<string, Promise<void>>();

/** Sets how pictures that need a token are loaded, and forgets those of before: another person may be signed in. */
export function setPictureLoader(next: PictureLoader | null): void {
  for (const address of loaded.values()) if (address !== null) URL.revokeObjectURL(address);
  loaded.clear();
  loading.clear();
  loader = next;
}

function load(key: string, address: string, pixels: number, from: PictureLoader): Promise<void> {
  const known = loading.get(key);
  if (known) return known;
  const work = from
    .load(address, pixels)
    .then(
      (blob) => URL.createObjectURL(blob),
      () => null,
    )
    .then((found) => {
      loading.delete(key);
      if (loader !== from) return;
      loaded.set(key, found);
      const [oldest] = loaded;
      if (loaded.size <= most || !oldest) return;
      loaded.delete(oldest[0]);
      // A picture that is shown has been decoded.
      if (oldest[1] !== null) URL.revokeObjectURL(oldest[1]);
    });
  loading.set(key, work);
  return work;
}

/** The address of a picture of this server or of this page's memory. Vector images can contain scripts. */
export function pictureAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return /^(data:image\/(?!svg)|blob:|\/(?!\/))/.test(value) ? value : undefined;
}

/** Address that an `img` can load; null for no picture, and until one that needs a token is there. */
export function usePicture(address: string | null | undefined, width: number): string | null {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const from = loader;
  const needed = address && from?.needsToken(address) ? from : null;
  const pixels = Math.ceil(width * (globalThis.devicePixelRatio || 1));
  const key = `${pixels} ${address}`;
  const isMissing = needed !== null && !loaded.has(key);
  useEffect(() => {
    if (!isMissing || !needed || !address) return;
    let isShown = true;
    void load(key, address, pixels, needed).then(() => {
      if (isShown) render();
    });
    return () => {
      isShown = false;
    };
  }, [isMissing, needed, key, address, pixels]);
  if (!address) return null;
  return needed ? (loaded.get(key) ?? null) : address;
}

import { describe, expect, it } from 'vitest';
import { centred, mostZoom, pixelsOf, zoomed, zoomOf } from './crop.ts';

const wide = { naturalWidth: 1600, naturalHeight: 1200 };
const tall = { naturalWidth: 300, naturalHeight: 1200 };

describe('the part of a picture', () => {
  it('is at first the largest one in the middle', () => {
    expect(centred(wide, 1)).toEqual({ unit: '%', x: 12.5, y: 0, width: 75, height: 100 });
    expect(centred(tall, 1)).toEqual({ unit: '%', x: 0, y: 37.5, width: 100, height: 25 });
    expect(pixelsOf(centred(wide, 1), wide, { size: 512 })).toEqual({
      left: 200,
      top: 0,
      width: 1200,
      height: 1200,
      sentWidth: 512,
      sentHeight: 512,
    });
  });

  it('keeps its middle and its aspect at every zoom, and stays inside', () => {
    for (const picture of [wide, tall]) {
      for (const aspect of [1, 16 / 9]) {
        for (const zoom of [0.2, 1, 1.7, 100]) {
          const start = { ...centred(picture, aspect), x: 0, y: 0 };
          const area = zoomed(start, picture, aspect, zoom);
          const { width, height } = pixelsOf(area, picture, {});
          expect(width / height).toBeCloseTo(aspect);
          expect([area.x >= 0, area.y >= 0]).toEqual([true, true]);
          expect(area.x + area.width).toBeLessThanOrEqual(100 + 1e-9);
          expect(area.y + area.height).toBeLessThanOrEqual(100 + 1e-9);
          expect(zoomOf(area, picture, aspect)).toBeCloseTo(
            Math.max(1, Math.min(zoom, mostZoom(picture, aspect))),
          );
        }
      }
    }
    const middle = zoomed(centred(wide, 1), wide, 1, 2);
    expect([middle.x + middle.width / 2, middle.y + middle.height / 2]).toEqual([50, 50]);
  });

  it('is never made larger, nor zoomed into a few pixels', () => {
    const small = { naturalWidth: 40, naturalHeight: 40 };
    expect(mostZoom(small, 1)).toBe(1);
    expect(pixelsOf(centred(small, 1), small, { size: 512 })).toMatchObject({
      sentWidth: 40,
      sentHeight: 40,
    });
    expect(mostZoom({ naturalWidth: 128, naturalHeight: 128 }, 1)).toBe(2);
  });
});

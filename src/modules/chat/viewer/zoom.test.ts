import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitted, leastZoom, mostZoom, moveTo, zoomBy, zoomTo } from './zoom.ts';

it('goes from half to five times in steps of a tenth, without a trace of rounding', () => {
  const seen = [zoomTo(fitted, leastZoom)];
  while (seen.at(-1)!.scale < mostZoom) seen.push(zoomBy(seen.at(-1)!, 1));
  expect(seen.map(({ scale }) => scale)).toEqual(Array.from({ length: 46 }, (_, at) => (5 + at) / 10));
  expect(zoomBy(seen.at(-1)!, 1)).toBe(seen.at(-1));
  expect(zoomBy(seen[0]!, -1)).toBe(seen[0]);
});

it('keeps the point below the pointer', () => {
  const number = fc.integer({ min: -900, max: 900 });
  const scale = fc.integer({ min: 5, max: 50 }).map((tenths) => tenths / 10);
  fc.assert(
    fc.property(scale, scale, number, number, number, number, (before, after, x, y, atX, atY) => {
      const view = { scale: before, x, y };
      const next = zoomTo(view, after, { x: atX, y: atY });
      const below = (one: typeof view) => [(atX - one.x) / one.scale, (atY - one.y) / one.scale];
      below(view).forEach((value, axis) => expect(below(next)[axis]).toBeCloseTo(value, 6));
    }),
  );
});

it('never lets a picture be dragged out of sight', () => {
  const number = fc.integer({ min: -90_000, max: 90_000 });
  const size = fc.record({
    width: fc.integer({ min: 60, max: 2000 }),
    height: fc.integer({ min: 60, max: 2000 }),
  });
  fc.assert(
    fc.property(number, number, size, size, (x, y, picture, stage) => {
      const moved = moveTo(fitted, { x, y }, picture, stage);
      expect(Math.abs(moved.x)).toBeLessThanOrEqual((picture.width + stage.width) / 2 - 48);
      expect(Math.abs(moved.y)).toBeLessThanOrEqual((picture.height + stage.height) / 2 - 48);
    }),
  );
});

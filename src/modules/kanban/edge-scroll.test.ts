import { expect, it } from 'vitest';
import { edgeStep } from './edge-scroll.ts';

it('scrolls near an edge alone, the faster the nearer, and beyond it as at it', () => {
  const steps = [500, 936, 937, 968, 999, 1400].map((now) => edgeStep(0, 1000, 100, now));
  expect(steps).toEqual([0, 0, 0, 9, 18, 18]);
  expect([60, 32, 0, -50].map((now) => edgeStep(0, 1000, 500, now))).toEqual([-1, -9, -18, -18]);
});

it('leaves a card alone that was lifted near an edge and carried away from it', () => {
  expect(edgeStep(0, 1000, 980, 975)).toBe(0);
  expect(edgeStep(0, 1000, 980, 950)).toBe(0);
  expect(edgeStep(0, 1000, 20, 40)).toBe(0);
});

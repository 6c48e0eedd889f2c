import { expect, it } from 'vitest';
import { circleFrom } from './acyclic-files.mjs';

it('names the circle that a file is part of, and none where files only share another', () => {
  const files = new Map([
    ['page', ['dialog', 'icons']],
    ['dialog', ['icons', 'motion']],
    ['motion', ['dialog']],
    ['icons', []],
  ]);
  expect(circleFrom('dialog', files)).toEqual(['dialog', 'motion', 'dialog']);
  expect(circleFrom('page', files)).toBeUndefined();
  expect(circleFrom('icons', files)).toBeUndefined();
});

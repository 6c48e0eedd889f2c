import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

const day = 24 * 60 * 60 * 1000;
const noon = Date.UTC(2026, 2, 5, 12);

test.each([
  ['a day ahead', noon + day],
  ['a day behind', noon - day],
])('a device whose clock is %s shows the time of the server', (_what, start) => {
  let device = start;
  const clock = createClock(() => device);
  expect(clock.now()).toBe(start);
  clock.note(new Date(noon).toUTCString());
  expect(clock.now()).toBe(noon);
  device += 5_000;
  expect(clock.now()).toBe(noon + 5_000);
  // Somebody sets the device's clock.
  device = noon + 10_000;
  clock.note(new Date(noon + 9_000).toUTCString());
  expect(clock.now()).toBe(device);
});

test('the time that a reply takes, and a reply without a date, change nothing', () => {
  const clock = createClock(() => noon);
  clock.note(new Date(noon - 30_000).toUTCString());
  clock.note(null);
  clock.note('soon');
  expect(clock.now()).toBe(noon);
});

// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { guardLeaving, hasUnsaved, releaseAll } from './leave-guard.ts';

afterEach(releaseAll);

const leaving = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented ? 'asks' : 'goes';
};

test('leaving asks only while something is unsaved and guarded', () => {
  let dirty = false;
  const release = guardLeaving(() => dirty);
  expect(leaving()).toBe('goes');
  dirty = true;
  expect(hasUnsaved()).toBe(true);
  expect(leaving()).toBe('asks');
  release();
  expect(hasUnsaved()).toBe(false);
  expect(leaving()).toBe('goes');
});

test('one guard given twice is released one by one', () => {
  const isDirty = () => true;
  const first = guardLeaving(isDirty);
  guardLeaving(isDirty);
  first();
  expect(leaving()).toBe('asks');
});

test('another person is not held by what the first one typed', () => {
  guardLeaving(() => true);
  releaseAll();
  expect(leaving()).toBe('goes');
});

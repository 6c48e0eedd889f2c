// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { guardLeaving, hasUnsaved, releaseAll } from './leave-guard.ts';

afterEach(releaseAll);

const leaving = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented ? 'prevented' : 'allowed';
};

test('prevents leaving only while something guarded is unsaved', () => {
  let dirty = false;
  const release = guardLeaving(() => dirty);
  expect(leaving()).toBe('allowed');
  dirty = true;
  expect(hasUnsaved()).toBe(true);
  expect(leaving()).toBe('prevented');
  release();
  expect(hasUnsaved()).toBe(false);
  expect(leaving()).toBe('allowed');
});

test('removes a guard that was given twice one at a time', () => {
  const isDirty = () => true;
  const first = guardLeaving(isDirty);
  guardLeaving(isDirty);
  first();
  expect(leaving()).toBe('prevented');
});

test('prevents only the end of the tab for what other pages keep', () => {
  const release = guardLeaving(() => true, 'tab');
  expect([hasUnsaved(), leaving()]).toEqual([false, 'prevented']);
  release();
  expect(leaving()).toBe('allowed');
});

test('removes the guards of the first person when another signs in', () => {
  guardLeaving(() => true);
  releaseAll();
  expect(leaving()).toBe('allowed');
});

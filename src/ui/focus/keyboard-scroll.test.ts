// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keyboardScroll } from './keyboard-scroll.ts';

let measure: () => void = () => undefined;

class Sizes {
  constructor(listener: () => void) {
    measure = listener;
  }
  observe() {}
  disconnect() {}
}

beforeEach(() => void vi.stubGlobal('ResizeObserver', Sizes));
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** An area of 100 pixels with content of the given height. */
function area(content: number): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'));
  Object.defineProperty(element, 'clientHeight', { value: 100 });
  Object.defineProperty(element, 'scrollHeight', { value: content, writable: true });
  return element;
}

it('is a tab stop while it overflows', () => {
  const short = area(100);
  keyboardScroll(short);
  measure();
  expect(short.hasAttribute('tabindex')).toBe(false);
  const long = area(300);
  const end = keyboardScroll(long);
  measure();
  expect(long.tabIndex).toBe(0);
  Object.assign(long, { scrollHeight: 100 });
  measure();
  expect(long.hasAttribute('tabindex')).toBe(false);
  end?.();
});

it('is no tab stop when it contains one, also one that is added later', async () => {
  const long = area(300);
  keyboardScroll(long);
  measure();
  expect(long.tabIndex).toBe(0);
  long.append(document.createElement('button'));
  await vi.waitFor(() => expect(long.hasAttribute('tabindex')).toBe(false));
});

it('does nothing in an environment without layout', () => {
  vi.stubGlobal('ResizeObserver', undefined);
  expect(keyboardScroll(area(300))).toBeUndefined();
  expect(keyboardScroll(null)).toBeUndefined();
});

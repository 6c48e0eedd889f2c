// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { createSafeStorage } from './safe-storage.ts';

beforeEach(() => localStorage.clear());

/** A storage that throws on each of these calls. */
const throwing = (...calls: string[]): Storage =>
  new Proxy(localStorage, {
    get(target, name) {
      if (calls.includes(String(name)))
        return () => {
          throw new DOMException('denied', 'QuotaExceededError');
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

test('a value that is kept is there for the next page', () => {
  const here = createSafeStorage(() => localStorage);
  expect(here.set('a', '1')).toBe(true);
  expect(createSafeStorage(() => localStorage).get('a')).toBe('1');
});

test.each([
  ['missing', () => null],
  ['denied on reading and writing', () => throwing('getItem', 'setItem', 'removeItem')],
  [
    'denied on access',
    () => {
      throw new DOMException('denied', 'SecurityError');
    },
  ],
])('without storage (%s) values live as long as the page, and it is said', (_what, storage) => {
  const here = createSafeStorage(storage);
  expect(here.get('a')).toBeNull();
  expect(here.set('a', '1')).toBe(false);
  expect(here.get('a')).toBe('1');
  here.remove('a');
  expect(here.get('a')).toBeNull();
});

test('a full storage never answers with the value that could not be replaced', () => {
  localStorage.setItem('a', 'old');
  const full = createSafeStorage(() => throwing('setItem'));
  expect(full.set('a', 'new')).toBe(false);
  expect(full.get('a')).toBe('new');
  expect(createSafeStorage(() => localStorage).get('a')).toBeNull();
  localStorage.setItem('a', 'of another tab');
  full.dropOwn();
  expect(full.get('a')).toBe('of another tab');
});

// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { clearDrafts, createDrafts } from './drafts.ts';

beforeEach(() => localStorage.clear());
const values = { name: 'Ana' };

test('stores a draft for its person and form only', () => {
  const mine = createDrafts(() => 'acme.1');
  mine.write('contact.new', values);
  expect(mine.read('contact.new')).toMatchObject({ values });
  expect(mine.read('contact.7')).toBeNull();
  expect(createDrafts(() => 'acme.2').read('contact.new')).toBeNull();
  mine.remove('contact.new');
  expect(mine.read('contact.new')).toBeNull();
});

test('removes all drafts after a sign-out and leaves other values', () => {
  const mine = createDrafts(() => 'acme.1');
  localStorage.setItem('molde.pref.theme', 'dark');
  mine.write('contact.new', values);
  clearDrafts();
  expect(mine.read('contact.new')).toBeNull();
  expect(localStorage.getItem('molde.pref.theme')).toBe('dark');
});

test('ignores a draft that is malformed, too old or without an owner', () => {
  const mine = createDrafts(() => 'acme.1');
  localStorage.setItem('molde.draft.acme.1.a', '{');
  expect(mine.read('a')).toBeNull();
  mine.write('b', values, '2020-01-01T00:00:00Z');
  expect(mine.read('b')).toBeNull();
  const none = createDrafts(() => 'acme.1', null);
  none.write('a', values);
  createDrafts(() => null).write('a', values);
  expect(localStorage.length).toBe(2);
  expect(none.read('a')).toBeNull();
});

// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { createRecents } from './recents.ts';

const recent = (path: string, title = path) => ({ path, title, place: 'Usuários', record: true });

beforeEach(() => localStorage.clear());

test('keeps the last ones per person, the latest first, each once', () => {
  const recents = createRecents(() => 5);
  recents.note(recent('/admin-user/1', 'Ana'));
  recents.note(recent('/admin-user/2', 'Bia'));
  recents.note(recent('/admin-user/1', 'Ana Maria'));
  expect(recents.list().map(({ title }) => title)).toEqual(['Ana Maria', 'Bia']);
  expect(createRecents(() => 5).list()).toEqual(recents.list());
  expect(createRecents(() => 6).list()).toEqual([]);
  for (let at = 0; at < 30; at += 1) recents.note(recent(`/x/${at}`));
  expect(recents.list()).toHaveLength(20);
  recents.forget('/x/29');
  expect(recents.list()[0]?.path).toBe('/x/28');
});

test('tells listeners of changes only', () => {
  const recents = createRecents(() => 5);
  const listener = vi.fn();
  recents.subscribe(listener);
  recents.note(recent('/a'));
  recents.note(recent('/a'));
  recents.forget('/b');
  expect(listener).toHaveBeenCalledTimes(1);
});

test.each(['no json', '7', '[{"path":"https://elsewhere"},{"path":3},null]'])(
  'ignores %s in the storage',
  (text) => {
    localStorage.setItem('molde.pref.own.5.recents', text);
    expect(createRecents(() => 5).list()).toEqual([]);
  },
);

test('holds for the page when the storage is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const recents = createRecents(() => 5);
  recents.note(recent('/a'));
  expect(recents.list()).toHaveLength(1);
  vi.restoreAllMocks();
});

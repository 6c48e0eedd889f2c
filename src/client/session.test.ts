// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { createSessionStore } from './session.ts';

const values = {
  accessToken: 't',
  username: 'admin',
  user: '7',
  currentEnvironment: 'acme.localhost',
  loggedUser: 'Ana',
  imageProfile: '',
};

const otherTab = (key: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));

beforeEach(() => localStorage.clear());

test('keeps the six values under the fixed prefix and removes all of them', () => {
  const store = createSessionStore(localStorage);
  expect(store.get()).toBeNull();
  store.save(values);
  expect(Object.keys(localStorage).sort()).toEqual(
    ['accessToken', 'currentEnvironment', 'imageProfile', 'loggedUser', 'user', 'username'].map(
      (key) => `molde.${key}`,
    ),
  );
  expect(createSessionStore(localStorage).get()).toEqual(values);
  store.clear();
  expect(localStorage).toHaveLength(0);
});

test('reports changes by other tabs: signed out, signed in again, another user', () => {
  const store = createSessionStore(localStorage);
  store.save(values);
  const onChange = vi.fn();
  const release = store.onChange(onChange);

  localStorage.setItem('molde.accessToken', 'new');
  otherTab('molde.accessToken');
  expect(onChange).toHaveBeenLastCalledWith('same-user');

  localStorage.setItem('molde.user', '8');
  otherTab('molde.user');
  expect(onChange).toHaveBeenCalledTimes(1);
  otherTab('molde.accessToken');
  expect(onChange).toHaveBeenLastCalledWith('other-user');

  localStorage.clear();
  otherTab(null);
  expect(onChange).toHaveBeenLastCalledWith('signed-out');

  // The page still belongs to the user who was signed in.
  expect(store.owner()).toBe('8');
  createSessionStore(localStorage).save({ ...values, user: '8' });
  otherTab('molde.accessToken');
  expect(onChange).toHaveBeenLastCalledWith('same-user');

  release();
  otherTab('molde.accessToken');
  expect(onChange).toHaveBeenCalledTimes(4);
});

test('a browser without storage keeps the session for the page, and the store knows it', () => {
  const store = createSessionStore(null);
  expect(store.isKept()).toBe(true);
  store.save(values);
  expect(store.get()).toEqual(values);
  expect(store.isKept()).toBe(false);
  const stored = createSessionStore(localStorage);
  stored.save(values);
  expect(stored.isKept()).toBe(true);
});

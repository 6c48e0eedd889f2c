// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppContext } from '../app-context.ts';
import { guardLeaving, releaseAll } from '../leave-guard.ts';
import { ok, publicHome, testApp } from '../testing.tsx';
import ExpiredLogin from './ExpiredLogin.tsx';
import { syncWithOtherTabs } from './tab-sync.ts';

const ana = { id: 7, name: 'Ana', login: 'ana', isChangePwd: 'N', photourl: null };
const notifyOtherTab = () =>
  window.dispatchEvent(new StorageEvent('storage', { key: 'molde.accessToken', storageArea: localStorage }));
const signOutInOtherTab = () => {
  localStorage.clear();
  notifyOtherTab();
};
const signInInOtherTab = (user: string) => {
  localStorage.setItem('molde.user', user);
  localStorage.setItem('molde.accessToken', 'new');
  notifyOtherTab();
};

let release: () => void;
beforeEach(() => localStorage.clear());
afterEach(() => {
  release();
  cleanup();
  releaseAll();
});

/** Opens Ana's page; `next` signs in there afterwards. */
async function open(next = ana) {
  let person = ana;
  const app = await testApp({
    'GET /adm/v2/pub/home': () => ok(publicHome),
    'POST /adm/v2/sec/login': () => ok({ accessToken: 'new', userId: person.id }),
    'GET /adm/v2/sec/me': () => ok(person),
  });
  await app.account.signIn('ana', 'segredo');
  person = next;
  const restart = vi.fn();
  release = syncWithOtherTabs(app.session, app.account, restart);
  return { app, account: app.account, restart };
}

test('a sign-out in another tab leaves a page without unsaved input', async () => {
  const { account } = await open();
  signOutInOtherTab();
  expect(account.getState()).toMatchObject({ signedIn: false, expired: false });
});

test('a call that is refused after a sign-out opens no dialog, and one before it is answered', async () => {
  const { account } = await open();
  const before = account.signInAgain();
  signOutInOtherTab();
  expect(await before).toBe(false);
  expect(await account.signInAgain()).toBe(false);
  expect(account.getState()).toMatchObject({ signedIn: false, expired: false });
});

test('a sign-out here answers the calls that wait for a sign-in', async () => {
  const { account } = await open();
  const before = account.signInAgain();
  account.forget();
  expect(await before).toBe(false);
});

test('a sign-out in another tab keeps unsaved input under the dialog until its person signs in, here or there', async () => {
  const { account, restart } = await open();
  guardLeaving(() => true);
  const pending = account.signInAgain();
  signOutInOtherTab();
  expect(account.getState()).toMatchObject({ signedIn: true, expired: true });
  signInInOtherTab('7');
  expect(account.getState()).toMatchObject({ signedIn: true, expired: false });
  // A call that opened the dialog before is answered too.
  expect(await pending).toBe(true);
  expect(restart).not.toHaveBeenCalled();
});

test('a sign-in of another person in another tab starts the application over', async () => {
  const { restart } = await open();
  guardLeaving(() => true);
  signOutInOtherTab();
  signInInOtherTab('8');
  expect(restart).toHaveBeenCalledOnce();
});

test.each([
  ['its own person', ana, 0],
  ['another one', { ...ana, id: 8, login: 'bia' }, 1],
])('the dialog over unsaved text knows %s', async (_name, next, times) => {
  const { app, account } = await open(next);
  guardLeaving(() => true);
  signOutInOtherTab();
  const onOtherUser = vi.fn();
  render(
    <AppContext value={app}>
      <ExpiredLogin onOtherUser={onOtherUser} />
    </AppContext>,
  );
  const username = screen.getByLabelText<HTMLInputElement>(/^Usuário/);
  expect(username.value).toBe('ana');
  await userEvent.type(screen.getByLabelText(/^Senha/), 'segredo{Enter}');
  await waitFor(() => expect(onOtherUser).toHaveBeenCalledTimes(times));
  await waitFor(() => expect(account.getState().expired).toBe(times === 1));
});

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
const tell = () =>
  window.dispatchEvent(new StorageEvent('storage', { key: 'molde.accessToken', storageArea: localStorage }));
const signedOutThere = () => {
  localStorage.clear();
  tell();
};
const signedInThere = (user: string) => {
  localStorage.setItem('molde.user', user);
  localStorage.setItem('molde.accessToken', 'new');
  tell();
};

let release: () => void;
beforeEach(() => localStorage.clear());
afterEach(() => {
  release();
  cleanup();
  releaseAll();
});

/** Ana's page; whoever signs in on it from then on is `next`. */
async function open(next = ana) {
  let person = ana;
  const app = await testApp({
    'GET /adm/v2/pub/home': () => ok(publicHome),
    'POST /adm/v2/sec/login': () => ok({ accessToken: 'new', userId: person.id }),
    'GET /adm/v2/sec/me': () => ok(person),
  });
  await app.account.signIn('ana', 'segredo');
  person = next;
  const startOver = vi.fn();
  release = syncWithOtherTabs(app.session, app.account, startOver);
  return { app, account: app.account, startOver };
}

test('a sign-out elsewhere ends a page where nothing is unsaved', async () => {
  const { account } = await open();
  signedOutThere();
  expect(account.getState()).toMatchObject({ signedIn: false, expired: false });
});

test('unsaved text stays under the dialog until its person is back, here or there', async () => {
  const { account, startOver } = await open();
  guardLeaving(() => true);
  const pending = account.signInAgain();
  signedOutThere();
  expect(account.getState()).toMatchObject({ signedIn: true, expired: true });
  signedInThere('7');
  expect(account.getState()).toMatchObject({ signedIn: true, expired: false });
  // A call that had asked before waits no longer.
  expect(await pending).toBe(true);
  expect(startOver).not.toHaveBeenCalled();
});

test('somebody else who signs in there finds nothing of the first person', async () => {
  const { startOver } = await open();
  guardLeaving(() => true);
  signedOutThere();
  signedInThere('8');
  expect(startOver).toHaveBeenCalledOnce();
});

test.each([
  ['its own person', ana, 0],
  ['another one', { ...ana, id: 8, login: 'bia' }, 1],
])('the dialog over unsaved text knows %s', async (_name, next, times) => {
  const { app, account } = await open(next);
  guardLeaving(() => true);
  signedOutThere();
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

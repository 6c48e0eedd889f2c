// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { createSessionStore, type Http } from '../../client/index.ts';
import { calls } from '../paths.ts';
import { createAccount } from './account.ts';

const me = {
  id: 7,
  name: 'Ana',
  login: 'ana',
  isChangePwd: 'N',
  language: 'en',
  theme: 'dark',
  photourl: null,
};

beforeEach(() => localStorage.clear());

test('what the person chose applies once, before they are shown, and the menu comes in their language', async () => {
  const events: string[] = [];
  const request = ({ address }: { address: string }) => {
    events.push(address);
    return Promise.resolve({ data: address === calls.me ? me : { address } });
  };
  const session = createSessionStore();
  const account = createAccount({ request } as unknown as Http, session, ({ language }) => {
    events.push(`apply ${language} ${account.getState().me === null ? 'unseen' : 'seen'}`);
    return Promise.resolve(true);
  });
  await account.enter({ accessToken: 't', userId: 7 }, 'ana');
  expect(events).toEqual([calls.me, 'apply en unseen']);
  await account.load();
  await account.refreshMe();
  expect(events.filter((event) => event.startsWith('apply'))).toHaveLength(1);

  // A page that begins with a session asks for everything at once, and for the menu again in the other language.
  events.length = 0;
  account.forget();
  await account.load();
  expect(events).toEqual([calls.userHome, calls.menu, calls.me, 'apply en unseen', calls.menu]);
  account.forget();
});

test('a menu that was asked for earlier does not replace a later one, whichever arrives first', async () => {
  const menus: ((menu: object) => void)[] = [];
  const request = ({ address }: { address: string }) =>
    address === calls.menu && menus.length < 3
      ? new Promise((resolve) => menus.push((data) => resolve({ data })))
      : Promise.resolve({ data: address === calls.me ? me : {} });
  const account = createAccount({ request } as unknown as Http, createSessionStore());
  const loading = account.load();
  menus[0]!({ version: 'first' });
  await loading;
  const refreshes = [account.refreshMenu(), account.refreshMenu()];
  menus[2]!({ version: 'newest' });
  await refreshes[1];
  menus[1]!({ version: 'older' });
  await refreshes[0];
  expect(account.getState().menu).toEqual({ version: 'newest' });
  account.forget();
});

test('a menu of the rights that a connection opens with stays, also while it is on its way', async () => {
  let menus = 0;
  const request = ({ address }: { address: string }) =>
    Promise.resolve({
      data: address === calls.menu ? { rights: `r${(menus += 1)}` } : address === calls.me ? me : {},
    });
  const account = createAccount({ request } as unknown as Http, createSessionStore());
  void account.load();
  await account.refreshMenu(undefined, 'r1');
  expect(menus).toBe(1);
  await account.refreshMenu(undefined, 'r2');
  expect([menus, account.getState().menu?.rights]).toEqual([2, 'r2']);
  account.forget();
});

test('a menu is loaded again after the first one, which may be older than what changed, and what waits goes before it', async () => {
  const menus: ((menu: object) => void)[] = [];
  const request = ({ address }: { address: string }) =>
    address === calls.menu
      ? new Promise((resolve) => menus.push((data) => resolve({ data })))
      : Promise.resolve({ data: address === calls.me ? me : {} });
  const account = createAccount({ request } as unknown as Http, createSessionStore());
  const loading = account.load();
  const seen: unknown[] = [];
  const refreshing = account.refreshMenu(() => seen.push(account.getState().menu));
  menus[0]!({ version: 'first' });
  await loading;
  await vi.waitFor(() => expect(menus).toHaveLength(2), { timeout: 60_000 });
  menus[1]!({ version: 'second' });
  await refreshing;
  expect(seen).toEqual([{ version: 'first' }]);
  expect(account.getState().menu).toEqual({ version: 'second' });
  account.forget();
});

// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { createSessionStore, HttpFailure, type Http } from '../../client/index.ts';
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

test('what the server did not answer is loaded again after a pause or once it is reached, and not what it refused', async () => {
  vi.useFakeTimers();
  try {
    let failure: HttpFailure | null = null;
    const asked: string[] = [];
    const request = ({ address }: { address: string }) => {
      asked.push(address);
      if (failure) return Promise.reject(failure);
      return Promise.resolve({
        data: address === calls.me ? { ...me, name: `Ana ${asked.length}` } : { asked: asked.length },
      });
    };
    const session = createSessionStore();
    const account = createAccount({ request } as unknown as Http, session);
    await account.enter({ accessToken: 't', userId: 7 }, 'ana');
    await account.load();
    const count = () => asked.splice(0).length;
    count();
    failure = new HttpFailure('NETWORK', 0, 'text');
    await Promise.all([account.refreshMenu(), account.refreshMe(), account.refreshLook()]);
    expect(count()).toBe(3);
    // A newer refresh takes the place of the repetition.
    await account.refreshMenu();
    expect(count()).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(count()).toBe(3);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(count()).toBe(0);
    failure = null;
    const before = account.getState();
    account.refreshMissed();
    await vi.advanceTimersByTimeAsync(0);
    expect(count()).toBe(3);
    const after = account.getState();
    for (const name of ['me', 'menu', 'home'] as const) expect(after[name]).not.toBe(before[name]);
    failure = new HttpFailure('FORBIDDEN', 403, 'text');
    await account.refreshMenu();
    failure = new HttpFailure('INTERNAL', 500, 'text');
    await account.refreshMe();
    count();
    // Nothing is asked for somebody who has gone.
    account.forget();
    await vi.advanceTimersByTimeAsync(600_000);
    account.refreshMissed();
    expect(count()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

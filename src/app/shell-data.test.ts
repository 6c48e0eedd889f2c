// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { createRecents } from '../client/index.ts';
import type { Menu, MenuItem } from '../contracts/menu.ts';
import { createShellData } from './shell-data.ts';
import { ok, publicHome, testApp } from './testing.tsx';

const item = (key: string, title: string, icon: string, read = true): MenuItem => ({
  key,
  title,
  icon,
  userPermissions: { read, create: false, update: false, delete: false },
  specialPermissions: [],
});

const menuWith = (mayReadUsers: boolean): Menu => ({
  overview: [
    {
      id: 1,
      title: 'Segurança',
      icon: 'shield',
      show: true,
      submenu: [item('admin-user', 'Usuários', 'people', mayReadUsers)],
    },
    { id: 2, title: 'Oculto', icon: 'box', show: false, submenu: [item('stock', 'Estoque', 'box')] },
  ],
  settings: [],
  specialPermissions: [],
  workPaths: [],
  rights: 'r1',
});

async function shellData(mayReadUsers: boolean) {
  const app = await testApp({
    'GET /adm/v2/pub/home': () => ok(publicHome),
    'POST /adm/v2/sec/login': () => ok({ accessToken: 't', userId: 7 }),
    'GET /adm/v2/sec/me': () => ok({ id: 7, name: 'Ana', login: 'ana', isChangePwd: 'N', photourl: null }),
    'GET /adm/v2/user/home': () => ok({}),
    'GET /adm/v2/home/menu2?device=D': () => ok(menuWith(mayReadUsers)),
  });
  await app.account.signIn('ana', 'segredo');
  await app.account.load();
  return createShellData(app, recents);
}

let recents = createRecents(() => 7);
const visit = (path: string, title: string, record = false) =>
  recents.note({ path, title, place: '', record });

beforeEach(() => {
  localStorage.clear();
  recents = createRecents(() => 7);
});

test('recent lists screens and records, the newest first, each once', async () => {
  visit('/admin-user', 'Usuários');
  visit('/admin-user/3', 'Gustavo', true);
  visit('/admin-user/4', 'Rita', true);
  visit('/admin-user/3', 'Gustavo Neves', true);
  const load = (await shellData(true))('shell:recent')!;
  expect(load.get().reply).toEqual({
    rows: [
      {
        path: '/admin-user/3',
        kind: 'record',
        title: 'Gustavo Neves',
        screen: 'Usuários',
        icon: 'people',
        openedAt: expect.any(String),
      },
      expect.objectContaining({ path: '/admin-user/4', title: 'Rita' }),
      expect.objectContaining({
        path: '/admin-user',
        kind: 'screen',
        title: 'Usuários',
        screen: 'Segurança',
      }),
    ],
  });
  const before = load.get();
  expect(load.get()).toBe(before);
  visit('/stock', 'Estoque');
  expect(load.get().reply).toMatchObject({ rows: [{ path: '/stock' }, {}, {}, {}] });
});

test('recent leaves out what the person may no longer read', async () => {
  visit('/admin-user', 'Usuários');
  visit('/admin-user/3', 'Gustavo', true);
  visit('/stock', 'Estoque');
  const load = (await shellData(false))('shell:recent')!;
  expect(load.get().reply).toMatchObject({ rows: [{ path: '/stock' }] });
});

test('menu lists the groups that the person sees, and other addresses are the server’s', async () => {
  const known = await shellData(true);
  expect(known('shell:menu')!.get().reply).toEqual({
    rows: [
      {
        id: 1,
        title: 'Segurança',
        icon: 'shield',
        entries: [{ path: '/admin-user', title: 'Usuários', icon: 'people' }],
      },
    ],
  });
  expect(known('/adm/v2/home/menu2')).toBeNull();
});

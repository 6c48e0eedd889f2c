import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Grants } from '../../../../contracts/access.ts';
import { resolveText } from '../../../kernel/texts.ts';
import { readMenu } from '../../definitions/store/bundled.ts';
import { menuOf } from './allowed-menu.ts';

const menu = {
  overview: [
    {
      id: 1,
      title: '$menu.a',
      icon: 'shield',
      submenu: [
        { key: 'one', title: '$one' },
        { key: '/two/deep', title: '$two' },
      ],
    },
    { id: 2, title: '$menu.b', icon: 'people', submenu: [{ key: 'three', title: '$three' }] },
  ],
  settings: [],
};
const readOnly = { read: true, create: false, update: false, delete: false };

it('contains readable entries with their four flags, and no empty group', () => {
  const grants: Grants = {
    allScreens: false,
    screens: new Map([
      ['two', readOnly],
      ['three', { ...readOnly, read: false, update: true }],
    ]),
    specials: new Set(['b', 'a']),
  };
  const specialPermissions = [
    { permission: 'a', flgAllow: true },
    { permission: 'b', flgAllow: true },
  ];
  expect(menuOf(menu, grants, 'pt')).toEqual({
    overview: [
      {
        id: 1,
        title: '$menu.a',
        icon: 'shield',
        show: true,
        submenu: [{ key: '/two/deep', title: '$two', userPermissions: readOnly, specialPermissions }],
      },
    ],
    settings: [],
    specialPermissions,
  });
});

it('contains screens without an entry in a group that is not shown', () => {
  const screens = new Map([
    ['two', readOnly],
    ['board', readOnly],
    ['chat', { ...readOnly, read: false, update: true }],
  ]);
  const hiddenOf = (grants: Grants) =>
    menuOf(menu, grants, 'pt', ['two', 'plan'])
      .overview.filter(({ show }) => !show)
      .flatMap(({ submenu }) => submenu.map(({ key }) => key));
  expect(hiddenOf({ allScreens: false, screens, specials: new Set() })).toEqual(['board']);
  expect(hiddenOf({ allScreens: true, screens: new Map(), specials: new Set() })).toEqual(['plan']);
});

it('contains everything for administrators', () => {
  const all = menuOf(menu, { allScreens: true, screens: new Map(), specials: new Set() }, 'pt');
  expect(all.overview.map((group) => group.submenu.length)).toEqual([2, 1]);
  expect(all.overview[0]?.submenu[0]?.userPermissions).toEqual({
    read: true,
    create: true,
    update: true,
    delete: true,
  });
});

it('knows the twelve groups of the specification from the start, and sends none without entries', () => {
  const product = readMenu();
  const title = (key: string) => resolveText('en', key);
  expect(product.overview.map((group) => title(group.title))).toEqual([
    'Security',
    'Administration',
    'General registrations',
    'Entities',
    'Business processes',
    'Projects',
    'Integrations',
    'RPA and automations',
    'Chatbot',
    'Fiscal documents',
    'Certificate management',
    'Support',
  ]);
  const ids = [...product.overview, ...product.settings].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const all = menuOf(product, { allScreens: true, screens: new Map(), specials: new Set() }, 'pt');
  expect(all.overview.filter(({ submenu }) => submenu.length === 0)).toEqual([]);
});

it('translates titles of entries, whose texts browsers do not load', () => {
  const grants = { allScreens: true, screens: new Map(), specials: new Set<string>() };
  const item = { key: 'admin-user', title: '$screens.users.title', icon: 'people' };
  const one = {
    overview: [{ id: 1, title: '$menu.security', icon: 'shield', submenu: [item] }],
    settings: [],
  };
  const titles = (['pt', 'en', 'es'] as const).map(
    (lang) => menuOf(one, grants, lang).overview[0]!.submenu[0]!.title,
  );
  expect(titles).toEqual(['Usuários', 'Users', 'Usuarios']);
});

it('sends a group that the menu hides, for its permissions', () => {
  const grants: Grants = { allScreens: true, screens: new Map(), specials: new Set() };
  const hidden = { ...menu, overview: menu.overview.map((group) => ({ ...group, show: group.id !== 2 })) };
  expect(menuOf(hidden, grants, 'pt').overview.map(({ id, show }) => [id, show])).toEqual([
    [1, true],
    [2, false],
  ]);
});

it.each([
  ['route', { key: 'one', title: '$one', route: '/elsewhere' }, '/overview/0/submenu/0: "route"'],
  ['device', { key: 'one', title: '$one', device: 'M' }, '/overview/0/submenu/0: "device"'],
])('refuses an entry with a %s, which would do nothing', (_key, entry, place) => {
  const folder = mkdtempSync(join(tmpdir(), 'molde-menu-'));
  const written = { overview: [{ id: 1, title: '$menu.a', icon: 'shield', submenu: [entry] }], settings: [] };
  writeFileSync(join(folder, 'menu.json'), JSON.stringify(written));
  expect(() => readMenu(folder)).toThrow(`screens/menu.json${place} does nothing here; use key, title, icon`);
  rmSync(folder, { recursive: true });
});

import { describe, expect, test } from 'vitest';
import type { Menu, MenuItem } from '../../contracts/menu.ts';
import { currentPath, searchable, visibleMenu } from './visible-menu.ts';

const item = (key: string, title: string, read = true): MenuItem => ({
  key,
  title,
  userPermissions: { read, create: false, update: false, delete: false },
  specialPermissions: [],
});

const menu: Menu = {
  overview: [
    {
      id: 1,
      title: '$menu.security',
      icon: 'shield',
      show: true,
      submenu: [item('admin-user', '$users'), item('/admin-grupoacesso', 'Grupo de Acesso')],
    },
    { id: 2, title: 'Oculto', icon: 'cube', show: false, submenu: [item('x', 'X')] },
    { id: 3, title: 'Vazio', icon: 'cube', show: true, submenu: [item('y', 'Y', false)] },
  ],
  settings: [{ id: 4, title: 'Conf', icon: 'settings', show: true, submenu: [item('admin-config', '')] }],
  specialPermissions: [],
  workPaths: [],
  rights: 'r1',
};
const texts: Record<string, string> = { '$menu.security': 'Segurança', $users: 'Usuários' };
const titleOf = (title: string | null | undefined) => (title ? (texts[title] ?? title) : 'Menu sem título');

describe('menu', () => {
  test('contains readable entries of visible groups, titles translated, a leading slash tolerated', () => {
    expect(visibleMenu(menu, titleOf)).toEqual({
      overview: [
        {
          id: 1,
          title: 'Segurança',
          icon: 'shield',
          entries: [
            { path: '/admin-user', title: 'Usuários', icon: 'document' },
            { path: '/admin-grupoacesso', title: 'Grupo de Acesso', icon: 'folder' },
          ],
        },
      ],
      settings: [
        {
          id: 4,
          title: 'Conf',
          icon: 'settings',
          entries: [{ path: '/admin-config', title: 'Menu sem título', icon: 'apps' }],
        },
      ],
    });
  });

  test.each([
    ['usuarios', ['/admin-user']],
    ['  ACESSO ', ['/admin-grupoacesso']],
    ['segurança', ['/admin-user', '/admin-grupoacesso']],
    ['', ['/admin-user', '/admin-grupoacesso']],
  ])('search %j finds by the translated title of the entry or its group', (search, found) => {
    expect(
      visibleMenu(menu, titleOf, search).overview.flatMap((group) => group.entries.map((one) => one.path)),
    ).toEqual(found);
  });

  test('the current entry is that of the page, else the closest one above it', () => {
    const submenu = [
      item('admin-definition', 'Definições'),
      item('admin-definition/datasets', 'Dados'),
      item('admin-definition/datasets/edit', 'Sem permissão', false),
    ];
    const shown = { ...menu, overview: [{ id: 1, title: 'A', icon: 'cube', show: true, submenu }] };
    const paths = ['', '/12', '/datasets', '/datasets/edit', 's'].map((end) => `/admin-definition${end}`);
    expect(paths.map((path) => currentPath(shown, path))).toEqual([
      '/admin-definition',
      '/admin-definition',
      '/admin-definition/datasets',
      '/admin-definition/datasets',
      undefined,
    ]);
  });

  test('searchable text has neither accents nor case', () => {
    expect(searchable(' ÍcarO Ção ')).toBe('icaro cao');
  });
});

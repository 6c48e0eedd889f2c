import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { placeOf } from './support/place.ts';
import { openUsers } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Pesquisar telas, registros e ações' });
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' });

test('the palette finds screens, recent records and actions, and returns the focus', async ({ page }) => {
  await openUsers(page);
  const refresh = page.getByRole('button', { name: 'Atualizar' });
  await refresh.focus();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  const box = await placeOf(palette(page));
  expect([box.width, box.y]).toEqual([640, 72]);
  const rows = palette(page).getByRole('option');
  for (const row of await rows.all()) expect((await placeOf(row)).height).toBe(36);
  await expectAccessible(page);

  // Nothing is dimmed: the page beside the palette looks as before.
  await expect(palette(page).getByRole('group', { name: 'Ações desta tela' }).getByRole('option')).toHaveText(
    ['Atualizar', 'Usuário'],
  );
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(refresh).toBeFocused();

  // By the menu's button, by keyboard: the second hit.
  await menuOf(page).getByRole('button', { name: 'Pesquisar em tudo' }).click();
  await page.keyboard.type('cadas');
  await expect(rows).toHaveText([
    /^Empresas/,
    /^Unidades organizacionais/,
    /^Matriz e filiais/,
    /^Presença por estado/,
  ]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/basic-uo$/);
  await expect(palette(page)).toBeHidden();

  // `>` keeps the actions only, those of the screen that comes, and runs one.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('>');
  await expect(palette(page).getByRole('group')).toHaveCount(1);
  await page.keyboard.type('unidade org');
  await expect(rows).toHaveText([/^Unidade organizacional/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/basic-uo\/create$/);
});

test('the palette lists the records that were opened last and says when it finds nothing, as the menu shows its hits', async ({
  page,
  admin,
}) => {
  const { id } = admin.me;
  await page.goto(`/admin-user/${id}`);
  await expect(page.getByRole('textbox', { name: /^Nome/ }).first()).toBeVisible();
  await page.goto('/');
  await expect(menuOf(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  const recent = palette(page).getByRole('group', { name: 'Abertos recentemente' });
  await expect(recent.getByRole('option')).toHaveCount(1);
  await recent.getByRole('option').click();
  await expect(page).toHaveURL(new RegExp(`/admin-user/${id}$`));

  await page.keyboard.press('Control+k');
  await page.keyboard.type('zzz');
  await expect(palette(page)).toContainText('Nada encontrado para “zzz”.');
  await page.keyboard.press('Escape');

  await test.step('the search of the menu takes the arrow keys, finds groups and shows its hits at once below itself', async () => {
    const menu = menuOf(page);
    const search = menu.getByRole('searchbox', { name: 'Pesquisar' });
    await search.fill('cadastros');
    const hits = menu.getByRole('group', { name: 'Cadastros' }).getByRole('link');
    await expect(hits).toHaveText([
      'Empresas',
      'Unidades organizacionais',
      'Matriz e filiais',
      'Presença por estado',
    ]);
    const below = await placeOf(search);
    const first = await placeOf(hits.first());
    expect(first.y - (below.y + below.height)).toBeLessThan(80);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(hits.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(search).toBeFocused();
    await search.fill('defini');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin-definition$/);
    await expect(search).toHaveValue('');
  });
});

test('from a list to a record and back nothing moves, and a second visit asks no more than the first', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) shifts.push('value' in entry ? Number(entry.value) : 1);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let requests = 0;
  page.on('request', () => (requests += 1));
  /** Waits until no further request is made. */
  const settle = async () => {
    let last = -1;
    const isSteady = () => {
      const steady = last === requests;
      last = requests;
      return steady;
    };
    await expect.poll(isSteady, { intervals: [700] }).toBe(true);
  };
  await openUsers(page);
  const name = page.getByRole('button', { name: 'Administração Acme', exact: true });
  await expect(name).toBeVisible();
  await settle();
  const shiftsSince = () =>
    page.evaluate(() => {
      const { shifts } = globalThis as { shifts?: number[] };
      if (!shifts) throw new Error('nothing observes the shifts');
      return shifts.splice(0);
    });
  await shiftsSince();
  const visit = async () => {
    const before = requests;
    await name.click();
    await expect(page.getByRole('textbox', { name: /^Nome/ }).first()).toHaveValue('Administração Acme');
    await settle();
    await page.goBack();
    await expect(name).toBeVisible();
    await settle();
    return requests - before;
  };
  const first = await visit();
  const second = await visit();
  const third = await visit();
  expect(second).toBeLessThanOrEqual(first);
  expect(third).toBeLessThanOrEqual(second);
  expect(await shiftsSince()).toEqual([]);
});

/** Five groups with fifteen entries, two of them without an icon of their own. */
const groups = [
  ['Segurança', 'shield', ['Usuários', 'Grupo de Acesso', 'Sessões', 'Auditoria']],
  ['Cadastros gerais', 'document', ['Empresas', 'Unidades organizacionais', 'Feriados']],
  ['Processos de negócio', 'flow', ['Medições', 'Contratos', 'Aprovações']],
  ['Projetos', 'board', ['Carteira', 'Kanban', 'Sprints']],
  ['Suporte', 'board', ['Atendimento', 'Mensagens com um nome que não cabe na largura do menu']],
] as const;
const icons = ['people', 'shield', 'key', 'history', 'building', 'organization', 'calendar'];
const wideMenu = {
  overview: groups.map(([title, icon, titles], group) => ({
    id: group + 1,
    title,
    icon,
    show: true,
    submenu: titles.map((name, at) => ({
      key: group === 0 && at === 0 ? 'admin-user' : `own-${group}-${at}`,
      title: name,
      ...(group < 2 ? { icon: icons[group * 4 + at] } : {}),
      userPermissions: { read: true, create: true, update: true, delete: true },
      specialPermissions: [],
    })),
  })),
  settings: [
    {
      id: 9,
      title: 'Configurações',
      icon: 'settings',
      show: true,
      submenu: ['Aparência', 'Visões', 'Definições', 'Configurações'].map((title, at) => ({
        key: `own-s-${at}`,
        title,
        icon: ['color', 'grid', 'code', 'settings'][at],
        userPermissions: { read: true, create: false, update: false, delete: false },
        specialPermissions: [],
      })),
    },
  ],
  specialPermissions: [],
};

test('fifteen entries in five groups: each has an icon of its own, nothing overlaps, and 1024 px start collapsed', async ({
  page,
}, info) => {
  await page.route('**/adm/v2/home/menu2*', (route) =>
    route.fulfill({ json: { success: true, data: wideMenu, message: '' } }),
  );
  await page.goto('/admin-user');
  const menu = menuOf(page);
  for (const [title] of groups.slice(1)) await menu.getByRole('button', { name: title }).click();
  await expect(menu.getByRole('link', { name: 'Atendimento' })).toBeVisible();
  await info.attach('menu-open', { body: await page.screenshot(), contentType: 'image/png' });
  for (const link of await menu.getByRole('link').all()) {
    const { width, height } = await placeOf(link);
    expect(width).toBeLessThanOrEqual(250);
    expect(height).toBeLessThanOrEqual(48);
  }

  await page.setViewportSize({ width: 1024, height: 768 });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expandir menu' })).toBeVisible();
  expect((await placeOf(menu)).width).toBe(70);
  const drawn = () =>
    menu
      .locator('li > button svg path, li > a svg path')
      .filter({ visible: true })
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
  await expect.poll(async () => new Set(await drawn()).size).toBe(9);
  expect(await drawn()).toHaveLength(9);
  await menu.getByRole('button', { name: 'Suporte' }).hover();
  const popup = menu.getByRole('link', { name: 'Atendimento' });
  await expect(popup).toBeVisible();
  await expect(popup.locator('svg')).toBeVisible();
  await info.attach('menu-collapsed', { body: await page.screenshot(), contentType: 'image/png' });
  // The choice of a wide window is another one.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('button', { name: 'Recolher menu' })).toBeVisible();
});

test('the menu of a person with a name of 200 characters stays in its window, however small', async ({
  page,
}, info) => {
  const name = 'Wolfeschlegelstein'.repeat(12).slice(0, 200);
  await page.addInitScript((text) => localStorage.setItem('molde.loggedUser', text), name);
  await page.route('**/adm/v2/sec/me', async (route) => {
    const reply = await route.fetch();
    const body = (await reply.json()) as { data: object };
    await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, name } } });
  });
  await page.goto('/');
  for (const [width, height] of [
    [1440, 900],
    [720, 450],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const opener = page.getByRole('button', { name: /^Menu do usuário/ });
    await expect(opener).toBeInViewport({ ratio: 1 });
    await opener.click();
    const menu = page.getByRole('menu');
    await expect(menu.getByRole('menuitem', { name: 'Sair' })).toBeInViewport({ ratio: 1 });
    await info.attach(`menu-${width}`, { body: await page.screenshot(), contentType: 'image/png' });
    const boxes = await Promise.all(
      (await menu.locator('p, [role^=menuitem]').all()).map(async (one) => await placeOf(one)),
    );
    expect(boxes.length).toBeGreaterThan(4);
    for (const [at, { x, y, width: wide, height: high }] of boxes.entries()) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + wide).toBeLessThanOrEqual(width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + high).toBeLessThanOrEqual(height);
      const next = boxes[at + 1];
      if (next) expect(next.y).toBeGreaterThanOrEqual(y + high - 0.5);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  }
});

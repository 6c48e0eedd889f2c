import type { Page } from '@playwright/test';
import { unique } from './support/api.ts';
import { editor, replaceTitle, routes, saveMeanwhile, titleLine } from './support/definitions.ts';
import { everyControl } from './support/every-control.ts';
import { type Overlay, tryOut, tryOutAll } from './support/overlays.ts';
import { openUsers, rowAction, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const combobox = (name: string) => (page: Page) => page.getByRole('combobox', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const menu = (page: Page) => page.getByRole('menu');
const listbox = (page: Page) => page.getByRole('listbox');
const row = (page: Page) => page.getByRole('row').nth(1);

const onList: readonly Overlay[] = [
  { name: 'the user menu', opener: button(/^Menu do usuário/), surface: menu },
  { name: 'the palette', opener: button('Pesquisar em tudo'), surface: dialog },
  { name: 'the choice of a filter', opener: combobox('Status'), surface: listbox },
  { name: 'the choice of a pager', opener: combobox('Por página'), surface: listbox },
];

test('overlays of a list, of the menu and of a phone close with Escape, and the focus returns', async ({
  page,
}) => {
  await openUsers(page);
  await expect(row(page)).toBeVisible();
  await tryOutAll(page, onList);
  await test.step('a tooltip opens by pointer and by keyboard, and closes with Escape, the focus staying', async () => {
    await row(page).hover();
    const edit = row(page).getByRole('button', { name: 'Editar' });
    const tooltip = page.locator('.fui-Tooltip__content', { hasText: 'Editar' });
    await edit.hover();
    await expect(tooltip).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tooltip).toBeHidden();
    await page.mouse.move(0, 0);
    await row(page).getByRole('button').first().focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await edit.focus();
    await expect(tooltip).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tooltip).toBeHidden();
    await expect(edit).toBeFocused();
  });
  await test.step('a collapsed menu closes its groups with Escape', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    const menuBar = page.getByRole('navigation', { name: 'Menu principal' });
    const entry = menuBar.getByRole('link', { name: 'Empresas' });
    const group = menuBar.getByRole('button', { name: 'Cadastros' });
    await tryOutAll(page, [{ name: 'a group', opener: () => group, surface: () => entry }]);
    // Opened by the pointer it leaves the focus where that is.
    const refresh = page.getByRole('button', { name: 'Atualizar' });
    await refresh.focus();
    await page.mouse.move(512, 700);
    await group.hover();
    await expect(entry).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(entry).toBeHidden();
    await expect(refresh).toBeFocused();
  });
  await test.step('sheets and the drawer of a phone close with Escape', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const actions = button('Ações de Administração Acme');
    await expect(actions(page)).toBeVisible();
    await tryOutAll(page, [
      { name: 'the filters', opener: button(/^Filtros/), surface: dialog },
      { name: 'the actions of a card', opener: actions, surface: dialog },
      { name: 'the menu', opener: button('Abrir menu'), surface: dialog },
      {
        name: 'the header’s menu',
        opener: button('Mais ações'),
        surface: () => page.getByRole('dialog', { name: 'Usuários' }).getByRole('menu'),
      },
      { name: 'the order', opener: combobox('Ordem'), surface: listbox },
    ]);
  });
});

test('no tooltip opens after a deactivation by mouse, whether the row stays or leaves the list', async ({
  page,
  admin,
}) => {
  await page.clock.install();
  for (const query of ['isActive=', 'isActive=Y']) {
    const suffix = unique();
    const { name } = await admin.createPerson({ name: `Abel ${suffix}` });
    await admin.createPerson({ name: `Bento ${suffix}` });
    await page.goto(`/admin-user?${query}&text=${suffix}`);
    await rowAction(page, name, 'Desativar');
    await page.getByRole('dialog').getByRole('button', { name: 'Sim, confirmar' }).click();
    await expect(toast(page, 'Pessoa desativada com sucesso')).toBeVisible();
    // Longer than the delay of a tooltip: it must not come.
    await page.clock.runFor(1_000);
    await expect(page.locator('.fui-Tooltip__content')).toHaveCount(0);
  }
});

test('overlays of the editor close with Escape, the topmost first, and the focus returns', async ({
  page,
  admin,
}) => {
  const id = `sobreposto-${unique()}`;
  const address = `/adm/v2/def/screen/${id}`;
  const definition = {
    kind: 'screen',
    formatVersion: 2,
    id,
    path: `/${id}`,
    title: 'Sobreposto',
    // A permission of its own has groups.
    access: { screen: id, verb: 'read' },
    body: [{ id: 'words', type: 'text', props: { text: 'Um' } }],
  };
  await admin.call('PUT', address, { definition, version: 0 });
  await admin.call('POST', `${address}/publish`, { comment: 'um' });
  await admin.call('PUT', address, { definition: { ...definition, title: 'Outro' }, version: 1 });
  await page.goto(`/admin-definition/screen/${id}`);
  await expect(editor(page).getByText('Nenhum problema')).toBeVisible();
  await tryOutAll(page, [
    { name: 'the menu', opener: button('Mais ações'), surface: menu },
    { name: 'the publication', opener: button('Publicar'), surface: dialog },
  ]);
  await page.getByRole('searchbox', { name: 'Rota ou assunto' }).fill('sec/user');
  await routes(page)
    .filter({ hasText: /^GET …\/user$/ })
    .click();
  await tryOutAll(page, [{ name: 'a sample', opener: button('Ver amostra'), surface: dialog }]);

  for (const [entry, title] of [
    ['Grupos com acesso', 'Grupos com acesso'],
    ['Despublicar', 'Despublicar esta definição?'],
    ['Excluir definição', 'Excluir esta definição?'],
  ] as const) {
    const inMenu = {
      name: title,
      opener: button('Mais ações'),
      surface: () => page.getByRole('dialog', { name: title }),
    };
    await tryOut(page, inMenu, async (more) => {
      await more.click();
      await page.getByRole('menuitem', { name: entry }).click();
    });
  }
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Grupos com acesso' }).click();
  const groups = page.getByRole('combobox', { name: 'Grupos que podem abrir' });
  await tryOut(page, { name: 'the groups', opener: () => groups, surface: menu }, (one) => one.click());
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Mais ações' })).toBeFocused();

  const text = editor(page).getByRole('textbox').first();
  for (const [name, key, surface] of [
    ['the find box', 'Control+f', '.find-widget.visible'],
    ['the completion', 'Control+Space', '.suggest-widget.visible'],
  ] as const) {
    await titleLine(page).click();
    const overlay = { name, opener: () => text, surface: () => page.locator(surface) };
    await tryOut(page, overlay, () => page.keyboard.press(key));
  }

  await page.getByRole('tab', { name: 'Diferença' }).click();
  const compared = page.getByRole('tabpanel', { name: 'Diferença' });
  const ofEditor = compared.getByRole('textbox').last();
  const findDifference = {
    name: 'the find box of the differences',
    opener: () => ofEditor,
    surface: () => compared.locator('.find-widget.visible'),
  };
  await ofEditor.focus();
  await tryOut(page, findDifference, () => page.keyboard.press('Control+f'));
  await expect(compared).toBeVisible();

  await page.getByRole('tab', { name: 'Histórico' }).click();
  await row(page).hover();
  const view = row(page).getByRole('button', { name: 'Ver' });
  await view.click();
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole('textbox').last().focus();
  await page.keyboard.press('Control+f');
  const find = dialog(page).locator('.find-widget.visible');
  await expect(find).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(find).toBeHidden();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(view).toBeFocused();

  // The question of a conflict stays until it is answered.
  await page.getByRole('tab', { name: 'Editor' }).click();
  await replaceTitle(page, '"Meu"');
  await saveMeanwhile(admin, id, (document) => ({ ...document, title: 'Deles' }));
  await page.keyboard.press('Control+s');
  const conflict = page.getByRole('dialog');
  await expect(conflict.getByText('Deles')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(conflict).toBeVisible();
  await conflict.getByRole('button', { name: 'Cancelar' }).click();
  await expect(conflict).toBeHidden();
  await expect(text).toBeFocused();
});

const onScreen: readonly Overlay[] = [
  { name: 'the header’s menu', opener: button('Mais ações'), surface: menu },
  { name: 'a menu button', opener: button('Outras'), surface: menu },
  { name: 'a confirmation', opener: button('Perguntar'), surface: dialog },
  { name: 'a dialog', opener: button('Abrir'), surface: dialog },
  { name: 'the columns', opener: button('Colunas'), surface: dialog },
  { name: 'a choice', opener: combobox('Campo select'), surface: listbox, key: 'ArrowDown' },
  { name: 'a combobox', opener: combobox('Campo combobox'), surface: listbox, key: 'ArrowDown' },
  { name: 'a multiselect', opener: combobox('Campo multiselect'), surface: menu, key: 'ArrowDown' },
  { name: 'a calendar', opener: button('Abrir o calendário de Campo date'), surface: dialog },
  { name: 'a palette of colours', opener: button('Escolher cor de Campo color'), surface: dialog },
  { name: 'the icons', opener: combobox('Campo icon'), surface: listbox, key: 'ArrowDown' },
  { name: 'the calendar of a filter', opener: button('Abrir o calendário de Dia'), surface: dialog },
  { name: 'the calendar of a range', opener: button('Abrir o calendário de Período: De'), surface: dialog },
  {
    name: 'a row menu',
    opener: (page) => row(page).getByRole('button', { name: /^Ações de/ }),
    surface: menu,
    before: (page) => row(page).hover(),
    back: (page) => row(page).locator(':focus'),
  },
  { name: 'the choices of a filter', opener: combobox('Estados'), surface: menu, key: 'ArrowDown' },
];

test('overlays of a screen with every control close with Escape, the topmost first, and the focus returns', async ({
  page,
  admin,
}) => {
  const address = '/adm/v2/def/screen/overlays';
  const stored = await admin.call('PUT', address, { definition: everyControl, version: 0 });
  if (stored.status === 200) await admin.call('POST', `${address}/publish`, { comment: 'new' });
  await page.goto('/overlays');
  await expect(row(page)).toBeVisible();
  await tryOutAll(page, onScreen);
  await test.step('a choice in a dialog closes first, then the dialog', async () => {
    const opener = page.getByRole('button', { name: 'Abrir', exact: true });
    await opener.click();
    const inside = page.getByRole('combobox', { name: 'No diálogo' });
    await inside.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'Beta' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(inside).toBeFocused();
    await inside.click();
    await page.getByRole('option', { name: 'Beta' }).click();
    await expect(inside).toHaveText('Beta');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener).toBeFocused();
  });
  await test.step('a choice in a bottom sheet closes first, then the sheet', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const opener = page.getByRole('button', { name: /^Filtros/ });
    await opener.click();
    const sheet = page.getByRole('dialog', { name: 'Filtros' });
    const choice = sheet.getByRole('combobox', { name: 'Estados' });
    await choice.click();
    await expect(menu(page)).toBeVisible();
    await expect(menu(page)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(choice).toBeFocused();
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(opener).toBeFocused();
  });
  await test.step('Enter in a single line of a sheet’s filters applies them', async () => {
    const opener = page.getByRole('button', { name: /^Filtros/ });
    await opener.click();
    const sheet = page.getByRole('dialog', { name: 'Filtros' });
    const note = sheet.getByRole('textbox', { name: 'Nota' });
    await note.fill('urgente');
    await expect(sheet.getByRole('button', { name: 'Aplicar · 1' })).toBeVisible();
    await note.press('Enter');
    await expect(sheet).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(opener).toHaveAccessibleName('Filtros: 1 filtro ativo');
    await opener.click();
    await expect(note).toHaveValue('urgente');
  });
});

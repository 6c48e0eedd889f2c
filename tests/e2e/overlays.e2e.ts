import type { Page } from '@playwright/test';
import { unique } from './support/api.ts';
import { editor, replaceTitle, routes, saveMeanwhile, titleLine } from './support/definitions.ts';
import { tryOut, tryOutAll } from './support/overlays.ts';
import { expect, test } from './support/test.ts';

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = (page: Page) => page.getByRole('dialog');
const menu = (page: Page) => page.getByRole('menu');
const row = (page: Page) => page.getByRole('row').nth(1);

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

import { expectAccessible } from './support/accessible.ts';
import { unique } from './support/api.ts';
import {
  editor,
  paste,
  preview,
  publishScreen,
  replaceTitle,
  routes,
  titleLine,
} from './support/definitions.ts';
import { expect, test } from './support/test.ts';

test('the data browser loads a sample with the rights of the person, and inserts a source; completion knows the texts', async ({
  page,
  admin,
}) => {
  const { address } = await publishScreen(admin, 'Gente');
  await page.goto(address);
  // Below an entity its routes stand without its address.
  const search = page.getByRole('searchbox', { name: 'Rota ou assunto' });
  await search.fill('sec/user');
  // The tree follows the search a moment later, and other entities have such a route too.
  const one = routes(page).filter({ hasText: /^GET …\/:id$/ });
  await expect(one).toHaveCount(1);
  await one.click();
  await page.getByRole('button', { name: 'Ver amostra' }).click();
  const dialog = page.getByRole('dialog', { name: 'Amostra da resposta' });
  await expect(dialog.getByText('Preencha os parâmetros')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'id' }).fill('1');
  await expect(dialog.locator('.view-line', { hasText: '"login": "admin"' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();

  await routes(page)
    .filter({ hasText: /^GET …\/user$/ })
    .click();
  await page.getByRole('button', { name: 'Ver amostra' }).click();
  await dialog.getByRole('textbox', { name: 'text' }).fill('Administração');
  await expect(dialog.locator('.view-line', { hasText: '"name": "Administração Acme"' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();

  // A search takes a list of keys, and objects as JSON.
  await search.fill('company/-/search');
  const bySearch = routes(page).filter({ hasText: '…/-/search' });
  await expect(bySearch).toHaveCount(1);
  await bySearch.click();
  await page.getByRole('button', { name: 'Ver amostra' }).click();
  await dialog.getByLabel('ids', { exact: true }).fill('2');
  await page.keyboard.press('Enter');
  await expect(dialog.locator('.view-line', { hasText: '"totalRows": 1,' })).toBeVisible();
  const filters = dialog.getByRole('region', { name: 'filters (JSON)' });
  await expect(filters.locator('.view-line')).toHaveText('null');
  const replaceFilters = async (written: string) => {
    await filters.locator('.view-line').first().click();
    await page.keyboard.press('Control+a');
    await paste(page, written);
  };
  await replaceFilters('{ "isActive": ');
  await expect(filters.getByRole('button', { name: /^Linha 1/ })).toBeVisible();
  await expect(dialog.getByText('Corrija o JSON para ver a amostra.')).toBeVisible();
  await replaceFilters('{ "isActive": false }');
  await expect(dialog.locator('.view-line', { hasText: '"totalRows": 0,' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();

  await test.step('completion knows the texts, and the data browser inserts a source', async () => {
    await replaceTitle(page, '"$screens.definitions.kin"');
    // Into the text, before its quote and comma.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Space');
    const suggestion = page
      .locator('.suggest-widget .monaco-list-row')
      .filter({ hasText: '$screens.definitions.kinds.form' });
    await expect(suggestion).toBeVisible();
    await suggestion.click();
    await expect(titleLine(page)).toContainText('$screens.definitions.kinds.form');
    await expect(editor(page).getByText('Nenhum problema')).toBeVisible();

    await search.fill('msdd');
    await expect(routes(page)).toHaveCount(2);
    await expect(routes(page).nth(1)).toContainText('/uo');
    await routes(page).nth(1).click();
    const fields = page.getByRole('grid', { name: 'Campos da resposta' });
    await expect(fields).toContainText('title');
    await page.getByRole('button', { name: 'Inserir como fonte' }).click();
    await expect(
      editor(page).locator('.view-line', { hasText: '"get": "/adm/v2/msdd/adm/uo"' }),
    ).toBeVisible();
    await expect(editor(page).getByText('Nenhum problema')).toBeVisible();

    // The routes of an entity stand below it, and it is a source of its own.
    await search.fill('sec/user');
    await expect(routes(page).first()).toHaveText('Usuários');
    await routes(page).first().click();
    await expect(fields).toContainText('login');
    await page.getByRole('button', { name: 'Inserir como fonte' }).click();
    await expect(editor(page).locator('.view-line', { hasText: '"entity": "user"' })).toBeVisible();

    await page.getByRole('button', { name: 'Dados', exact: true }).click();
    await expect(search).toBeHidden();
  });
});

test('a dataset that is being written has its rows beside it, for the values that are typed', async ({
  page,
  admin,
}) => {
  const id = `people-${unique()}`;
  const definition = {
    kind: 'dataset',
    formatVersion: 2,
    id,
    title: 'Pessoas por login',
    access: { screen: 'admin-user', verb: 'read' },
    from: 'user',
    parameters: { who: { type: 'text' } },
    where: { login: { $expr: 'params.who' } },
    group: [{ id: 'login', field: 'login' }],
    measures: { people: { count: true } },
    order: ['login'],
  };
  expect((await admin.call('POST', '/adm/v2/def', { definition })).status).toBe(200);
  await page.goto(`/admin-definition/dataset/${id}`);
  const row = (name: string) => preview(page).getByRole('row').filter({ hasText: name });
  await expect(row('admin')).toBeVisible();
  await expect(row('leitor')).toBeVisible();
  await preview(page).getByRole('textbox', { name: 'who' }).fill('leitor');
  await expect(row('admin')).toHaveCount(0);
  await expect(row('leitor')).toBeVisible();
  // Diagnostics are for the author, at their place; the rows before stay.
  await expect(editor(page).locator('.view-line').first()).toBeVisible();
  await replaceTitle(page, '7');
  await expect(page.getByText('1 problema')).toBeVisible();
  await expect(row('leitor')).toBeVisible();
});

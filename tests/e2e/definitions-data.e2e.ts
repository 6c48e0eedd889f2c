import { expectAccessible } from './support/accessible.ts';
import { unique } from './support/api.ts';
import { editor, paste, preview, replaceTitle, routes, usersDefinition } from './support/definitions.ts';
import { expect, test } from './support/test.ts';

test('the data browser loads a sample with the rights of the person, with the parameters that it asks for', async ({
  page,
}) => {
  await page.goto(usersDefinition);
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
  // What is wrong is the author's to see at its place; the rows before stay.
  await expect(editor(page).locator('.view-line').first()).toBeVisible();
  await replaceTitle(page, '7');
  await expect(page.getByText('1 problema')).toBeVisible();
  await expect(row('leitor')).toBeVisible();
});

import { expectAccessible } from './support/accessible.ts';
import { paste, routes, usersDefinition } from './support/definitions.ts';
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
  await expectAccessible(page);
  await replaceFilters('{ "isActive": false }');
  await expect(dialog.locator('.view-line', { hasText: '"totalRows": 0,' })).toBeVisible();
});

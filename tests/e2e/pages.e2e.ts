import { expect, test } from './support/test.ts';

test.describe('a person without the right to a screen', () => {
  test.use({ login: 'leitor' });

  test('is refused inside the shell what exists, and finds no page where there is none', async ({ page }) => {
    await page.goto('/admin-definition');
    await expect(page.getByRole('heading', { level: 1, name: 'Acesso Restrito' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
    await page.getByRole('link', { name: 'Ir para a página inicial' }).click();
    await expect(page.getByRole('heading', { name: /^Olá/ })).toBeVisible();
    await page.goto('/nowhere/at-all');
    await expect(page.getByRole('heading', { level: 1, name: 'Página não encontrada' })).toBeVisible();
  });
});

test('a screen with a parameter in its path opens by a link, though no menu lists it', async ({
  page,
  admin,
}) => {
  const id = 'link-only';
  const definition = {
    kind: 'screen',
    formatVersion: 2,
    id,
    path: `/${id}/:id`,
    title: 'Ficha',
    access: { screen: 'admin-user', verb: 'read' },
    body: [{ id: 'id', type: 'text', props: { text: { $expr: '"Número " & params.id' } } }],
  };
  const address = `/adm/v2/def/screen/${id}`;
  expect(await admin.call('PUT', address, { definition, version: 0 })).toMatchObject({ status: 200 });
  expect(await admin.call('POST', `${address}/publish`, { comment: 'new' })).toMatchObject({ status: 200 });
  await page.goto(`/${id}/7`);
  await expect(page.getByText('Número 7')).toBeVisible();
});

test.describe('a lost connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('keeps the open screen, and opens another one when the connection is back', async ({
    page,
    context,
  }) => {
    await page.goto('/admin-user/create');
    await page.getByRole('textbox', { name: 'Nome' }).fill('Ana');
    await context.setOffline(true);
    await expect(page.getByText('Você está sem conexão.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Nome' })).toHaveValue('Ana');
    await page.getByRole('textbox', { name: 'Nome' }).fill('');
    await page.getByRole('link', { name: 'Definições' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sem conexão' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Definições' })).toBeVisible();
    await expect(page.getByText('Você está sem conexão.')).toHaveCount(0);
  });
});

test('going back returns to the row, at the same scroll offset', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto('/admin-user');
  await expect(page.locator('tr[data-row]').nth(5)).toBeVisible();
  const scroller = page.locator('[data-scroller]');
  await scroller.evaluate((element) => element.scrollTo({ top: 700 }));
  const name = page.locator('tr[aria-rowindex="26"]').getByRole('button').first();
  const person = await name.innerText();
  await name.click();
  await expect(page.getByRole('textbox', { name: 'Nome' })).toHaveValue(person);
  await page.goBack();
  await expect(page.getByRole('button', { name: person, exact: true })).toBeFocused();
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(700);
});

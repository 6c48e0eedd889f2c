import type { JsonObject } from '../../src/contracts/json.ts';
import { placeOf } from './support/place.ts';
import { openUsers, rowOf, withoutEvents } from './support/screen.ts';
import { expect, test } from './support/test.ts';

// The browser and the error boundaries log the failures that these tests cause.
test.use({
  expectedErrors: [
    [
      /net::ERR_FAILED/,
      /^console: \S*#\S* TypeError: Failed to fetch dynamically imported module/,
      /^console: admin-user#crash /,
    ],
    // Playwright takes an array with an object at its second position for a value with options.
    { scope: 'test' },
  ],
});

test('a failed source leaves the rest of the screen, and recovers', async ({ page }) => {
  await withoutEvents(page);
  await page.route('**/adm/v2/sec/user?*', (route) => route.abort());
  await openUsers(page);
  const notice = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar' });
  await expect(notice).toContainText('Sem conexão com o servidor.');
  await expect(page.getByRole('button', { name: 'Usuário', exact: true })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Busca' })).toBeEditable();
  await page.unroute('**/adm/v2/sec/user?*');
  await notice.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(rowOf(page, 'Administração Acme')).toBeVisible();
  await expect(notice).toHaveCount(0);

  // Rows that are rendered stay at their position when a later page fails.
  const position = await placeOf(rowOf(page, 'Administração Acme'));
  await page.route('**/adm/v2/sec/user?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Atualizar' }).click();
  const line = page.getByRole('status').filter({ hasText: 'Não foi possível carregar' });
  await expect(line).toBeVisible();
  await expect(line.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
  const first = rowOf(page, 'Administração Acme');
  await expect(first).toBeVisible();
  expect(await placeOf(first)).toEqual(position);
});

test('a slow network shows placeholders, then the content', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/adm/v2/sec/user?*', (route) => held.then(() => route.continue()));
  await openUsers(page);
  await expect(
    page
      .getByRole('status', { name: /^Carregando/ })
      .or(page.locator('[aria-busy=true]'))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Usuário', exact: true })).toBeEnabled();
  release();
  await expect(rowOf(page, 'Administração Acme')).toBeVisible();
});

test('a definition with an unknown widget shows the rest of the screen', async ({ page }) => {
  await page.route('**/adm/v2/def/screen?*', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { data: { definition: { body: JsonObject[] } } };
    for (const node of reply.data.definition.body) if (node['id'] === 'filters') node['type'] = 'hologram';
    await route.fulfill({ response, json: reply });
  });
  await openUsers(page);
  await expect(page.getByText('O tipo "hologram" não existe.')).toBeVisible();
  await expect(rowOf(page, 'Administração Acme')).toBeVisible();
});

test('a widget that throws is contained and logged once, with its position, and never as an uncaught error', async ({
  page,
}) => {
  await page.route('**/adm/v2/def/screen?*', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { data: { definition: { body: JsonObject[] } } };
    // The browser trusts the server's validation: no text has such a format.
    reply.data.definition.body.unshift({ id: 'crash', type: 'text', props: { text: 'x', format: 'bomb' } });
    await route.fulfill({ response, json: reply });
  });
  const uncaught: Error[] = [];
  const logged: string[] = [];
  page.on('pageerror', (error) => uncaught.push(error));
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  await openUsers(page);
  await expect(page.getByText('Este componente parou de funcionar')).toBeVisible();
  await expect(rowOf(page, 'Administração Acme')).toBeVisible();
  expect(uncaught).toEqual([]);
  expect(logged).toEqual([expect.stringMatching(/^admin-user#crash TypeError/)]);
});

test('code that failed to load is loaded by a retry', async ({ page, admin }) => {
  const person = await admin.createPerson();
  await openUsers(page, person.name);
  await expect(rowOf(page, person.name)).toBeVisible();
  await page.route('**/assets/*.js', (route) => route.abort());
  await rowOf(page, person.name).getByText(person.name).click();
  await expect(page.getByRole('heading', { name: person.name })).toBeVisible();
  // The people in the record, in the header, and the form.
  const retry = page.getByRole('button', { name: /^Tentar/ });
  await expect(retry).toHaveCount(2);
  await page.unroute('**/assets/*.js');
  await retry.last().click();
  await expect(page.getByRole('textbox', { name: 'Nome', exact: true })).toHaveValue(person.name);
});

test('options that failed to load are loaded by a retry in their list', async ({ page }) => {
  await page.route('**/adm/v2/msdd/adm/uo?*', (route) => route.abort());
  await page.goto('/admin-user/create');
  await page.getByRole('combobox', { name: 'Unidade organizacional' }).click();
  await expect(page.getByText('Não foi possível carregar as opções.')).toBeVisible();
  await page.unroute('**/adm/v2/msdd/adm/uo?*');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await page.getByRole('option', { name: 'Comercial' }).click();
  await expect(page.getByRole('combobox', { name: 'Unidade organizacional' })).toHaveValue('Comercial');
});

test('a record that does not exist has a page of its own, with the way to its list', async ({ page }) => {
  const screens = [
    { list: '/admin-user', title: 'Usuários', ids: ['999999999', 'abc', '999999999/duplicate'] },
    { list: '/basic-company', title: 'Empresas', ids: ['999999999'] },
    { list: '/basic-uo', title: 'Unidades organizacionais', ids: ['999999999'] },
  ];
  for (const { list, title, ids } of screens)
    for (const id of ids) {
      await page.goto(`${list}/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registro não encontrado');
      await expect(page.getByText(`O endereço ${list}/${id} não leva`)).toBeVisible();
      await expect(page).toHaveTitle(/^Registro não encontrado/);
      const trail = page.getByRole('navigation', { name: 'Trilha de navegação' });
      await expect(trail).toHaveText(new RegExp(`${title}Registro não encontrado$`));
      await expect(page.getByRole('button', { name: /^(Tentar|Salvar|Cancelar)/ })).toHaveCount(0);
      await page.getByRole('button', { name: `Voltar para ${title}` }).click();
      await expect(page).toHaveURL(list);
    }
});

test.describe('a record that the server does not show', () => {
  test.use({ expectedErrors: [/\b(403|500)\b|net::ERR_FAILED/] });

  test('is told apart from one that does not exist', async ({ page, admin }) => {
    await withoutEvents(page);
    const person = await admin.createPerson();
    const address = `**/adm/v2/sec/user/${person.id}`;
    const answers = [
      { status: 403, code: 'FORBIDDEN', said: 'Acesso Restrito' },
      { status: 500, code: 'INTERNAL', said: 'Não foi possível carregar' },
    ];
    for (const { status, code, said } of answers) {
      await page.route(address, (route) =>
        route.fulfill({ status, json: { success: false, code, message: 'Ops' } }),
      );
      await page.goto(`/admin-user/${person.id}`);
      await expect(page.getByText(said)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Editar usuário');
      await page.unroute(address);
    }
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByRole('textbox', { name: 'Nome', exact: true })).toHaveValue(person.name);
  });
});

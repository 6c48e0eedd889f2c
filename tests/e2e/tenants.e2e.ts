import { callFrom, openUsers, rowOf } from './support/screen.ts';
import { enter, password } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.use({
  login: null,
  baseURL: async ({ serverUrl }, use) => use(serverUrl.replace('//localhost', '//beta.localhost')),
});

test('a tenant has its own page, colours and people', async ({ page, admin }) => {
  const stranger = await admin.createPerson({ name: 'Estranha da Acme' });
  await page.goto('/login');
  await expect(page).toHaveTitle(/Beta Alimentos/);
  await expect(page.getByText('Do campo à mesa.')).toBeVisible();
  // The person of the other tenant does not exist here.
  await enter(page, 'leitor', password);
  await expect(page.getByRole('region', { name: 'Avisos' })).toContainText('Usuário ou senha incorreto');
  await enter(page, 'admin', password);
  await expect(page.getByRole('heading', { name: 'Olá, Administração Beta' })).toBeVisible();

  await openUsers(page);
  await expect(rowOf(page, 'Administração Beta')).toBeVisible();
  await expect(page.getByText(/^1–\d+ de \d+$/)).toBeVisible();
  await expect(page.getByText(/@acme\.example/)).toHaveCount(0);
  await expect(rowOf(page, 'Estranha da Acme')).toHaveCount(0);

  expect(await callFrom(page, 'GET', `/adm/v2/sec/user/${stranger.id}`)).toMatchObject({ status: 404 });
  expect(await callFrom(page, 'GET', '/adm/v2/sec/user', { token: admin.token })).toMatchObject({
    status: 401,
  });
});

import { enter, password, signInButton } from './support/sign-in.ts';
import { callFrom, sessionValues, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.use({ login: null });

test('a person signs in by keyboard, is greeted, and signs out of all tabs without leaving data', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('textbox', { name: 'Usuário' })).toBeFocused();
  await page.keyboard.type('admin');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');

  await expect(toast(page, 'Login realizado com sucesso!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Olá, Administração Acme' })).toBeVisible();
  await expect(
    page.getByText(
      /^((segunda|terça|quarta|quinta|sexta)-feira|sábado|domingo), \d{1,2} de \p{L}+ de \d{4}$/u,
    ),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  const values = await sessionValues(page);
  expect(Object.keys(values).sort()).toEqual([
    'molde.accessToken',
    'molde.currentEnvironment',
    'molde.imageProfile',
    'molde.loggedUser',
    'molde.user',
    'molde.username',
  ]);

  const other = await context.newPage();
  await other.goto('/admin-user');
  await expect(other.getByRole('heading', { name: 'Usuários' })).toBeVisible();
  await page.getByRole('button', { name: 'Menu do usuário' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sair' }).press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await expect(signInButton(page)).toBeVisible();
  // The other tab is signed out too.
  await expect(signInButton(other)).toBeVisible();
  // The ticket of a sign-out stays until the server has answered it.
  await expect.poll(() => sessionValues(page)).toEqual({});
  const oldToken = values['molde.accessToken'] ?? '';
  await expect
    .poll(() => callFrom(page, 'GET', '/adm/v2/sec/me', { token: oldToken }))
    .toMatchObject({ status: 401 });
  // A page that needs a session opens after signing in.
  await page.goto('/admin-user/create');
  await expect(page).toHaveURL(/\/login$/);
  await enter(page, 'admin', password);
  await expect(page.getByRole('heading', { name: 'Novo usuário' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin-user\/create$/);
});

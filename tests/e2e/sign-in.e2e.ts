import { enter, password, signInButton } from './support/sign-in.ts';
import { callFrom, openUserMenu, sessionValues, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.use({ login: null });

const denied = 'Ops! Credenciais incorretas ou não possui permissão para acessar ao sistema.';

test('a person signs in by keyboard, is greeted, and signs out without leaving data', async ({ page }) => {
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

  await page.getByRole('button', { name: 'Menu do usuário' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sair' }).press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await expect(signInButton(page)).toBeVisible();
  // The ticket of a sign-out stays until the server has answered it.
  await expect.poll(() => sessionValues(page)).toEqual({});
  const oldToken = values['molde.accessToken'] ?? '';
  await expect
    .poll(() => callFrom(page, 'GET', '/adm/v2/sec/me', { token: oldToken }))
    .toMatchObject({ status: 401 });
  await page.goto('/admin-user');
  await expect(page).toHaveURL(/\/login$/);
});

test('the sign-in page reports missing and wrong values', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.goto('/login');
  const username = page.getByRole('textbox', { name: 'Usuário' });
  const secret = page.getByRole('textbox', { name: 'Senha' });
  await signInButton(page).click();
  await expect(username).toHaveAccessibleDescription('Digite seu usuário.');
  await expect(secret).toHaveAccessibleDescription('Digite sua senha.');
  await expect(username).toHaveAttribute('aria-invalid', 'true');
  await expect(username).toBeFocused();
  expect(sent).toEqual([]);

  await enter(page, 'admin', 'not the password');
  await expect(toast(page, 'Usuário ou senha incorreto')).toBeVisible();
  await enter(page, 'nobody.at.all', password);
  await expect(toast(page, 'Usuário ou senha incorreto')).toBeVisible();
  expect(await sessionValues(page)).toEqual({});
  await expect(page).toHaveURL(/\/login$/);
});

test('an inactive person with the right password is referred to the administrator', async ({ page }) => {
  await page.goto('/login');
  await enter(page, 'rafael.fonseca', password);
  const block = page.getByRole('alert').filter({ hasText: denied });
  await expect(block).toContainText('Entre em contato com o administrador do sistema para obter acesso.');
  expect(await sessionValues(page)).toEqual({});
  // The next attempt starts without the notice.
  await enter(page, 'admin', password);
  await expect(page.getByRole('heading', { name: 'Olá, Administração Acme' })).toBeVisible();
});

test('the page shows that it is loading', async ({ page }) => {
  let letHome = () => {};
  let letIn = () => {};
  const home = new Promise<void>((resolve) => (letHome = resolve));
  const login = new Promise<void>((resolve) => (letIn = resolve));
  await page.route('**/adm/v2/pub/home', (route) => home.then(() => route.continue()));
  await page.route('**/adm/v2/sec/login', (route) => login.then(() => route.continue()));
  await page.goto('/login');
  await expect(page.getByText('Bem-vindo! Por favor aguarde...')).toBeVisible();
  letHome();
  await enter(page, 'admin', password);
  await expect(page.getByRole('button', { name: 'Entrando...' })).toBeVisible();
  letIn();
  await expect(page.getByRole('heading', { name: 'Olá, Administração Acme' })).toBeVisible();
});

test('a page that needs a session opens after signing in', async ({ page }) => {
  await page.goto('/admin-user/create');
  await expect(page).toHaveURL(/\/login$/);
  await enter(page, 'admin', password);
  await expect(page.getByRole('heading', { name: 'Novo usuário' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin-user\/create$/);
});

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await page.goto('/login');
  await enter(page, 'admin', password);
  await expect(page.getByRole('heading', { name: 'Olá, Administração Acme' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/admin-user');
  await expect(other.getByRole('heading', { name: 'Usuários' })).toBeVisible();
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(signInButton(page)).toBeVisible();
  await expect(signInButton(other)).toBeVisible();
});

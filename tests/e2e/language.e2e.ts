import { choose, openUserMenu, openUsers, rowOf, toast } from './support/screen.ts';
import { enter } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('the language changes in place and keeps the input; with the theme it is the person’s on another device, whose sign-in page has its own', async ({
  page,
  openAs,
}) => {
  const other = await openAs(null);
  await test.step('the sign-in page and the server’s messages follow the choice before signing in', async () => {
    await other.goto('/login');
    await choose(other, 'Idioma', 'Español');
    await expect(other.getByRole('heading', { name: '¡Bienvenido!' })).toBeVisible();
    await choose(other, 'Idioma', 'English');
    await expect(other.getByRole('heading', { name: 'Welcome!' })).toBeVisible();
    await other.reload();
    await other.getByRole('textbox', { name: 'User name' }).fill('admin');
    await other.getByRole('textbox', { name: 'Password' }).fill('not the password');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await expect(other.getByRole('region', { name: 'Notifications' })).toContainText(
      'Incorrect user name or password',
    );
    await choose(other, 'Language', 'Português');
    await enter(other, 'admin', 'molde-demo');
    await expect(other.getByRole('heading', { name: 'Olá, Administração Acme' })).toBeVisible();
  });

  await test.step('it changes in place, and keeps the input', async () => {
    await openUsers(page);
    await expect(rowOf(page, 'Administração Acme')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Busca' }).fill('administra');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    // Names of the server in one language are asked for in the other one.
    const again = page.waitForRequest(
      (one) =>
        new URL(one.url()).pathname === '/adm/v2/sec/user' && one.headers()['accept-language'] === 'en',
    );
    const stored = (key: string) =>
      page.waitForResponse((reply) => reply.url().endsWith(`/me/preferences/${key}`) && reply.ok());
    await openUserMenu(page);
    const language = stored('language');
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await again;
    await language;

    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Updated' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main menu' }).getByText('Security')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Users');
    await expect(rowOf(page, 'Administração Acme')).toContainText('Active');
    await expect(rowOf(page, 'Administração Acme')).toContainText(/\d\d\/\d\d\/\d{4}/);
    await expect(page.getByRole('searchbox', { name: 'Search', exact: true }).last()).toHaveValue(
      'administra',
    );
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page).toHaveTitle(/^Users · /);
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    await openUserMenu(page, 'User menu');
    const theme = stored('theme');
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await theme;
  });

  await test.step('both are those of the person who signs in on another device', async () => {
    await openUserMenu(other);
    await other.getByRole('menuitem', { name: 'Sair' }).click();
    await enter(other, 'admin', 'molde-demo');
    await expect(other.getByRole('heading', { name: 'Hello, Administração Acme' })).toBeVisible();
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(other.getByRole('navigation', { name: 'Main menu' }).getByText('Security')).toBeVisible();
  });

  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Hello, Administração Acme' })).toBeVisible();
  await expect(page.getByText(/^\w+day, \w+ \d{1,2}, \d{4}$/)).toBeVisible();
  await openUserMenu(page, 'User menu');
  await page.getByRole('menuitemradio', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { name: 'Hola, Administração Acme' })).toBeVisible();
  await expect(page.getByText(/^\p{L}+, \d{1,2} de \p{L}+ de \d{4}$/u)).toBeVisible();
  await page.goto('/admin-user/create');
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toBeVisible();
  await page.getByRole('button', { name: /^Guardar/ }).click();
  await expect(toast(page, /Nombre, Correo electrónico$/)).toBeVisible();
});

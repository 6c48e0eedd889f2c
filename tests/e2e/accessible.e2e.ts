import { expectAccessible } from './support/accessible.ts';
import { callFrom, openUserMenu, openUsers, rowAction, rowOf, toast } from './support/screen.ts';
import { enter, password } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// Once for each page, with what stands in it only there; what opens and closes in many pages is checked in its stories.
test("people's screens", async ({ page, admin }) => {
  const person = await admin.createPerson({ login: `axe.${Date.now().toString(36)}` });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /^Olá/ })).toBeVisible();
  await expectAccessible(page);
  await openUserMenu(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await openUsers(page, person.name);
  await rowOf(page, person.name).hover();
  await expectAccessible(page);
  await rowAction(page, person.name, 'Redefinir senha');
  const dialog = page.getByRole('dialog', { name: 'Redefinir senha' });
  await dialog.getByRole('button', { name: 'Gerar senha' }).click();
  await expectAccessible(page);
});

test('forms', async ({ page, admin }) => {
  const person = await admin.createPerson();
  await page.goto('/admin-user/create');
  await page.getByRole('switch', { name: 'É usuário do sistema' }).click();
  await page.getByRole('button', { name: /^Salvar(?! grupos)/ }).click();
  await expect(toast(page, /^Os seguintes campos/)).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/admin-user/${person.id}`);
  await expect(page.getByRole('textbox', { name: 'Nome', exact: true })).toHaveValue(person.name);
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Minha versão');
  await admin.change(person.id, { name: 'Versão de outra pessoa' });
  await page.getByRole('button', { name: /^Salvar(?! grupos)/ }).click();
  await expect(page.getByRole('button', { name: 'Manter o meu texto' })).toBeVisible();
  await expectAccessible(page);
});

test('without a session', async ({ openAs }) => {
  const page = await openAs(null);
  await page.goto('/login');
  await enter(page, 'rafael.fonseca', password);
  await expect(page.getByText(/^Entre em contato/)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/restricted-access');
  await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
  await expectAccessible(page);
  // The other sample tenant has the second layout.
  await page.goto(new URL('/login', page.url().replace('//localhost', '//beta.localhost')).href);
  await expect(page.getByText('Do campo à mesa.')).toBeVisible();
  await expectAccessible(page);
});

test('a session that ends, a password to change', async ({ openAs, admin }) => {
  // These people have read-only rights and no other journey uses them.
  const login = 'ivo.araujo';
  const page = await openAs(login);
  await openUsers(page);
  // The page is told that its session ended, and asks by itself.
  await callFrom(page, 'POST', '/adm/v2/sec/logout');
  await expect(page.getByRole('alertdialog', { name: 'Login Expirado' })).toBeVisible();
  await expectAccessible(page);
  const { id } = await admin.person(login);
  await admin.change(id, { isChangePwd: 'Y' });
  await page.getByRole('textbox', { name: 'Senha' }).fill(password);
  await page.getByRole('textbox', { name: 'Senha' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Crie uma nova senha' })).toBeVisible();
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  await expectAccessible(page);
});

test('the support chat', async ({ page }) => {
  await page.goto('/support');
  const chats = page.getByRole('list', { name: 'Conversas' });
  await page.getByRole('button', { name: 'Filtros' }).click();
  await expect(page.getByText('Aplicar')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await chats.getByRole('button', { name: /Renato Siqueira/ }).click();
  await expect(page.getByRole('log').getByText('Perfeito, obrigado pela agilidade.')).toBeVisible();
  await page.getByRole('button', { name: /^Atendente: / }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await chats.getByRole('button', { name: /Tereza Fontoura/ }).click();
  await page.getByRole('button', { name: 'Escolher modelo' }).click();
  await expect(page.getByRole('dialog', { name: 'Templates disponíveis' })).toBeVisible();
  await expectAccessible(page);
});

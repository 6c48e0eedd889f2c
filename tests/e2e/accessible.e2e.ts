import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { callFrom, openUserMenu, openUsers, rowAction, rowOf } from './support/screen.ts';
import { enter, password } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// Every screen and state in both themes. The dark theme changes only colours.
for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    const expectSeen = (page: Page) =>
      expectAccessible(page, colorScheme === 'dark' ? ['color-contrast'] : []);

    test(`people's screens (${colorScheme})`, async ({ page, admin }) => {
      const person = await admin.createPerson({ login: `axe.${Date.now().toString(36)}` });
      await page.goto('/');
      await expect(page.getByRole('heading', { name: /^Olá/ })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      await expectSeen(page);
      await openUserMenu(page);
      await expectSeen(page);
      await page.keyboard.press('Escape');

      await openUsers(page);
      await expect(rowOf(page, 'Administração Acme')).toBeVisible();
      await rowOf(page, 'Adriana Almeida').hover();
      await expectSeen(page);
      await page.getByRole('searchbox', { name: 'Busca' }).fill(person.name);
      await page.getByRole('button', { name: 'Aplicar' }).click();
      await rowAction(page, person.name, 'Desativar');
      await expect(page.getByRole('button', { name: 'Sim, confirmar' })).toBeVisible();
      await expectSeen(page);
      await page.getByRole('button', { name: 'Não, cancelar' }).click();
      await rowAction(page, person.name, 'Redefinir senha');
      const dialog = page.getByRole('dialog', { name: 'Redefinir senha' });
      await dialog.getByRole('button', { name: 'Gerar senha' }).click();
      await expectSeen(page);
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox', { name: 'Busca' }).fill('nobody at all');
      await page.getByRole('button', { name: 'Aplicar' }).click();
      await expect(page.getByText('Não há itens para exibir')).toBeVisible();
      await expectSeen(page);
    });

    test(`forms (${colorScheme})`, async ({ page, admin }) => {
      const person = await admin.createPerson();
      await page.goto('/admin-user/create');
      await page.getByRole('switch', { name: 'É usuário do sistema' }).click();
      await page.getByRole('button', { name: /^Salvar/ }).click();
      await expect(page.getByText(/^Os seguintes campos/)).toBeVisible();
      await expectSeen(page);
      await page.getByRole('combobox', { name: 'Gestor' }).click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectSeen(page);
      await page.getByRole('button', { name: 'Abrir o calendário de Data de nascimento' }).click();
      await expect(page.getByRole('button', { name: /^Próximo mês/ })).toBeVisible();
      await expectSeen(page);

      await openFilled(page, `/admin-user/${person.id}/duplicate`, person.name);
      await expectSeen(page);
      await openFilled(page, `/admin-user/${person.id}`, person.name);
      await expectSeen(page);
      await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Minha versão');
      await admin.change(person.id, { name: 'Versão de outra pessoa' });
      await page.getByRole('button', { name: /^Salvar/ }).click();
      await expect(page.getByRole('button', { name: 'Manter o meu texto' })).toBeVisible();
      await expectSeen(page);
      await page.getByRole('button', { name: 'Excluir' }).click();
      await expect(page.getByRole('button', { name: 'Sim, deletar' })).toBeVisible();
      await expectSeen(page);
    });

    test(`without a session (${colorScheme})`, async ({ openAs }) => {
      const page = await openAs(null);
      await page.emulateMedia({ colorScheme });
      await page.goto('/login');
      await page.getByRole('button', { name: 'Entrar' }).click();
      await expectSeen(page);
      await enter(page, 'rafael.fonseca', password);
      await expect(page.getByText(/^Entre em contato/)).toBeVisible();
      await expectSeen(page);
      await page.goto('/restricted-access');
      await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
      await expectSeen(page);
      // The other sample tenant has the second layout.
      await page.goto(new URL('/login', page.url().replace('//localhost', '//beta.localhost')).href);
      await expect(page.getByText('Do campo à mesa.')).toBeVisible();
      await expectSeen(page);
    });

    test(`a session that ends, a password to change (${colorScheme})`, async ({ openAs, admin }) => {
      // These people have read-only rights and no other journey uses them.
      const login = colorScheme === 'light' ? 'ivo.araujo' : 'yasmin.guimaraes';
      const page = await openAs(login);
      await page.emulateMedia({ colorScheme });
      await openUsers(page);
      await callFrom(page, 'POST', '/adm/v2/sec/logout');
      await page.getByRole('button', { name: 'Atualizar' }).click();
      await expect(page.getByRole('alertdialog', { name: 'Login Expirado' })).toBeVisible();
      await expectSeen(page);
      const { id } = await admin.person(login);
      await admin.change(id, { isChangePwd: 'Y' });
      await page.getByRole('textbox', { name: 'Senha' }).fill(password);
      await page.getByRole('textbox', { name: 'Senha' }).press('Enter');
      await expect(page.getByRole('heading', { name: 'Crie uma nova senha' })).toBeVisible();
      await page.getByRole('button', { name: 'Alterar senha' }).click();
      await expectSeen(page);
    });
  });
}

async function openFilled(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('textbox', { name: 'Nome', exact: true })).toHaveValue(name);
}

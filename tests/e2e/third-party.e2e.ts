import type { Page } from '@playwright/test';
import { openIdentityProvider, type IdentityProvider } from '../../src/server/testing/identity-provider.ts';
import { toast } from './support/screen.ts';
import { enter, password } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** Everything happens in the tenant `beta`, so that no other journey meets the provider's button. */

// The pages of the provider are another site, with fonts and styles of their own.
test.use({
  login: null,
  expectedErrors: [/localhost:\d+|fonts\.googleapis|Content Security Policy|40[034]/],
});

let provider: IdentityProvider;
let beta: string;
test.beforeAll(async ({ serverUrl }) => {
  beta = `http://beta.localhost:${new URL(serverUrl).port}`;
  provider = await openIdentityProvider([beta]);
});
test.afterAll(() => provider.close());

/** Signs in at the provider's own pages, where a login is enough. */
async function signInThere(page: Page, login: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.origin === provider.issuer);
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('x');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const greeting = (page: Page) => page.getByRole('heading', { name: /^Olá, / });

test('a provider is set, an account linked from the profile, and its person signs in with it', async ({
  page,
}) => {
  await page.goto(`${beta}/login`);
  await enter(page, 'admin', password);
  await expect(greeting(page)).toBeVisible();

  await page.goto(`${beta}/admin-config`);
  await page.getByRole('button', { name: 'Definir provedor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Provedor de entrada' });
  await dialog.getByRole('textbox', { name: 'Endereço do provedor (issuer)' }).fill(provider.issuer);
  await dialog.getByRole('textbox', { name: 'ID do cliente' }).fill(provider.clientId);
  await dialog.getByRole('textbox', { name: 'Segredo do cliente' }).fill(provider.clientSecret);
  await dialog.getByRole('textbox', { name: 'Nome no botão' }).fill('Cadastro Único');
  // The result of a test stays beside the fields until one of them changes.
  const testTyped = dialog.getByRole('button', { name: 'Testar conexão' });
  await dialog.getByRole('textbox', { name: 'ID do cliente' }).fill('nobody');
  await testTyped.click();
  await expect(dialog.getByRole('alert')).toContainText('não aceitou o ID ou o segredo do cliente');
  await dialog.getByRole('textbox', { name: 'ID do cliente' }).fill(provider.clientId);
  await expect(dialog.getByRole('alert')).toBeHidden();
  await testTyped.click();
  await expect(dialog.getByText(/Conexão bem-sucedida/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(toast(page, 'Provedor salvo com sucesso.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Testar conexão' }).click();
  await expect(toast(page, /Conexão bem-sucedida/)).toBeVisible();
  await page.getByRole('switch', { name: 'Entrar com conta de terceiros' }).click();
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(toast(page, 'Configurações salvas com sucesso.')).toBeVisible();

  await page.getByRole('button', { name: 'Menu do usuário' }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await page.getByRole('button', { name: 'Vincular conta' }).click();
  await signInThere(page, 'administradora');
  await expect(toast(page, 'Conta mesma@acme.example vinculada.')).toBeVisible();
  await expect(page).toHaveURL(/\/profile\/\d+$/);
  await expect(page.getByText('mesma@acme.example', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Menu do usuário' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.getByRole('button', { name: 'Entrar com Cadastro Único' }).click();
  await expect(greeting(page)).toBeVisible();

  // The session at the provider ends with ours.
  await page.getByRole('button', { name: 'Menu do usuário' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page).toHaveURL((url) => url.origin === provider.issuer);
  await page.getByRole('button', { name: /^Yes/ }).click();
  await expect(page).toHaveURL(`${beta}/login`);

  // An account that is linked to nobody, in a visit to a page that needs a session.
  await page.goto(`${beta}/admin-user`);
  await page.getByRole('button', { name: 'Entrar com Cadastro Único' }).click();
  await signInThere(page, 'ninguem');
  await expect(page.getByRole('alert')).toContainText('Conta não vinculada');
  await expect(page).toHaveURL(`${beta}/authenticate`);
  await page.getByRole('link', { name: 'Entrar com usuário e senha' }).click();
  await expect(page.getByRole('textbox', { name: 'Usuário' })).toBeVisible();

  await page.goto(`${beta}/authenticate?error=access_denied&state=x`);
  await expect(page.getByRole('alert')).toContainText('Entrada cancelada');
  await page.goto(`${beta}/authenticate?code=x&state=x`);
  await expect(page.getByRole('alert')).toContainText('A entrada expirou');
  await page.goto(`${beta}/authenticate?link=x`);
  await page.getByRole('button', { name: 'Continuar com Cadastro Único' }).click();
  await expect(page.getByRole('alert')).toContainText('Peça outro ao administrador');
});

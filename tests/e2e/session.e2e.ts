import type { Page } from '@playwright/test';
import { unique } from './support/api.ts';
import { callFrom, closeToasts, openUsers, rowOf, toast } from './support/screen.ts';
import { password } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// This person creates and edits people, and no other journey uses the account.
test.use({ login: 'alvaro.macedo' });

const expiredOf = (page: Page) => page.getByRole('alertdialog', { name: 'Login Expirado' });

/** Presses a button before or after the dialog has come over it, which an ended session opens by itself. */
async function pressUnderneath(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, includeHidden: true }).dispatchEvent('click');
}

/** Ends the page's session like a sign-out elsewhere: the page's next call gets a 401. */
async function endSession(page: Page): Promise<void> {
  expect(await callFrom(page, 'POST', '/adm/v2/sec/logout')).toMatchObject({ status: 200 });
}

async function signInAgain(page: Page): Promise<void> {
  const expired = expiredOf(page);
  await expect(expired).toContainText('Faça o Login para continuar usando a aplicação.');
  await expect(expired.getByRole('textbox', { name: 'Usuário' })).toHaveValue('alvaro.macedo');
  await expired.getByRole('textbox', { name: 'Senha' }).fill('not the password');
  await expired.getByRole('textbox', { name: 'Senha' }).press('Enter');
  await expect(expired.getByRole('alert')).toHaveText('Usuário ou senha incorreto');
  // Only a sign-in closes it.
  await page.keyboard.press('Escape');
  await expect(expired).toBeVisible();
  await expired.getByRole('textbox', { name: 'Senha' }).fill(password);
  await expired.getByRole('textbox', { name: 'Senha' }).press('Enter');
  await expect(expired).toHaveCount(0);
}

test('a session that ends during an edit or a creation loses nothing: the save is repeated after signing in', async ({
  page,
  admin,
}) => {
  const person = await admin.createPerson();
  const saves: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'PUT') saves.push(response.status());
  });
  await page.goto(`/admin-user/${person.id}`);
  const name = page.getByRole('textbox', { name: 'Nome', exact: true });
  await name.fill(`${person.name} depois`);
  await endSession(page);
  await pressUnderneath(page, /^Salvar(?! grupos)/);
  await expect(expiredOf(page)).toBeVisible();
  // The page stays open underneath.
  await expect(page).toHaveURL(new RegExp(`/admin-user/${person.id}$`));
  await expect(page.locator('input').and(page.getByLabel('Nome'))).toHaveValue(`${person.name} depois`);
  await signInAgain(page);
  await expect(toast(page, `Usuário ${person.name} depois foi editado com sucesso.`)).toBeVisible();
  expect(saves).toEqual([401, 200]);
  expect(await admin.get(`/adm/v2/sec/user/${person.id}`)).toMatchObject({
    name: `${person.name} depois`,
    version: person.version + 1,
  });

  await test.step('a person created meanwhile exists once', async () => {
    const suffix = unique();
    await page.goto('/admin-user/create');
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill(`Nova ${suffix}`);
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(`${suffix}@acme.example`);
    await endSession(page);
    await pressUnderneath(page, /^Salvar(?! grupos)/);
    await signInAgain(page);
    await expect(toast(page, 'Usuário criado com sucesso!')).toBeVisible();
    expect(await admin.get(`/adm/v2/sec/user?name=${suffix}`)).toMatchObject({ totalRows: 1 });
  });
});

test('a list continues where the session ended, with one dialog for all its calls, and one that ended before leads to the sign-in page', async ({
  page,
}) => {
  await openUsers(page);
  await expect(rowOf(page, 'Administração Acme')).toBeVisible();
  await endSession(page);
  await pressUnderneath(page, 'Atualizar');
  await pressUnderneath(page, 'Próxima página');
  await expect(expiredOf(page)).toHaveCount(1);
  await signInAgain(page);
  await expect(page.getByText(/^51–\d+ de \d+$/)).toBeVisible();

  await test.step('a session that has ended before the page opens', async () => {
    await closeToasts(page);
    await endSession(page);
    await page.goto('/admin-user');
    await expect(toast(page, 'Erro 401: Acesso não autorizado')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await page.getByRole('textbox', { name: 'Usuário' }).fill('alvaro.macedo');
    await page.getByRole('textbox', { name: 'Senha' }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Usuários' })).toBeVisible();
  });
});

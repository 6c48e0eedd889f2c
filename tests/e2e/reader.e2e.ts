import { callFrom, openUsers, rowOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.use({ login: 'leitor' });

test('a reader sees people but no buttons that change them, and is refused by pages and calls', async ({
  page,
  admin,
}) => {
  const person = await admin.createPerson({ login: `l.${Date.now().toString(36)}` });
  await openUsers(page, person.name);
  const row = rowOf(page, person.name);
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: 'Usuário', exact: true })).toHaveCount(0);
  await row.hover();
  await expect(row.getByRole('group').getByRole('button')).toHaveCount(1);
  await row.getByRole('button', { name: 'Ver', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/admin-user/${person.id}$`));
  await expect(page.locator('[data-field=name]')).toContainText(person.name);
  await expect(page.locator('form#form').getByRole('textbox')).toHaveCount(0);
  await expect(page.locator('form#form').getByRole('combobox')).toHaveCount(0);
  for (const button of ['Salvar', 'Excluir', 'Cancelar', 'Gerar senha']) {
    await expect(page.getByRole('button', { name: button })).toHaveCount(0);
  }

  const address = `/adm/v2/sec/user/${person.id}`;
  const refused = { status: 403, code: 'FORBIDDEN' };
  expect(await callFrom(page, 'PUT', address, { body: { name: 'x' } })).toEqual(refused);
  expect(await callFrom(page, 'DELETE', address)).toEqual(refused);
  expect(
    await callFrom(page, 'POST', '/adm/v2/sec/user', { body: { name: 'x', email: 'x@y.example' } }),
  ).toEqual(refused);
  for (const forbidden of ['/admin-user/create', `/admin-user/${person.id}/duplicate`]) {
    await page.goto(forbidden);
    await expect(page).toHaveURL(/\/restricted-access$/);
    await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
  }
  await expect(page.getByText('Você não tem permissão para acessar esta página.')).toBeVisible();
  await expect(page.getByText('Por favor, entre em contato com o administrador do sistema.')).toBeVisible();
  await page.getByRole('link', { name: 'Ir para a página inicial' }).click();
  await expect(page.getByRole('heading', { name: /^Olá/ })).toBeVisible();
});

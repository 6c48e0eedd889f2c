import { unique } from './support/api.ts';
import { rowOf, search } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('an administrator finds out who changed a person, from what to what', async ({ page, admin }) => {
  const person = await admin.createPerson({ name: `Auditada ${unique()}` });
  const renamed = `${person.name} Nova`;
  await admin.change(person.id, { name: renamed });

  await page.goto('/');
  await page.getByRole('button', { name: 'Segurança' }).click();
  await page.getByRole('link', { name: 'Auditoria' }).first().click();
  await search(page, person.name);
  await expect(page.getByText('2 registros')).toBeVisible();
  await expect(rowOf(page, 'Criação')).toContainText('Administração Acme');
  await rowOf(page, 'Alteração').click();

  await expect(page.getByRole('heading', { level: 1, name: `Alteração · ${renamed}` })).toBeVisible();
  await expect(rowOf(page, 'Nome')).toContainText(`${person.name}${renamed}`);
  await page.goBack();
  await expect(page.getByText('2 registros')).toBeVisible();
});

test('who may not read the audit meets a closed page', async ({ openAs }) => {
  const page = await openAs('leitor');
  await page.goto('/admin-audit');
  await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
});

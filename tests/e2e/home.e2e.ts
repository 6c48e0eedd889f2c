import type { Page } from '@playwright/test';
import { filesLoaded } from '../../scripts/lib/files-loaded.mjs';
import { openUsers, rowOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const recent = { name: 'Recentes' };

/** A tenant that published no screen of its own yet, whatever the journeys before this one published. */
async function asBeforeTheFirstScreen(page: Page): Promise<void> {
  await page.route(/\/adm\/v2\/def\?.*state=published/, (route) =>
    route.fulfill({ json: { success: true, data: { rows: [], totalRows: 0 } } }),
  );
}

test('the home page leads back to what was opened last', async ({ page, admin }) => {
  const person = await admin.createPerson();
  await openUsers(page, person.name);
  await rowOf(page, person.name).getByText(person.name).click();
  await expect(page.getByRole('heading', { name: person.name })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Olá, Administração Acme' })).toBeVisible();
  await expect(page.getByText(/^\p{L}+(-feira)?, \d{1,2} de \p{L}+ de \d{4}$/u)).toBeVisible();

  const list = page.getByRole('region', recent).getByRole('listitem');
  await expect(list.nth(0)).toContainText(person.name);
  await expect(list.nth(1)).toContainText('Usuários');
  await list.nth(0).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/admin-user/${person.id}$`));

  // A deleted record leaves the list once it turned out to be gone.
  await admin.call('DELETE', `/adm/v2/sec/user/${person.id}`);
  await page.goto(`/admin-user/${person.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Registro não encontrado' })).toBeVisible();
  await page.goto('/');
  await expect(list.first()).toContainText('Usuários');
  await expect(page.getByText(person.name)).toHaveCount(0);

  // Cards that are still loading move what is below them.
  await page
    .getByRole('navigation', { name: 'Ir para' })
    .getByRole('link', { name: 'Empresas' })
    .press('Enter');
  await expect(page).toHaveURL(/\/basic-company$/);
});

test('the home page says that no screen is allowed only once it knows them; first steps tick what is done, and can be hidden', async ({
  page,
}) => {
  let arrive: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await asBeforeTheFirstScreen(page);
  await page.route(/\/shell-data-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 2, name: 'Ir para' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Primeiros passos' })).toBeVisible();
  await expect(page.getByText('Nenhuma tela liberada ainda')).toHaveCount(0);
  arrive();
  await expect(page.getByRole('navigation', { name: 'Ir para' })).toBeVisible();
  const steps = page.getByRole('region', { name: 'Primeiros passos' });
  await expect(steps.getByRole('img', { name: 'concluída' }).first()).toBeVisible();
  await steps.getByRole('button', { name: 'Ocultar' }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', recent)).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('the home page has what the person may read, without a gap for the rest, and calls nothing that is refused', async ({
  page,
  openAs,
}) => {
  await page.goto('/');
  for (const name of ['Entradas', 'Senhas recusadas', 'Mudanças em registros', 'Pessoas novas'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await expect(page.getByText('vs. 30 dias anteriores')).toHaveCount(4);
  await page.getByRole('button', { name: 'Senhas recusadas' }).click();
  await expect(page).toHaveURL(/\/admin-audit\?action=sign-in-refused$/);

  const reader = await openAs('leitor');
  const refused: string[] = [];
  reader.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  await reader.goto('/');
  await expect(reader.getByRole('button', { name: 'Pessoas novas' })).toBeVisible();
  await expect(reader.getByText('vs. 30 dias anteriores')).toHaveCount(1);
  await expect(reader.getByRole('region', { name: 'Ir para' })).toBeVisible();
  for (const name of ['Primeiros passos', 'O que espera por você'])
    await expect(reader.getByRole('region', { name })).toHaveCount(0);
  await filesLoaded(reader);
  expect(refused).toEqual([]);

  const agent = await openAs('atendente');
  await agent.goto('/');
  await expect(agent.getByRole('heading', { level: 2, name: 'Ir para' })).toBeVisible();
  await expect(agent.getByText('vs. 30 dias anteriores')).toHaveCount(0);
});

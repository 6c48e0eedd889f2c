import type { Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { rowOf, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

async function create(api: Api, name: string, cnpj: string, parentId?: number): Promise<number> {
  const values = { name, cnpj, ...(parentId !== undefined && { parentId }) };
  const { status, body } = await api.call<{ id: number }>('POST', '/adm/v2/ent/company', values);
  expect(status).toBe(201);
  return (body as { data: { id: number } }).data.id;
}

/** Selects rows and deletes them by the bar of the selection. */
async function removeSelected(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Selecionar ${name}` }).click();
  const bar = page.getByRole('region', { name: 'Seleção' });
  await bar.getByRole('button', { name: 'Excluir', exact: true }).click();
  const question = page.getByRole('dialog', { name: `Excluir ${names.length} registros?` });
  await question.getByRole('button', { name: 'Sim, deletar' }).click();
}

test('a company is duplicated without its CNPJ, several are deleted at once, and one that is used is named with the reason', async ({
  page,
  admin,
}) => {
  await create(admin, 'Lote Um', '40404040000113');
  await page.goto('/basic-company');

  await rowOf(page, 'Lote Um').hover();
  await rowOf(page, 'Lote Um')
    .getByRole('button', { name: /^Duplicar/ })
    .click();
  const name = page.getByRole('textbox', { name: 'Razão social' });
  await expect(name).toHaveValue('Lote Um');
  await expect(page.getByRole('textbox', { name: 'CNPJ' })).toHaveValue('');
  await name.fill('Lote Dois');
  await page.getByRole('textbox', { name: 'CNPJ' }).fill('50505050000107');
  await page.getByRole('button', { name: /^Salvar(?! grupos)/ }).click();
  await expect(page).toHaveURL(/\/basic-company$/);
  await expect(rowOf(page, 'Lote Dois')).toBeVisible();

  await page.getByRole('main').getByRole('searchbox').fill('Lote');
  await expect(page.getByRole('row').filter({ hasText: 'Lote' })).toHaveCount(2);
  await removeSelected(page, ['Lote Um', 'Lote Dois']);
  await expect(toast(page, '2 registros excluídos')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Lote' })).toHaveCount(0);

  await test.step('a company with subsidiaries is named with the reason, and the others are deleted', async () => {
    const parentId = await create(admin, 'Grupo Matriz', '60606060000184');
    await create(admin, 'Grupo Filial', '70707070000160', parentId);
    await create(admin, 'Grupo Avulso', '80808080000145');

    await page.getByRole('main').getByRole('searchbox').fill('Grupo');
    // The three stand in the list before it is filtered too, and move then under the pointer.
    await expect(page.getByText('3 empresas', { exact: true })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Grupo' })).toHaveCount(3);
    await removeSelected(page, ['Grupo Matriz', 'Grupo Avulso']);
    const failures = page.getByRole('dialog', { name: '1 de 2 não foi excluído' });
    const one = failures.getByRole('listitem');
    await expect(one).toHaveCount(1);
    await expect(one).toContainText('Grupo Matriz');
    await expect(one).toContainText('Este registro é usado por: Empresa: Grupo Filial');
    await failures.getByRole('button', { name: 'Fechar' }).last().click();
    await expect(failures).toBeHidden();
    await expect(rowOf(page, 'Grupo Avulso')).toHaveCount(0);
    await expect(page.getByRole('row').filter({ hasText: 'Grupo' })).toHaveCount(2);
    // Records that failed stay selected, and those that are gone do not.
    await expect(page.getByRole('region', { name: 'Seleção' })).toContainText('1 selecionado');
    await expect(page.getByRole('checkbox', { name: 'Selecionar Grupo Matriz' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Selecionar Grupo Filial' })).not.toBeChecked();
  });
});

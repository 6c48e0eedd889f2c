import type { Page } from '@playwright/test';
import { unique, type Api } from './support/api.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

async function createView(api: Api): Promise<number> {
  const values = { title: `Visão ${unique()}`, layoutType: 'C', layout: [] };
  const { body } = await api.call<{ dashId: number }>('POST', '/adm/v2/dash', values);
  if (!('data' in body)) throw new Error(body.message);
  return (body.data as { dashId: number }).dashId;
}

async function choose(page: Page, group: string, field: RegExp, option: string): Promise<void> {
  const box = page.getByRole('group', { name: group }).getByRole('combobox', { name: field });
  await box.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('an administrator composes a dataset with its rows beside it, and a view shows it', async ({
  page,
  admin,
}) => {
  const id = `composed-${unique()}`;
  const title = `Pessoas ${id}`;
  await page.goto('/admin-definition/datasets');
  await page.getByRole('button', { name: 'Conjunto de dados', exact: true }).click();
  await page.getByLabel(/^Nome/).fill(title);
  const other = page.getByLabel(/^Identificador à sua escolha/);
  await other.fill(id);
  await expect(page.locator('[data-field="id"] output')).toHaveText(id);
  await page.getByRole('combobox', { name: /Registros de/ }).fill('Usu');
  await page.getByRole('option', { name: 'Usuários', exact: true }).click();
  await expect(page.getByText('Nada a calcular ainda')).toBeVisible();

  await page.getByRole('button', { name: /: Medidas$/ }).click();
  await page
    .getByRole('group', { name: /^Medida 1/ })
    .getByLabel(/Título da coluna/)
    .fill('Pessoas');
  await choose(page, 'Medida 1', /Cálculo/, 'Quantidade');
  await expect(page.getByRole('columnheader')).toHaveText(['Pessoas']);
  await page.getByRole('button', { name: /: Grupos$/ }).click();
  await page
    .getByRole('group', { name: /^Grupo 1/ })
    .getByLabel(/Título da coluna/)
    .fill('Entrada');
  await choose(page, 'Grupo 1', /^Campo/, 'Criado em');
  await choose(page, 'Grupo 1', /Unidade de tempo/, 'Mês');
  await expect(page.getByRole('columnheader')).toHaveText(['Entrada (mês)', 'Pessoas']);

  const zone = page.getByLabel(/^Fuso horário/);
  await zone.fill('Mars/Olympus');
  await expect(page.getByText(/^O fuso horário 'Mars\/Olympus' não existe/)).toBeVisible();
  await expect(page.getByText('As linhas não puderam ser calculadas')).toBeVisible();
  await expect(zone).toHaveAttribute('aria-invalid', 'true');
  await zone.fill('');
  await expect(page.getByRole('columnheader')).toHaveText(['Entrada (mês)', 'Pessoas']);

  await other.fill('Com Espaço');
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(page.getByText(/^Comece com uma letra minúscula/)).toBeVisible();
  await other.fill(id);
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(toast(page, 'Conjunto de dados publicado.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/datasets/edit/${id}$`));
  await expect(page.getByLabel(/identificador/i)).toHaveCount(0);
  await expect(page.getByText(id, { exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['Entrada (mês)', 'Pessoas']);

  const dashId = await createView(admin);
  await page.goto(`/view-admin/layout/${dashId}/C`);
  const palette = page.getByRole('complementary', { name: 'Componentes' });
  await palette.getByRole('searchbox').fill('gráfico');
  await palette.getByRole('button', { name: 'Gráfico', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Propriedades' });
  await panel.getByRole('button', { name: 'Escolha os dados' }).click();
  await panel.getByRole('searchbox', { name: 'Pesquisar dados' }).fill(id);
  await panel.getByRole('button', { name: new RegExp(id) }).click();
  const sample = panel.getByRole('region', { name: 'Amostra' });
  await expect(sample.getByRole('columnheader')).toHaveText(['Entrada (mês)', 'Pessoas']);
  await expect(page.locator('[data-draft]')).toHaveAttribute('data-draft', 'saved');
  await page.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar Visão' });
  await dialog.getByRole('textbox', { name: 'Comentário' }).fill('Primeira versão');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(toast(page, 'A visão foi publicada com sucesso!')).toBeVisible();
  await page.goto(`/dashboard/${dashId}`);
  await page.getByRole('button', { name: 'Mostrar como tabela' }).click();
  await expect(page.getByRole('table').getByRole('columnheader').last()).toHaveText('Pessoas');

  const remove = () => admin.call('POST', `/adm/v2/def/dataset/${id}/remove`, {});
  expect((await remove()).status).toBe(409);
  expect((await admin.call('DELETE', `/adm/v2/dash/${dashId}`)).status).toBe(200);
  expect((await remove()).status).toBe(200);
});

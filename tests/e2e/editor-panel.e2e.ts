import type { Page } from '@playwright/test';
import type { JsonObject } from '../../src/contracts/json.ts';
import { unique, type Api } from './support/api.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const node = (page: Page, key: string) => page.locator(`[data-canvas] [data-node="${key}"] > .layout-item`);
const announced = (page: Page) => page.locator('[data-announcement]');
const draftState = (page: Page) => page.locator('[data-draft]');

/** Publishes a dataset of people by month, whose period is a parameter. */
async function publishDataset(api: Api): Promise<string> {
  const id = `people-${unique()}`;
  const definition: JsonObject = {
    kind: 'dataset',
    formatVersion: 2,
    id,
    title: `Pessoas por mês ${id}`,
    from: 'user',
    parameters: { period: { type: 'period', title: 'Período', default: 'last-12-months' } },
    where: { createdAt: { within: { $expr: 'params.period' } } },
    group: [{ id: 'month', field: 'createdAt', bucket: 'month', fill: true }],
    measures: { people: { count: true } },
  };
  expect((await api.call('POST', '/adm/v2/def', { definition })).status).toBeLessThan(300);
  const published = await api.call('POST', `/adm/v2/def/dataset/${id}/publish`, { comment: 'x' });
  expect(published.status).toBe(200);
  return id;
}

async function createView(api: Api): Promise<number> {
  const values = { title: `Visão ${unique()}`, layoutType: 'C', layout: [] };
  const { body } = await api.call<{ dashId: number }>('POST', '/adm/v2/dash', values);
  if (!('data' in body)) throw new Error(body.message);
  return (body.data as { dashId: number }).dashId;
}

test('a person builds a view without any JSON: texts in three languages, a chart with its data, and what a button does; readers see and press them', async ({
  page,
  admin,
}) => {
  const dataset = await publishDataset(admin);
  const dashId = await createView(admin);
  await page.goto(`/view-admin/layout/${dashId}/C`);
  const palette = page.getByRole('complementary', { name: 'Componentes' });
  const panel = page.getByRole('complementary', { name: 'Propriedades' });

  await test.step('an expression by completion, and texts in three languages', async () => {
    await palette.getByRole('searchbox').fill('texto');
    for (const key of ['text', 'text2']) {
      await palette.getByRole('button', { name: 'Texto', exact: true }).click();
      await expect(page.locator(`[data-canvas] [data-node="${key}"]`)).toBeVisible();
    }
    await panel.getByRole('button', { name: 'Usar uma expressão' }).first().click();
    const field = panel.getByRole('textbox', { name: 'Texto', exact: true });
    await field.fill('');
    await field.pressSequentially('tenant.n');
    await expect(page.getByRole('option', { name: 'tenant.name' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('tenant.name');
    await expect(panel.getByText(/^Valor agora: \S/)).toBeVisible();
    await field.fill('$uppercase(tenant.name');
    await expect(panel.getByRole('alert')).toBeVisible();
    await field.fill('$uppercase(tenant.name)');
    await expect(panel.getByText(/^Valor agora: [^a-z]+$/)).toBeVisible();

    // A new widget has the product's name in all languages; words that somebody types are missing in the others.
    await node(page, 'text').click();
    await panel.getByRole('textbox', { name: 'Texto', exact: true }).fill('Boas-vindas');
    await page.getByRole('button', { name: 'Textos', exact: true }).click();
    const texts = page.getByRole('region', { name: 'Textos', exact: true });
    await expect(texts.getByText('1 texto incompleto')).toBeVisible();
    await texts.getByRole('switch', { name: 'Só o que falta' }).check();
    await texts.getByRole('textbox', { name: 'textText em Inglês' }).fill('Welcome');
    await texts.getByRole('textbox', { name: 'textText em Espanhol' }).fill('Bienvenido');
    await expect(texts.getByText('Todos os textos estão nos três idiomas')).toBeVisible();
    await expect(draftState(page)).toHaveAttribute('data-draft', 'saved');
    await page.getByRole('button', { name: 'Layout', exact: true }).click();
    await expect(texts).toBeHidden();
  });

  await test.step('a chart gets its data and its columns', async () => {
    await palette.getByRole('searchbox').fill('gráfico');
    await palette.getByRole('button', { name: 'Gráfico', exact: true }).click();
    await expect(node(page, 'chart').getByText('Escolha os dados')).toBeVisible();
    const foot = page.locator('[data-surface="layout-editor"] footer');
    await expect(foot.getByRole('button', { name: '1 aviso' })).toBeVisible();

    // The keyboard stays in the panel, at what comes next.
    await panel.getByRole('button', { name: 'Escolha os dados' }).press('Enter');
    await expect(panel.getByRole('searchbox', { name: 'Pesquisar dados' })).toBeFocused();
    await panel.getByRole('searchbox', { name: 'Pesquisar dados' }).fill(dataset);
    await panel.getByRole('button', { name: new RegExp(dataset) }).press('Enter');
    await expect(panel.getByRole('button', { name: 'Trocar os dados' })).toBeFocused();
    await expect(announced(page)).toHaveText(`Dados escolhidos: Pessoas por mês ${dataset}`);
    await expect(foot.getByText('Sem problemas')).toBeVisible();
    await expect(panel.getByRole('combobox', { name: 'Categoria' })).toHaveText('Criado em (mês)');
    const sample = panel.getByRole('region', { name: 'Amostra' });
    await expect(sample.getByRole('columnheader')).toHaveText(['Criado em (mês)', 'Usuários']);
    await expect(sample.getByRole('row')).toHaveCount(11);
    await expect(node(page, 'chart').locator('svg').first()).toBeVisible();

    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(node(page, 'chart').getByText('Escolha os dados')).toBeVisible();
    await page.getByRole('button', { name: 'Refazer' }).click();
    await expect(node(page, 'chart').getByText('Escolha os dados')).toHaveCount(0);
    await expect(draftState(page)).toHaveAttribute('data-draft', 'saved');
  });

  await test.step('what a button does', async () => {
    await palette.getByRole('searchbox').fill('botão');
    await palette.getByRole('button', { name: 'Botão', exact: true }).click();
    await panel.getByRole('tab', { name: 'Ações' }).click();
    const action = panel.getByRole('group', { name: 'Quando é acionado' });

    const add = action.getByRole('button', { name: 'Adicionar passo: Quando é acionado' });
    await add.click();
    await page.getByRole('menuitem', { name: 'Abrir uma tela' }).click();
    await expect(announced(page)).toHaveText('Passo adicionado: Abrir uma tela');
    const address = action.getByRole('combobox', { name: 'Tela' });
    await address.fill('usuári');
    await page.getByRole('option', { name: /^Usuários/ }).click();
    await expect(address).toHaveValue('/admin-user');

    // By keyboard alone: another step, moved before the first one.
    await add.press('Enter');
    await page.getByRole('menuitem', { name: 'Mostrar uma mensagem' }).press('Enter');
    await action.getByRole('textbox', { name: 'Sucesso' }).fill('Até logo');
    await action.getByRole('button', { name: 'Mover para cima: 2. Mostrar uma mensagem' }).press('Enter');
    await expect(announced(page)).toHaveText('Mostrar uma mensagem: 1 de 2');
    await expect(action.getByRole('button', { name: /^1\. Mostrar uma mensagem/ })).toBeVisible();
    await expect(draftState(page)).toHaveAttribute('data-draft', 'saved');
  });

  await page.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar Visão' });
  await expect(dialog.getByText('Escreva seu comentário...')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Comentário' }).fill('Primeira versão');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(toast(page, 'A visão foi publicada com sucesso!')).toBeVisible();
  await page.goto(`/dashboard/${dashId}`);
  await page.getByRole('button', { name: 'Mostrar como tabela' }).click();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(13);
  await page.getByRole('button', { name: 'Botão', exact: true }).click();
  await expect(page).toHaveURL(/\/admin-user$/);
  await expect(toast(page, 'Até logo')).toBeVisible();
  expect((await admin.call('DELETE', `/adm/v2/dash/${dashId}`)).status).toBe(200);
});

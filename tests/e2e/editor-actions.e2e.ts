import type { Page } from '@playwright/test';
import { unique, type Api } from './support/api.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const announced = (page: Page) => page.locator('[data-announcement]');

async function createView(api: Api): Promise<number> {
  const values = { title: `Visão ${unique()}`, layoutType: 'C', layout: [] };
  const { body } = await api.call<{ dashId: number }>('POST', '/adm/v2/dash', values);
  if (!('data' in body)) throw new Error(body.message);
  return (body.data as { dashId: number }).dashId;
}

test('a person says without any JSON what a button does, and readers press it', async ({ page, admin }) => {
  const dashId = await createView(admin);
  await page.goto(`/view-admin/layout/${dashId}/C`);
  const palette = page.getByRole('complementary', { name: 'Componentes' });
  await palette.getByRole('searchbox').fill('botão');
  await palette.getByRole('button', { name: 'Botão', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Propriedades' });
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
  await expect(page.locator('[data-draft]')).toHaveAttribute('data-draft', 'saved');

  await page.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar Visão' });
  await dialog.getByRole('textbox', { name: 'Comentário' }).fill('Com uma ação');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(toast(page, 'A visão foi publicada com sucesso!')).toBeVisible();

  await page.goto(`/dashboard/${dashId}`);
  await page.getByRole('button', { name: 'Botão', exact: true }).click();
  await expect(page).toHaveURL(/\/admin-user$/);
  await expect(toast(page, 'Até logo')).toBeVisible();
  expect((await admin.call('DELETE', `/adm/v2/dash/${dashId}`)).status).toBe(200);
});

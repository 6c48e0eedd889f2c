import { unique, type Api } from './support/api.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

async function createView(api: Api): Promise<number> {
  const values = { title: `Visão ${unique()}`, layoutType: 'C', layout: [] };
  const { body } = await api.call<{ dashId: number }>('POST', '/adm/v2/dash', values);
  if (!('data' in body)) throw new Error(body.message);
  return (body.data as { dashId: number }).dashId;
}

test('a person writes an expression by completion and the texts of a view in three languages, and publishes both', async ({
  page,
  admin,
}) => {
  const dashId = await createView(admin);
  await page.goto(`/view-admin/layout/${dashId}/C`);
  const palette = page.getByRole('complementary', { name: 'Componentes' });
  await palette.getByRole('searchbox').fill('texto');
  for (const key of ['text', 'text2']) {
    await palette.getByRole('button', { name: 'Texto', exact: true }).click();
    await expect(page.locator(`[data-canvas] [data-node="${key}"]`)).toBeVisible();
  }
  const panel = page.getByRole('complementary', { name: 'Propriedades' });
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
  await page.locator('[data-canvas] [data-node="text"] > .layout-item').click();
  await panel.getByRole('textbox', { name: 'Texto', exact: true }).fill('Boas-vindas');
  await page.getByRole('button', { name: 'Textos', exact: true }).click();
  const texts = page.getByRole('region', { name: 'Textos', exact: true });
  await expect(texts.getByText('1 texto incompleto')).toBeVisible();
  await texts.getByRole('switch', { name: 'Só o que falta' }).check();
  await texts.getByRole('textbox', { name: 'textText em Inglês' }).fill('Welcome');
  await texts.getByRole('textbox', { name: 'textText em Espanhol' }).fill('Bienvenido');
  await expect(texts.getByText('Todos os textos estão nos três idiomas')).toBeVisible();
  await expect(page.locator('[data-draft]')).toHaveAttribute('data-draft', 'saved');

  await page.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar Visão' });
  await dialog.getByRole('textbox', { name: 'Comentário' }).fill('Textos');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(toast(page, 'A visão foi publicada com sucesso!')).toBeVisible();
  expect((await admin.call('DELETE', `/adm/v2/dash/${dashId}`)).status).toBe(200);
});

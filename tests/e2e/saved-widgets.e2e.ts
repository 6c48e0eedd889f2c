import type { JsonObject } from '../../src/contracts/json.ts';
import { unique, type Api } from './support/api.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

interface Draft {
  definition: { body: JsonObject[] };
}

async function createView(api: Api, layout: JsonObject[]): Promise<number> {
  const values = { title: `Visão ${unique()}`, layoutType: 'C', layout };
  const { body } = await api.call<{ dashId: number }>('POST', '/adm/v2/dash', values);
  if (!('data' in body)) throw new Error(body.message);
  return (body.data as { dashId: number }).dashId;
}

test('a person saves a widget, inserts it into another view and detaches it there', async ({
  page,
  admin,
}) => {
  const name = `Contagem ${unique()}`;
  const text = { id: 'hello', type: 'text', options: { text: 'Olá' }, x: 0, y: 0, w: 4, h: 2 };
  const first = await createView(admin, [text]);
  const second = await createView(admin, []);
  const bodyOf = async (dashId: number) =>
    (await admin.get<Draft>(`/adm/v2/dash/${dashId}/draft`)).definition.body;
  const panel = page.getByRole('complementary', { name: 'Propriedades' });
  const item = page.locator('[data-canvas] .layout-item').filter({ hasText: 'Olá' });
  const saved = () => expect(page.locator('[data-draft]')).toHaveAttribute('data-draft', 'saved');

  await page.goto(`/view-admin/layout/${first}/C`);
  await item.click();
  await panel.getByRole('button', { name: 'Salvar como widget' }).click();
  const dialog = page.getByRole('dialog', { name: 'Salvar como widget' });
  await dialog.getByRole('textbox', { name: 'Nome' }).fill(name);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(toast(page, `O widget ${name} foi salvo e publicado.`)).toBeVisible();
  await expect(panel.getByText(name)).toBeVisible();
  await expect(item).toBeVisible();
  await saved();
  const [use] = await bodyOf(first);
  expect(use).toMatchObject({ id: 'hello', use: expect.stringMatching(/^widget\/contagem-/) });
  const widgetId = String(use!['use']).slice('widget/'.length);

  await page.goto(`/view-admin/layout/${second}/C`);
  await page.getByRole('complementary', { name: 'Componentes' }).getByRole('button', { name }).click();
  await expect(item).toBeVisible();
  await saved();
  expect(await bodyOf(second)).toMatchObject([{ use: `widget/${widgetId}`, at: { w: 4, h: 2 } }]);
  // Two views show it.
  const users = async () => (await admin.get<{ rows: unknown[] }>(`/adm/v2/widget/${widgetId}/users`)).rows;
  expect(await users()).toHaveLength(2);

  await panel.getByRole('button', { name: 'Desvincular' }).click();
  await expect(panel.getByRole('button', { name: 'Salvar como widget' })).toBeVisible();
  await expect(item).toBeVisible();
  await expect.poll(() => bodyOf(second)).toMatchObject([{ type: 'text', props: { text: 'Olá' } }]);
  expect((await bodyOf(second))[0]).not.toHaveProperty('use');
  expect(await users()).toHaveLength(1);
  expect((await admin.call('DELETE', `/adm/v2/widget/${widgetId}`)).status).toBe(409);
  for (const dashId of [first, second])
    expect((await admin.call('DELETE', `/adm/v2/dash/${dashId}`)).status).toBe(200);
  expect((await admin.call('DELETE', `/adm/v2/widget/${widgetId}`)).status).toBe(200);
});

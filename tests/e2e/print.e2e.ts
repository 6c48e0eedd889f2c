import type { Page } from '@playwright/test';
import type { JsonObject } from '../../src/contracts/json.ts';
import { openUsers, rowOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

async function pagesOnPaper(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Opens the users' screen with another body. */
async function openWith(page: Page, body: JsonObject[]): Promise<void> {
  await page.route('**/adm/v2/def/screen?*', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { data: { definition: { body: JsonObject[] } } };
    reply.data.definition.body = body;
    await route.fulfill({ response, json: reply });
  });
  await page.goto('/admin-user');
}

const lines = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `line${at}`,
    type: 'text',
    props: { text: `Linha ${at + 1}.` },
  }));

const inTab: JsonObject = {
  id: 'tabs',
  type: 'tabs',
  props: { fill: true, items: [{ child: 'one', title: 'Um' }] },
  children: [{ id: 'one', type: 'section', children: lines(300) }],
};

for (const { name, body } of [
  { name: 'in the body', body: lines(300) },
  { name: 'in a tab that fills the screen', body: [inTab] },
]) {
  test(`300 nodes ${name} are printed on as many pages as they need`, async ({ page }) => {
    await openWith(page, body);
    await expect(page.getByText('Linha 300.')).toBeAttached();
    // An A4 page has room for less than 40 of these lines.
    expect(await pagesOnPaper(page)).toBeGreaterThanOrEqual(300 / 40);
  });
}

test('a list is printed whole, without menu and header', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 500 });
  await openUsers(page);
  await expect(rowOf(page, 'Administração Acme')).toBeVisible();
  const hidden = () =>
    page
      .locator('[data-scroller], [data-screen], #content')
      .evaluateAll((areas) => areas.map((area) => area.scrollHeight - area.clientHeight > 1));
  expect(await hidden()).toContain(true);
  await page.emulateMedia({ media: 'print' });
  expect(await hidden()).toEqual([false, false, false]);
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(rowOf(page, 'Administração Acme')).toBeVisible();
});

test('a view is printed with its filters as text, without what is pressed', async ({ page }) => {
  await page.goto('/dashboard/1?unit=1');
  const filters = page.getByRole('search');
  await expect(filters.getByRole('button', { name: 'Aplicar' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(filters.getByRole('combobox', { name: 'Unidade' })).toHaveValue('Diretoria');
  await expect(filters.getByRole('combobox', { name: 'Unidade' })).toBeVisible();
  for (const name of ['Aplicar', 'Limpar Filtros'])
    await expect(filters.getByText(name, { exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Mais ações' })).toBeHidden();
});

import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../src/contracts/json.ts';
import { unique } from './support/api.ts';
import { expect, test } from './support/test.ts';
import { cnpj } from './support/transfers.ts';

const guide = readFileSync(new URL('../../docs/guide.md', import.meta.url), 'utf8');
const steps = [...guide.matchAll(/^```json screen\n(.*?)^```/gms)].map(
  ([, text = '']) => JSON.parse(text) as JsonObject,
);

test('the last step of the guide filters the companies, and adds one', async ({ page, admin }) => {
  const id = unique();
  const definition = { ...steps.at(-1)!, id, path: `/${id}` };
  expect((await admin.call('POST', '/adm/v2/def', { definition })).status).toBe(200);
  const { status } = await admin.call('POST', `/adm/v2/def/screen/${id}/publish`, { comment: 'guide' });
  expect(status).toBe(200);

  await page.goto(`/${id}`);
  await page.getByRole('button', { name: 'New company' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Campo Obrigatório').first()).toBeVisible();
  const name = `Guia ${id}`;
  await dialog.getByRole('textbox', { name: 'Razão social' }).fill(name);
  await dialog.getByRole('textbox', { name: 'CNPJ' }).fill(cnpj(95_000));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  await expect(page).toHaveURL(/[?&]text=/);
});

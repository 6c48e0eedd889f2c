import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { toast } from './support/screen.ts';
import { enter, password } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { chooseAction, chooseFile, cnpj } from './support/transfers.ts';

// In a tenant that no other journey looks for companies in: thousands of them would stand before theirs in each list.
test.use({
  login: null,
  baseURL: async ({ serverUrl }, use) => use(serverUrl.replace('//localhost', '//beta.localhost')),
});

/** One more than a request takes. */
const rowCount = 5001;
const inWords = '5.001';

function manyRows(file: string, name: string, from: number) {
  const lines = Array.from({ length: rowCount }, (_, at) => `${name} ${at},${cnpj(from + at)}`);
  const buffer = Buffer.from(['name,cnpj', ...lines].join('\n'));
  return { name: `${file}.csv`, mimeType: 'text/csv', buffer };
}

/** The dialogs of this page learn of no end before the returned function is called, however quick the server is. */
async function holdEnds(page: Page): Promise<() => void> {
  let isHeld = true;
  await page.route(/\/adm\/v2\/transfer\/\d+$/, async (route) => {
    if (!isHeld || route.request().method() !== 'GET') return route.fallback();
    // Outside of the browser no name under `localhost` is found; the server chooses the tenant by the header.
    const url = new URL(route.request().url());
    const headers = { ...route.request().headers(), host: url.host };
    url.hostname = 'localhost';
    const response = await route.fetch({ url: url.href, headers });
    const body = (await response.json()) as { data: object };
    const data = isHeld ? { ...body.data, state: 'running', ended: false } : body.data;
    await route.fulfill({ response, json: { ...body, data } });
  });
  return () => {
    isHeld = false;
  };
}

test('more rows than a request takes are checked and written in the background, and exported as a file; a closed dialog goes on in the list, which names its end and leads back to it', async ({
  page,
}) => {
  test.slow();
  await page.goto('/login');
  await enter(page, 'admin', password);
  await expect(page.getByRole('heading', { name: 'Olá, Administração Beta' })).toBeVisible();
  await page.goto('/basic-company');
  await chooseAction(page, 'Importar CSV ou Excel');
  const dialog = page.getByRole('dialog', { name: 'Importar registros' });
  await chooseFile(page, manyRows('muitas', 'Zona', 0));
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  const write = dialog.getByRole('button', { name: 'Gravar' });
  await expect(write).toBeEnabled({ timeout: 60_000 });
  await expect(dialog.getByText(inWords)).toBeVisible();
  await write.click();
  await expect(dialog.getByText('Os registros foram gravados.')).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('Zona 5000');
  await expect(page.getByRole('row').filter({ hasText: 'Zona 5000' })).toBeVisible();
  await search.fill('');
  await expect(page.getByRole('row').filter({ hasText: 'Zona 5000' })).toBeHidden();

  await chooseAction(page, 'Exportar CSV');
  const exported = page.getByRole('dialog', { name: 'Exportação' });
  const save = exported.getByRole('button', { name: 'Baixar arquivo' });
  await expect(save).toBeVisible({ timeout: 60_000 });
  const downloading = page.waitForEvent('download');
  await save.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Empresas.csv');
  const rows = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(rows.length).toBeGreaterThan(rowCount);
  await page.keyboard.press('Escape');
  await expect(exported).toBeHidden();

  await test.step('a closed import or export goes on in the list', async () => {
    await chooseAction(page, 'Importar CSV ou Excel');
    const releaseCheck = await holdEnds(page);
    await chooseFile(page, manyRows('setores', 'Setor', 20_000));
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await dialog.getByRole('button', { name: 'Fechar' }).last().click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('progressbar', { name: 'Arquivo conferido' })).toBeVisible({
      timeout: 60_000,
    });
    releaseCheck();

    // The same file is at hand, and what was checked is written by it.
    await page.getByRole('button', { name: 'Resultado' }).click();
    await expect(dialog.getByText(inWords)).toBeVisible();
    await write.click();
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await dialog.getByRole('button', { name: 'Fechar' }).last().click();
    await expect(page.getByRole('progressbar', { name: 'Gravando os registros' })).toBeVisible();
    await expect(toast(page, 'Importação concluída: setores.csv')).toBeVisible({ timeout: 60_000 });

    // The end waits for the person, also on the next visit.
    await page.reload();
    const ended = page.getByRole('progressbar', { name: 'Importação concluída' });
    await expect(ended).toBeVisible();
    await page.getByRole('button', { name: 'Resultado' }).click();
    await expect(dialog.getByText('Os registros foram gravados.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Fechar' }).last().click();
    await expect(ended).toBeHidden();
    await chooseAction(page, 'Importar CSV ou Excel');
    await expect(write).toBeDisabled();
    await expect(dialog.getByText('Os registros foram gravados.')).toBeHidden();
    await page.keyboard.press('Escape');

    const ready = page.getByRole('progressbar', { name: 'Exportação pronta' });
    await expect(ready).toHaveCount(0);
    const releaseExport = await holdEnds(page);
    await chooseAction(page, 'Exportar CSV');
    await expect(page.getByRole('dialog', { name: 'Exportação' }).getByRole('progressbar')).toBeVisible();
    await page.keyboard.press('Escape');
    releaseExport();
    await expect(ready).toHaveCount(1, { timeout: 60_000 });
    const fetching = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar' }).first().click();
    expect((await fetching).suggestedFilename()).toBe('Empresas.csv');
    await expect(ready).toHaveCount(0);
  });
});

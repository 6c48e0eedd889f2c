import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** A file that the page's file chooser gets. */
type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

test('a company is created, exported, changed in the file and imported; the bad row is named first', async ({
  page,
}) => {
  await page.goto('/basic-company/create');
  await page.getByRole('textbox', { name: 'Razão social' }).fill('Padaria Pão Quente');
  await page.getByRole('textbox', { name: 'CNPJ' }).fill('12345678000195');
  await page.getByRole('button', { name: /^Salvar(?! grupos)/ }).click();
  await expect(page).toHaveURL(/\/basic-company$/);
  const row = page.getByRole('row').filter({ hasText: 'Padaria Pão Quente' });
  await expect(row).toBeVisible();

  const more = page.getByRole('button', { name: 'Mais ações' }).first();
  await more.click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Exportar CSV' }).click();
  const file = await (await downloading).path();
  const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
  const own = lines.find((line) => line.includes('Padaria Pão Quente'))!;
  const changed = own.replace('Padaria Pão Quente', 'Padaria Pão Fresco');
  // The same company without its key and with a CNPJ that cannot be: a new record, and a bad one.
  const bad = own.replace(/^[^;,]*/, '').replace(/12\.?345\.?678\/?0001-?95/, '12345678000196');
  expect(bad).not.toBe(own);
  const csv = {
    name: 'empresas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([header, changed, bad].join('\r\n')),
  };

  await more.click();
  await page.getByRole('menuitem', { name: 'Importar CSV ou Excel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar registros' });
  const write = dialog.getByRole('button', { name: 'Gravar' });
  await expect(write).toBeDisabled();
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Escolher arquivo' }).click();
  await (await choosing).setFiles(csv);

  const errors = dialog
    .getByRole('table', { name: 'Linhas com erro' })
    .or(dialog.getByRole('grid', { name: 'Linhas com erro' }));
  const wrong = errors.getByRole('row').filter({ hasText: 'CNPJ' });
  await expect(wrong).toHaveCount(1);
  await expect(wrong).toContainText('3');
  // All or nothing is refused while a row is bad, and nothing is written yet.
  await expect(write).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Somente as linhas sem erro' }).click();
  await write.click();
  await expect(toast(page, 'Importação concluída')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Padaria Pão Fresco' })).toHaveCount(1);
  await expect(row).toHaveCount(0);
});

/** The nth CNPJ of this journey. */
function cnpj(n: number): string {
  const digit = (text: string): number => {
    const sum = [...text].reduce(
      (total, one, at) => total + Number(one) * (((text.length - 1 - at) % 8) + 2),
      0,
    );
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  const base = String(40_000_000_0000 + n);
  const first = digit(base);
  return `${base}${first}${digit(`${base}${first}`)}`;
}

test('more rows than a request takes are checked and written in the background, and exported as a file', async ({
  page,
}) => {
  test.slow();
  const lines = Array.from({ length: 5200 }, (_, at) => `Zona ${at},${cnpj(at)}`);
  const csv = {
    name: 'muitas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['name,cnpj', ...lines].join('\n')),
  };
  await page.goto('/basic-company');
  const more = page.getByRole('button', { name: 'Mais ações' }).first();
  await more.click();
  await page.getByRole('menuitem', { name: 'Importar CSV ou Excel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar registros' });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Escolher arquivo' }).click();
  await (await choosing).setFiles(csv);
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  const write = dialog.getByRole('button', { name: 'Gravar' });
  await expect(write).toBeEnabled({ timeout: 60_000 });
  await expect(dialog.getByText('5.200')).toBeVisible();
  await write.click();
  await expect(dialog.getByText('Os registros foram gravados.')).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  // Other journeys may have filled the first page.
  await page.getByRole('main').getByRole('searchbox').fill('Zona 5199');
  await expect(page.getByRole('row').filter({ hasText: 'Zona 5199' })).toBeVisible();

  await more.click();
  await page.getByRole('menuitem', { name: 'Exportar CSV' }).click();
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
  expect(rows.length).toBeGreaterThan(5200);
});

async function chooseFile(page: Page, file: ChosenFile): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name: 'Escolher arquivo' }).click();
  await (await choosing).setFiles(file);
}

async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Mais ações' }).first().click();
  await page.getByRole('menuitem', { name }).click();
}

/** The dialogs of this page learn of no end before the returned function is called, however quick the server is. */
async function holdEnds(page: Page): Promise<() => void> {
  let isHeld = true;
  await page.route(/\/adm\/v2\/transfer\/\d+$/, async (route) => {
    if (!isHeld || route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    const data = isHeld ? { ...body.data, state: 'running', ended: false } : body.data;
    await route.fulfill({ response, json: { ...body, data } });
  });
  return () => {
    isHeld = false;
  };
}

test('a closed import or export goes on in the list, which names its end and leads back to it', async ({
  page,
}) => {
  test.slow();
  const lines = Array.from({ length: 6000 }, (_, at) => `Setor ${at},${cnpj(20_000 + at)}`);
  const csv = {
    name: 'setores.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['name,cnpj', ...lines].join('\n')),
  };
  await page.goto('/basic-company');
  await chooseAction(page, 'Importar CSV ou Excel');
  const dialog = page.getByRole('dialog', { name: 'Importar registros' });
  const write = dialog.getByRole('button', { name: 'Gravar' });
  const releaseCheck = await holdEnds(page);
  await chooseFile(page, csv);
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('progressbar', { name: 'Arquivo conferido' })).toBeVisible({
    timeout: 60_000,
  });
  releaseCheck();

  // The same file is at hand, and what was checked is written by it.
  await page.getByRole('button', { name: 'Resultado' }).click();
  await expect(dialog.getByText('6.000')).toBeVisible();
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

  // Other journeys may have left exports that nobody has seen.
  const ready = page.getByRole('progressbar', { name: 'Exportação pronta' });
  const before = await ready.count();
  const releaseExport = await holdEnds(page);
  await chooseAction(page, 'Exportar CSV');
  await expect(page.getByRole('dialog', { name: 'Exportação' }).getByRole('progressbar')).toBeVisible();
  await page.keyboard.press('Escape');
  releaseExport();
  await expect(ready).toHaveCount(before + 1, { timeout: 60_000 });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar' }).first().click();
  expect((await downloading).suggestedFilename()).toBe('Empresas.csv');
  await expect(ready).toHaveCount(before);
});

test.describe('a file that the server refuses', () => {
  test.use({ expectedErrors: [/status of 4\d\d/] });

  test('is named in the import dialog until another one is chosen', async ({ page }) => {
    await page.goto('/basic-company');
    await chooseAction(page, 'Importar CSV ou Excel');
    const dialog = page.getByRole('dialog', { name: 'Importar registros' });
    await chooseFile(page, {
      name: 'texto.xlsx',
      mimeType: 'text/plain',
      buffer: Buffer.from('só um texto'),
    });
    const refusal = dialog.getByRole('alert');
    await expect(refusal).toContainText('texto.xlsx');
    await expect(refusal).toContainText('não é do tipo que o nome diz');
    await expect(dialog.getByRole('button', { name: 'Gravar' })).toBeDisabled();
    const name = `Recusada ${cnpj(19_000)}`;
    await chooseFile(page, {
      name: 'boas.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`name,cnpj\n${name},${cnpj(19_000)}`),
    });
    await expect(refusal).toBeHidden();
    await expect(dialog.getByText('boas.csv')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Gravar' })).toBeEnabled();
  });
});

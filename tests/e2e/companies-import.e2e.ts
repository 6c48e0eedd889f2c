import { readFileSync } from 'node:fs';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';
import { chooseAction, chooseFile, cnpj } from './support/transfers.ts';

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

test('a file of other titles and another encoding is shown as it was read, corrected and imported', async ({
  page,
}) => {
  await page.goto('/basic-company');
  await chooseAction(page, 'Importar CSV ou Excel');
  const dialog = page.getByRole('dialog', { name: 'Importar registros' });
  const write = dialog.getByRole('button', { name: 'Gravar' });
  const name = `Ação Própria ${cnpj(19_100)}`;
  await chooseFile(page, {
    name: 'outras.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Empresa|CNPJ|Obs\n${name}|${cnpj(19_100)}|x\n`, 'latin1'),
  });
  await expect(dialog.getByRole('combobox', { name: 'Codificação' })).toHaveText('Windows-1252');
  await expect(dialog.getByRole('combobox', { name: 'Separador' })).toHaveText('Barra (|)');
  const company = dialog.getByRole('combobox', { name: 'Empresa' });
  await expect(company).toHaveAccessibleDescription(name);
  await expect(write).toBeDisabled();
  await company.click();
  await page.getByRole('option', { name: 'Razão social' }).click();
  await dialog.getByRole('combobox', { name: 'Obs' }).click();
  await page.getByRole('option', { name: 'Não importar' }).click();
  await dialog.getByRole('button', { name: 'Conferir de novo' }).click();
  await expect(write).toBeEnabled();
  await write.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1);
});

test.describe('a file', () => {
  test.use({ expectedErrors: [/status of 4\d\d|ERR_(INTERNET_DISCONNECTED|CONNECTION_FAILED)/] });

  test('that the server refuses is named until another one is chosen, which is imported once there is a connection', async ({
    page,
    context,
  }) => {
    await page.goto('/basic-company');
    await chooseAction(page, 'Importar CSV ou Excel');
    const dialog = page.getByRole('dialog', { name: 'Importar registros' });
    const write = dialog.getByRole('button', { name: 'Gravar' });
    const refusal = dialog.getByRole('alert');
    const name = `Recusada ${cnpj(19_000)}`;
    const good = {
      name: 'boas.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`name,cnpj\n${name},${cnpj(19_000)}`),
    };
    await chooseFile(page, {
      name: 'texto.xlsx',
      mimeType: 'text/plain',
      buffer: Buffer.from('só um texto'),
    });
    await expect(refusal).toContainText('texto.xlsx');
    await expect(refusal).toContainText('não é do tipo que o nome diz');
    await expect(write).toBeDisabled();
    await chooseFile(page, good);
    await expect(refusal).toBeHidden();
    await expect(dialog.getByText('boas.csv')).toBeVisible();
    await expect(write).toBeEnabled();

    await test.step('without a connection dialog and file stay', async () => {
      await context.setOffline(true);
      await chooseFile(page, good);
      await expect(refusal).toContainText('Sem conexão com o servidor');
      // A file that could not be checked is not written.
      await expect(write).toBeDisabled();
      await context.setOffline(false);
      await chooseFile(page, good);
      await expect(write).toBeEnabled();
      await context.setOffline(true);
      // Back any earlier, the first attempt could still succeed.
      const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/-/import'));
      await write.click();
      await failed;
      await expect(write).not.toHaveAttribute('aria-busy', 'true');
      await expect(dialog).toBeVisible();
      await context.setOffline(false);
      await write.click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1);
    });
  });
});

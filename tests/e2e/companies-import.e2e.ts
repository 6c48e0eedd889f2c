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

test('a filtered list exports what it shows, and its menu says so', async ({ page }) => {
  await page.goto('/basic-company?order=name_desc');
  const more = page.getByRole('button', { name: 'Mais ações' }).first();
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Exportar CSV', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Busca' }).fill('Cerrado');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  const rows = page.getByRole('row').filter({ hasText: 'Cerrado' });
  await expect(page.getByRole('row').filter({ hasText: 'Canastra' })).toHaveCount(0);
  await expect(rows.first()).toBeVisible();
  await more.click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Exportar CSV (filtrados)' }).click();
  const file = await (await downloading).path();
  const lines = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/).slice(1);
  expect(lines.length).toBe(await rows.count());
  expect(lines.every((line) => line.includes('Cerrado'))).toBe(true);
});

test('an import is taken back by its message, and by the list of imports', async ({ page }) => {
  await page.goto('/basic-company');
  const name = `Desfeita ${cnpj(19_200)}`;
  const row = page.getByRole('row').filter({ hasText: name });
  const importOnce = async (file: string) => {
    await chooseAction(page, 'Importar CSV ou Excel');
    await chooseFile(page, {
      name: file,
      mimeType: 'text/csv',
      buffer: Buffer.from(`name,cnpj\n${name},${cnpj(19_200)}`),
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Gravar' }).click();
    await expect(row).toHaveCount(1);
  };
  await importOnce('primeira.csv');
  await page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText('Importação desfeita', { exact: true }).first()).toBeVisible();
  await expect(row).toHaveCount(0);

  await importOnce('segunda.csv');
  await chooseAction(page, 'Importações');
  const imports = page.getByRole('dialog', { name: 'Importações' });
  const entry = (file: string) => imports.getByRole('row').filter({ hasText: file });
  await expect(entry('primeira.csv')).toContainText('Desfeita');
  await expect(entry('primeira.csv').getByRole('button', { name: /Desfazer importação/ })).toHaveCount(0);
  await entry('segunda.csv')
    .getByRole('button', { name: /Desfazer importação/ })
    .click();
  await page.getByRole('button', { name: 'Sim, confirmar' }).click();
  await expect(entry('segunda.csv')).toContainText('Desfeita');
  await imports.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(row).toHaveCount(0);
});

test.describe('a file', () => {
  test.use({ expectedErrors: [/status of 4\d\d|ERR_(INTERNET_DISCONNECTED|CONNECTION_FAILED)/] });

  test('of other titles and another encoding is shown as it was read, corrected and imported', async ({
    page,
    context,
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
    // Nothing is counted before each column has a meaning.
    await expect(dialog.getByText('A criar')).toBeHidden();
    const others = dialog.getByRole('combobox', { name: 'Obs' });
    const recheck = dialog.getByRole('button', { name: 'Conferir de novo' });
    await test.step('a check that fails keeps the file, what was chosen and the preview, and says why', async () => {
      await others.click();
      await page.getByRole('option', { name: 'Razão social' }).click();
      await recheck.click();
      await expect(dialog.getByText(/aparece mais de uma vez/)).toBeVisible();
      await context.setOffline(true);
      await recheck.click();
      await expect(dialog.getByText(/Sem conexão com o servidor/)).toBeVisible();
      await context.setOffline(false);
      await expect(dialog.getByText('outras.csv')).toBeVisible();
      await expect(company).toHaveText('Razão social');
      await expect(write).toBeDisabled();
    });
    await others.click();
    await page.getByRole('option', { name: 'Não importar' }).click();
    await recheck.click();
    await expect(write).toBeEnabled();
    await expect(dialog.getByText('A criar')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Registros existentes são reconhecidos por' }).click();
    await page.getByRole('option', { name: 'CNPJ' }).click();
    await dialog.getByRole('textbox', { name: 'Nome do mapeamento' }).fill('Do banco');
    await dialog.getByRole('button', { name: 'Salvar este mapeamento' }).click();
    await expect(toast(page, 'Mapeamento salvo: Do banco')).toBeVisible();
    await recheck.click();
    await expect(recheck).toBeHidden();
    await write.click();
    await expect(dialog).toHaveCount(0);
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toHaveCount(1);

    await test.step('the mapping that was kept reads another file of these titles, which changes the record', async () => {
      await chooseAction(page, 'Importar CSV ou Excel');
      await chooseFile(page, {
        name: 'do-banco.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`Obs|Outra|CNPJ|Empresa\n|y|${cnpj(19_100)}|Mudança Própria\n`, 'latin1'),
      });
      await dialog.getByRole('combobox', { name: 'Mapeamento salvo' }).click();
      await page.getByRole('option', { name: 'Do banco' }).click();
      await expect(company).toHaveText('Razão social');
      await expect(others).toHaveText('Não importar');
      await dialog.getByRole('combobox', { name: 'Outra' }).click();
      await page.getByRole('option', { name: 'Não importar' }).click();
      await recheck.click();
      await write.click();
      await expect(dialog).toHaveCount(0);
      await expect(row).toHaveCount(0);
      await expect(page.getByRole('row').filter({ hasText: 'Mudança Própria' })).toHaveCount(1);
    });

    await test.step('it is deleted where it is chosen', async () => {
      await chooseAction(page, 'Importar CSV ou Excel');
      await chooseFile(page, {
        name: 'de-novo.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`CNPJ|Empresa\n${cnpj(19_100)}|Mudança Própria\n`),
      });
      await dialog.getByRole('combobox', { name: 'Mapeamento salvo' }).click();
      await page.getByRole('option', { name: 'Do banco' }).click();
      await expect(company).toHaveText('Razão social');
      await dialog.getByRole('button', { name: 'Excluir mapeamento' }).click();
      await page.getByRole('button', { name: 'Sim, deletar' }).click();
      await expect(dialog.getByRole('combobox', { name: 'Mapeamento salvo' })).toHaveCount(0);
    });
  });

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

import type { Page } from '@playwright/test';
import { unique } from './support/api.ts';
import { expect, test } from './support/test.ts';

test('a view that began with a template is read, shared by link with its filters, and taken back while it is open', async ({
  page,
  admin,
  openAs,
}) => {
  const title = `Evolução ${unique()}`;
  const created = await admin.call<{ dashId: number }>('POST', '/adm/v2/dash', {
    title,
    layoutType: 'C',
    start: { entity: 'company', template: 'evolution' },
  });
  expect(created.status).toBe(201);
  const { dashId } = (created.body as { data: { dashId: number } }).data;
  const address = `/dashboard/${dashId}`;
  const { rows } = await admin.get<{ rows: { id: number }[] }>(
    `/adm/v2/cas/agrp?nomeGrupo=${encodeURIComponent('Somente leitura')}`,
  );
  const publish = async () => {
    const values = { ids: [dashId], comment: 'Pronta', groups: rows.map(({ id }) => id) };
    expect((await admin.call('POST', '/adm/v2/dash/pub', values)).status).toBe(200);
  };
  await publish();

  const reader = await openAs('leitor');
  await reader.goto(address);
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const period = reader.getByRole('combobox', { name: 'Período' });
  await expect(period).toHaveText('Últimos 90 dias');
  await period.click();
  await reader.getByRole('option', { name: 'Últimos 12 meses' }).click();
  await reader.getByRole('button', { name: 'Aplicar' }).click();
  await expect(reader).toHaveURL(/\?period=last-12-months$/);

  // Weeks and hours are those of the tenant, wherever the reader is.
  const words = async (one: Page) => {
    const tables = one.getByRole('figure').getByRole('table');
    for (let count = 1; count <= 2; count += 1) {
      await one.getByRole('button', { name: 'Mostrar como tabela' }).first().click();
      await expect(tables).toHaveCount(count);
    }
    return tables.allInnerTexts();
  };
  const atHome = await words(reader);
  expect(atHome.join('\n')).toMatch(/\d\d\/\d\d/);
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const far = await openAs('leitor', { timezoneId });
    await far.goto(`${address}?period=last-12-months`);
    expect(await words(far)).toEqual(atHome);
  }

  // Somebody else sees the same by the link, whatever they chose themselves before.
  await page.goto(`${address}?period=last-30-days`);
  await expect(page.getByRole('combobox', { name: 'Período' })).toHaveText('Últimos 30 dias');
  await page.goto(reader.url());
  await expect(page.getByRole('combobox', { name: 'Período' })).toHaveText('Últimos 12 meses');
  await expect(page).toHaveURL(/\?period=last-12-months$/);

  expect((await admin.call('POST', `/adm/v2/dash/${dashId}/unpublish`)).status).toBe(200);
  const gone = reader.getByRole('heading', { level: 1, name: 'Esta página não está mais disponível' });
  await expect(gone).toBeVisible();
  await expect(reader).toHaveURL(new RegExp(`${address}\\?period=last-12-months$`));
  await publish();
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(period).toHaveText('Últimos 12 meses');
  expect((await admin.call('DELETE', `/adm/v2/dash/${dashId}`)).status).toBe(200);
});

import { unique } from './support/api.ts';
import { rowOf, search } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('an administrator finds out who changed a person, from what to what, also on a phone and on the record; readers do not', async ({
  page,
  admin,
  openAs,
}) => {
  const person = await admin.createPerson({ name: `Auditada Conceição ${unique()}` });
  const renamed = `${person.name} Nova`;
  await admin.change(person.id, { name: renamed });

  await page.goto('/');
  await page.getByRole('button', { name: 'Segurança' }).click();
  await page.getByRole('link', { name: 'Auditoria' }).first().click();
  await search(page, person.name);
  await expect(page.getByText('2 registros', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'Criação')).toContainText('Administração Acme');
  await rowOf(page, 'Alteração').click();

  // Beside the list, which keeps its filter; the address carries the entry.
  const panel = page.getByRole('region', { name: `Alteração · ${renamed}` });
  await expect(panel.getByRole('row').filter({ hasText: 'Nome' })).toContainText(`${person.name}${renamed}`);
  await expect(page.getByText('2 registros', { exact: true })).toBeVisible();
  // Both sides of a change are read whole, and the list tells the time to the minute.
  const cut = (cells: Element[]) =>
    cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent);
  expect(await panel.locator('td').evaluateAll(cut)).toEqual([]);
  const times = page.locator('td').filter({ hasText: /^\d\d\/\d\d\/\d{4} \d\d:\d\d$/ });
  await expect(times).toHaveCount(2);
  expect(await times.evaluateAll(cut)).toEqual([]);
  await expect(page).toHaveURL(/[?&]entry=\d+/);
  await page.reload();
  await expect(panel.getByRole('row').filter({ hasText: 'Nome' })).toContainText(`${person.name}${renamed}`);

  // To the entry before it in time, and with Esc back to that one's row.
  await panel.getByRole('button', { name: 'Próximo registro' }).click();
  const creation = page.getByRole('region', { name: /^Criação/ });
  await expect(creation).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(creation).toBeHidden();
  await expect(page).not.toHaveURL(/entry=/);
  await expect(rowOf(page, 'Criação').locator(':focus')).toHaveCount(1);

  // Going back closes what the row has opened.
  await rowOf(page, 'Alteração').click();
  await expect(panel).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(page.getByText('2 registros', { exact: true })).toBeVisible();

  await test.step('an entry fills the window of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const opener = page.getByRole('button', { name: person.name }).last();
    await opener.click();
    const filling = page.getByRole('dialog', { name: `Criação · ${person.name}` });
    await expect(filling).toBeInViewport({ ratio: 1 });
    await expect.poll(async () => (await filling.boundingBox())?.width).toBe(390);
    await filling.getByRole('button', { name: 'Fechar' }).click();
    await expect(filling).toBeHidden();
    await expect(opener).toBeFocused();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a day that no calendar has is refused by its field', async () => {
    const from = page.getByRole('textbox', { name: 'De', exact: true });
    await from.fill('31/02/2026');
    await from.press('Enter');
    await expect(page.getByText(/Data inválida/)).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await from.fill('');
  });

  // The entry has a page of its own too.
  await rowOf(page, 'Alteração').click();
  await panel.getByRole('link', { name: 'Abrir em página própria' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Alteração · ${renamed}` })).toBeVisible();

  await test.step('the record tells its own history', async () => {
    await page.goto(`/admin-user/${person.id}`);
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Histórico' }).click();
    const history = page.getByRole('dialog', { name: /Histórico/ });
    await expect(history.getByRole('row')).toHaveCount(3);
    const latest = history.getByRole('row').nth(1);
    await expect(latest).toContainText('Alteração');
    await latest.getByRole('button').first().click();
    await expect(history).toContainText(`${person.name} → ${renamed}`);
    await page.keyboard.press('Escape');
    await expect(history).toBeHidden();
  });

  await test.step('those who may not read the audit meet neither', async () => {
    const reader = await openAs('leitor');
    await reader.goto(`/admin-user/${person.id}`);
    await expect(reader.getByRole('heading', { level: 1, name: renamed })).toBeVisible();
    await expect(reader.getByText('Histórico')).toHaveCount(0);
    await reader.goto('/admin-audit');
    await expect(reader.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
  });
});

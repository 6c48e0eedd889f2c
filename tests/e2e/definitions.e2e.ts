import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const list = '/admin-definition';
const users = '/admin-definition/screen/admin-user';

const editor = (page: Page) => page.locator('#definitionEditor');
const preview = (page: Page) => page.getByRole('region', { name: 'Pré-visualização' });

/** Puts other words in the place of some in the text, through the editor's own find box as its user would not: by keys. */
async function replaceTitle(page: Page, title: string): Promise<void> {
  const line = editor(page)
    .locator('.view-line', { hasText: /^\s*"title":\s/ })
    .first();
  await line.click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.insertText(`"title": ${title},`);
}

test('an administrator changes a screen, sees it, publishes it and takes it back', async ({
  page,
  openAs,
}) => {
  await page.goto(list);
  await expect(page.getByRole('row').filter({ hasText: 'admin-user-create' })).toContainText('Original');
  await expectAccessible(page);

  await page.goto(users);
  await expect(editor(page).locator('.view-line').first()).toBeVisible();
  await expect(preview(page).getByRole('heading', { name: 'Usuários' })).toBeVisible();
  await expectAccessible(page);

  // A fault is named where it is, and what was right before stays in sight.
  await replaceTitle(page, '12');
  const fault = editor(page).getByRole('button', { name: /\/title/ });
  await expect(fault).toContainText('Linha 6');
  await expect(preview(page)).toContainText('Desatualizada');
  await expect(page.getByRole('button', { name: 'Publicar' })).toBeDisabled();
  await fault.click();

  await replaceTitle(page, '"Gente daqui"');
  await expect(editor(page).getByText('Nenhum problema')).toBeVisible();
  await expect(preview(page).getByRole('heading', { name: 'Gente daqui' })).toBeVisible();

  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Rascunho salvo')).toBeVisible();
  const colleague = await openAs('admin');
  await colleague.goto('/admin-user');
  await expect(colleague.getByRole('heading', { level: 1, name: 'Usuários' })).toBeVisible();

  await page.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Um nome mais próximo');
  await dialog.getByRole('button', { name: 'Publicar' }).click();
  await expect(toast(page, 'Definição publicada')).toBeVisible();
  await colleague.goto('/admin-user');
  await expect(colleague.getByRole('heading', { level: 1, name: 'Gente daqui' })).toBeVisible();

  await page.getByRole('tab', { name: 'Histórico' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Um nome mais próximo' })).toContainText('Em uso');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Voltar ao original' }).click();
  await page.getByRole('button', { name: 'Sim, confirmar' }).click();
  await expect(toast(page, 'Versão publicada de novo')).toBeVisible();
  await colleague.goto('/admin-user');
  await expect(colleague.getByRole('heading', { level: 1, name: 'Usuários' })).toBeVisible();
});

test('in the preview nothing is written and nothing leads away', async ({ page }) => {
  await page.goto(users);
  await preview(page).getByRole('button', { name: 'Usuário', exact: true }).click();
  await expect(toast(page, 'Na pré-visualização os caminhos não levam a outras telas.')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(users);
});

test('leaving what is not saved asks first', async ({ page }) => {
  await page.goto(users);
  await replaceTitle(page, '"Outro"');
  await expect(page.getByText('Não salvo')).toBeVisible();
  await page.getByRole('button', { name: 'Voltar' }).first().click();
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible();
});

import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a contact gets numbers that no other one has, and becomes one with its double until that is undone; a canned answer names only what a chat knows', async ({
  page,
}) => {
  await page.goto('/chatbot-contato/create');
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Renato');
  await page.getByRole('textbox', { name: 'Sobrenome' }).fill('Siqueira');
  await page.getByRole('textbox', { name: 'Empresa' }).fill('Atacado Três Irmãos');
  await page.getByRole('button', { name: 'Adicionar linha' }).click();
  const number = page.getByRole('textbox', { name: /WhatsApp/ });
  await number.fill('(34) 8877-1204');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('O número (34) 98877-1204 já é de Renato Siqueira.')).toBeVisible();
  await number.fill('(34) 97777-0001');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page).toHaveURL(/\/chatbot-contato$/);

  await page.getByRole('searchbox', { name: 'Busca' }).fill('siqueira');
  // The head and the two: before, other rows stand between them and move when they leave.
  await expect(page.getByRole('row')).toHaveCount(3);
  const rows = page.getByRole('row').filter({ hasText: 'Renato Siqueira' });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Duplicado?' })).toHaveCount(2);
  await rows.first().hover();
  await rows.first().getByRole('button', { name: 'Mesclar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mesclar contatos' });
  await expect(dialog.getByRole('combobox')).toHaveValue('Renato Siqueira');
  await dialog.getByRole('button', { name: 'Mesclar' }).click();
  await expect(toast(page, 'Contatos mesclados')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('(34) 97777-0001');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(toast(page, 'Mescla desfeita')).toBeVisible();
  await expect(rows).toHaveCount(2);

  await test.step('a canned answer', async () => {
    await page.goto('/support-answer/create');
    await page.getByRole('textbox', { name: 'Título' }).fill('Garantia');
    await page.getByRole('textbox', { name: 'Atalho' }).fill('/Garantia');
    await page.getByRole('textbox', { name: 'Texto' }).fill('{{nome}}, a garantia é de {{meses}} meses.');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText("O texto cita 'meses', que a conversa não conhece.")).toBeVisible();
    await page.getByRole('textbox', { name: 'Texto' }).fill('{{nome}}, a garantia é de 12 meses.');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page).toHaveURL(/\/support-answer$/);
    await expect(page.getByRole('row').filter({ hasText: '/garantia' })).toContainText('{{nome}}');
  });
});

import type { Page } from '@playwright/test';
import { unique } from './support/api.ts';
import { openUsers, rowOf, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true });

test('saving stays on the page; a new and a deleted person lead back to the list as it was', async ({
  page,
  admin,
}) => {
  const suffix = unique();
  const person = await admin.createPerson({ name: `Otília ${suffix}` });
  await openUsers(page, suffix);
  await rowOf(page, person.name).getByText(person.name).click();
  await expect(field(page, 'Nome')).toHaveValue(person.name);
  for (const name of [`Otília A ${suffix}`, `Otília B ${suffix}`]) {
    await field(page, 'Nome').fill(name);
    await page.keyboard.press('Control+s');
    await expect(toast(page, `Usuário ${name} foi editado com sucesso.`)).toHaveCount(1);
    await expect(page).toHaveURL(new RegExp(`/admin-user/${person.id}$`));
    await expect(page.getByText('não salva')).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await page.getByRole('button', { name: 'Sim, deletar' }).click();
  await expect(page).toHaveURL(`/admin-user?text=${suffix}`);
  await expect(page.getByText('Não há itens para exibir')).toBeVisible();

  await page.getByRole('button', { name: 'Usuário', exact: true }).click();
  await field(page, 'Nome').fill(`Nova ${suffix}`);
  await field(page, 'E-mail').fill(`${suffix}@acme.example`);
  await save(page).click();
  await expect(page).toHaveURL(`/admin-user?text=${suffix}`);
  await expect(rowOf(page, `Nova ${suffix}`)).toBeVisible();
});

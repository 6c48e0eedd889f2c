import { unique, type Api } from './support/api.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

async function makeProject(api: Api, title: string): Promise<number> {
  const { body } = await api.call<{ id: number }>('POST', '/handler/v2/agile/projects', {
    title,
    summaryTitle: 'Sumário',
    startDate: '2026-11-02',
    endDate: '2027-11-02',
  });
  if (!('data' in body)) throw new Error(body.message);
  return (body.data as { id: number }).id;
}

test('from the list of projects to the tasks of an activity', async ({ page, admin }) => {
  const title = `Projeto ${unique()}`;
  const id = await makeProject(admin, title);
  await page.goto('/ppm-projects');
  await page.getByRole('searchbox', { name: 'Pesquisar projeto' }).fill(title);
  await expect(page.getByText('1 projeto', { exact: true })).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(title) });
  await row.getByRole('button', { name: new RegExp(title) }).click();
  await page.getByRole('menuitem', { name: 'Visualizar atividades' }).press('Enter');
  await expect(page).toHaveURL(`/ppm-projects/1/${id}/activities`);

  await page.getByRole('button', { name: 'Nova atividade' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Nova atividade' });
  await expect(dialog.getByRole('textbox', { name: 'Nome' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Criar atividade' }).press('Enter');
  await expect(dialog.getByText('Campo Obrigatório').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Levantamento');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, 'Atividade criada com sucesso!')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('gridcell', { name: 'Levantamento', exact: true }).click();
  await expect(page).toHaveURL(/\/activities\/\d+\/tasks$/);
  const crumbs = page.getByRole('navigation', { name: 'Trilha de navegação' });
  await expect(crumbs).toContainText(/Atividades.*Tarefas/);

  await page.getByRole('button', { name: 'Nova tarefa' }).press('Enter');
  const task = page.getByRole('dialog', { name: 'Nova tarefa' });
  await task.getByRole('textbox', { name: 'Nome' }).fill('Medir o terreno');
  await task.getByRole('textbox', { name: 'Data de início' }).fill('20/11/2026');
  await task.getByRole('textbox', { name: 'Data de entrega' }).fill('19/11/2026');
  await task.getByRole('button', { name: 'Criar tarefa' }).press('Enter');
  await expect(
    task.getByText('A data de início não pode ser maior que a data de entrega').first(),
  ).toBeVisible();
  await task.getByRole('textbox', { name: 'Data de entrega' }).fill('24/11/2026');
  await task.getByRole('button', { name: 'Criar tarefa' }).press('Enter');
  await expect(toast(page, 'Tarefa criada com sucesso!')).toBeVisible();
  await expect(page.getByRole('row', { name: /Medir o terreno/ })).toBeVisible();

  await page.getByRole('tab', { name: 'Linha do tempo' }).press('Enter');
  await expect(page.getByRole('tabpanel').getByText('Medir o terreno').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Calendário' }).press('Enter');
  await expect(page).toHaveURL(/view=days/);

  await page.getByRole('tab', { name: 'Lista' }).press('Enter');
  await crumbs.getByText('Atividades').click();
  await expect(page).toHaveURL(`/ppm-projects/1/${id}/activities`);
  await expect(page.getByRole('row', { name: /Levantamento/ })).toContainText('0/1');
});

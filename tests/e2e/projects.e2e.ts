import type { Locator, Page } from '@playwright/test';
import { unique, type Api } from './support/api.ts';
import { rowAction, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

async function make(api: Api, path: string, body: Record<string, string | number>): Promise<number> {
  const { body: answer } = await api.call<{ id: number }>('POST', `/handler/v2/agile/${path}`, body);
  if (!('data' in answer)) throw new Error(answer.message);
  return (answer.data as { id: number }).id;
}
const dates = { startDate: '2026-11-02', endDate: '2027-11-02' };

async function choose(page: Page, field: Locator): Promise<void> {
  await field.click();
  await page.getByRole('option').first().click();
}

test('a new project asks for what is missing in the order of the specification, and its settings save what was changed; one by company opens its activities', async ({
  page,
  admin,
}) => {
  const title = `Projeto ${unique()}`;
  await admin.call('GET', '/handler/v2/agile/projects');
  await page.goto('/ppm-projects');
  await page.getByRole('button', { name: 'Criar Projeto' }).click();
  const dialog = page.getByRole('dialog', { name: 'Criar novo projeto' });
  const save = dialog.getByRole('button', { name: 'Criar Projeto' });
  const asks = async (text: string) => {
    await save.click();
    await expect(dialog.getByText(text).first()).toBeVisible();
  };
  const end = dialog.getByRole('textbox', { name: /Data (final|de término) estimada|Data final/i });
  await expect(end).toBeDisabled();
  await asks('Informe um nome para o projeto');
  await dialog.getByRole('textbox', { name: 'Nome', exact: false }).first().fill(title);
  await asks('Informe um título para o sumário');
  await dialog.getByRole('textbox', { name: /Título do sumário/i }).fill('Sumário');
  await asks('Selecione uma data de início');
  await dialog.getByRole('textbox', { name: /Data de início/i }).fill('20/11/2026');
  await expect(end).toBeEnabled();
  await asks('Selecione uma data final estimada');
  await end.fill('19/11/2026');
  await asks('A data final não pode ser anterior à data inicial');
  await end.fill('20/12/2026');
  await save.click();
  await expect(toast(page, 'Projeto criado com sucesso!')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Pesquisar projeto' }).fill(title);
  await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText('Início');

  await test.step('settings say that nothing was changed, and save what was', async () => {
    const { rows } = await admin.get<{ rows: { id: number }[] }>(
      `/handler/v2/agile/projects?title=${encodeURIComponent(title)}`,
    );
    await page.goto(`/ppm-projects/1/${rows[0]!.id}/activities/settings`);
    const store = page.getByRole('button', { name: 'Salvar' });
    await expect(page.getByRole('textbox', { name: /Nome/ }).first()).toHaveValue(title);
    await store.click();
    await expect(toast(page, 'Nenhum campo foi alterado!')).toBeVisible();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Em andamento' }).click();
    await store.click();
    await expect(toast(page, 'Projeto Atualizado com sucesso!')).toBeVisible();
    await page.goto('/ppm-projects');
    await page.getByRole('searchbox', { name: 'Pesquisar projeto' }).fill(title);
    await expect(page.getByRole('row', { name: new RegExp(title) })).toContainText('Em andamento');
  });

  await test.step('a project by company says which of its fields are missing, and opens its activities', async () => {
    await page.goto('/ppm-projects/create');
    const create = page.getByRole('button', { name: 'Criar Projeto' });
    await create.click();
    await expect(
      page.getByText("Os campos 'Empresa' e 'Nome do projeto' são obrigatórios!").first(),
    ).toBeVisible();
    await page.getByRole('textbox', { name: 'Nome do projeto' }).fill(`Projeto ${unique()}`);
    await create.click();
    await expect(page.getByText("O campo 'Empresa' é obrigatório!").first()).toBeVisible();
    await choose(page, page.getByRole('combobox', { name: 'Empresa' }));
    await create.click();
    await expect(page.getByText('Por favor selecione um responsável').first()).toBeVisible();
    await choose(page, page.getByRole('combobox', { name: 'Responsável' }));
    await page.getByRole('textbox', { name: /Título do sumário/i }).fill('Sumário');
    await page.getByRole('textbox', { name: /Data de início/i }).fill('20/11/2026');
    await page
      .getByRole('textbox', { name: /Data (final|de término) estimada|Data final/i })
      .fill('20/12/2026');
    await create.click();
    await expect(toast(page, 'Projeto Criado com sucesso!')).toBeVisible();
    await expect(page).toHaveURL(/\/ppm-projects\/\d+\/\d+\/activities$/);
  });
});

test('an organizer and a board are changed and deleted from their lists, and the board comes back by its undo', async ({
  page,
  admin,
}) => {
  await test.step('an organizer is renamed, emptied and removed', async () => {
    const name = `Agrupador ${unique()}`;
    const organizerId = await make(admin, 'organizer', { title: name });
    await make(admin, 'projects', { title: `Projeto ${unique()}`, summaryTitle: 'S', organizerId, ...dates });
    await page.goto('/ppm-projects/organizers');
    const row = (title: string) => page.getByRole('row', { name: new RegExp(title) });
    await rowAction(page, name, 'Renomear');
    const dialog = page.getByRole('dialog', { name: 'Renomear' });
    await dialog.getByRole('textbox').fill(`${name} B`);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(toast(page, 'Agrupador atualizado com sucesso!')).toBeVisible();
    await rowAction(page, `${name} B`, 'Excluir');
    await page.getByRole('button', { name: /^Sim/ }).click();
    await expect(
      page
        .getByRole('region', { name: 'Avisos' })
        .getByText(/projeto/)
        .last(),
    ).toBeVisible();
    await expect(row(`${name} B`)).toContainText('1');
    await rowAction(page, `${name} B`, 'Esvaziar');
    await page.getByRole('button', { name: /^Sim/ }).click();
    await expect(row(`${name} B`)).toContainText('0');
    await rowAction(page, `${name} B`, 'Excluir');
    await page.getByRole('button', { name: /^Sim/ }).click();
    await expect(row(`${name} B`)).toHaveCount(0);
  });

  await test.step('a board is edited and deleted from its list, and comes back by its undo', async () => {
    const name = `Quadro ${unique()}`;
    await make(admin, 'boards', { title: name });
    await page.goto('/kanban');
    await page.getByRole('searchbox', { name: 'Pesquisar quadro' }).fill(name);
    const row = (title: string) => page.getByRole('row', { name: new RegExp(title) });
    await expect(page.getByText('1–1 de 1')).toBeVisible();
    await rowAction(page, name, 'Editar quadro');
    const dialog = page.getByRole('dialog', { name: 'Editar quadro' });
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(dialog.getByText('Campo Obrigatório').first()).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Nome' }).fill(`${name} B`);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(toast(page, 'Quadro atualizado com sucesso!')).toBeVisible();
    await rowAction(page, `${name} B`, 'Excluir quadro');
    await page.getByRole('button', { name: /^Sim/ }).click();
    await expect(row(`${name} B`)).toHaveCount(0);
    await page
      .getByRole('region', { name: 'Avisos' })
      .getByRole('button', { name: 'Desfazer' })
      .last()
      .click();
    await expect(row(`${name} B`)).toBeVisible();
  });
});

import { unique, type Api } from './support/api.ts';
import { closeToasts, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

async function post<T>(api: Api, path: string, body: Parameters<Api['call']>[2]): Promise<T> {
  const { body: answer } = await api.call<T>('POST', `/handler/v2/agile/${path}`, body);
  if (!('data' in answer)) throw new Error(answer.message);
  return answer.data as T;
}

/** A board whose sprint has one card. */
async function makeCard(api: Api, title: string): Promise<{ address: string; taskId: number }> {
  const mark = unique();
  const { id: boardId } = await post<{ id: number }>(api, 'boards', { title: `Quadro ${mark}` });
  const { id: projectId } = await post<{ id: number }>(api, 'projects', {
    title: `Projeto ${mark}`,
    summaryTitle: 'Sumário',
    startDate: '2026-11-02',
    endDate: '2027-11-02',
    boardIds: [boardId],
  });
  const sprint = { boardId, title: 'Sprint 1', startDate: '2026-11-02' };
  const { id: sprintId } = await post<{ id: number }>(api, 'sprints', sprint);
  const { id: taskId } = await post<{ id: number }>(api, 'tasks', {
    projectId,
    title,
    taskSprintId: sprintId,
  });
  return { address: `/ppm-boards/${boardId}/sprint/${sprintId}`, taskId };
}

test('a card is opened and worked on by the keyboard, a second person sees it, and it comes back when it was deleted', async ({
  page,
  context,
  admin,
  openAs,
}) => {
  const { address, taskId } = await makeCard(admin, 'Conferir notas');
  const theirs = await openAs('gestor');
  await Promise.all([page.goto(address), theirs.goto(`${address}?card=${taskId}`)]);
  const card = page.locator(`[data-card="${taskId}"]`);
  const viewer = card.getByRole('img', { name: 'Aberta agora por Gisele Estevão' });
  await expect(viewer).toBeVisible();
  await card.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`\\?card=${taskId}$`));
  const panel = page.getByRole('complementary', { name: 'Tarefa Conferir notas' });
  const seen = theirs.getByRole('complementary', { name: /^Tarefa/ });
  await expect(panel).toBeFocused();
  await expect(panel).toContainText('Hmmm. Sua tarefa está precisando de uma descrição!');

  const changed = 'Conferir notas fiscais';
  const title = panel.getByRole('textbox', { name: 'Título' });
  await title.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(changed);
  await page.keyboard.press('Enter');
  await expect(seen.getByRole('textbox', { name: 'Título' })).toHaveValue(changed);
  await expect(card).toContainText(changed);

  await panel.getByRole('button', { name: 'Descrever' }).focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('textbox', { name: 'Descrição' })).toBeFocused();
  await page.keyboard.type('Comparar com o pedido');
  await page.keyboard.press('Control+Enter');
  await expect(seen).toContainText('Comparar com o pedido');

  await panel.getByRole('textbox', { name: 'Novo item' }).focus();
  await page.keyboard.type('Separar por fornecedor');
  await page.keyboard.press('Enter');
  const tick = panel.getByRole('checkbox', { name: 'Separar por fornecedor' });
  await tick.focus();
  await page.keyboard.press('Space');
  await expect(tick).toBeChecked();
  await expect(seen.getByRole('checkbox', { name: 'Separar por fornecedor' })).toBeChecked();

  await panel.getByRole('button', { name: 'Escreva um comentário' }).focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('textbox', { name: 'Escreva um comentário' })).toBeFocused();
  await page.keyboard.type('Pronto para revisar');
  await page.keyboard.press('Control+Enter');
  await expect(seen.getByRole('listitem').filter({ hasText: 'Pronto para revisar' })).toBeVisible();

  // Two gestures back: the comment, then the tick.
  await panel.focus();
  await page.keyboard.press('Control+z');
  await expect(seen.getByText('Pronto para revisar')).toHaveCount(0);
  await panel.focus();
  await page.keyboard.press('Control+z');
  await expect(seen.getByRole('checkbox', { name: 'Separar por fornecedor' })).not.toBeChecked();
  await expect(tick).not.toBeChecked();

  await panel.focus();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(card).toBeFocused();

  await seen.getByRole('button', { name: 'Fechar' }).click();
  await expect(viewer).toHaveCount(0);

  await test.step('a card is deleted, and comes back', async () => {
    await card.focus();
    await page.keyboard.press('Enter');
    const opened = page.getByRole('complementary', { name: `Tarefa ${changed}` });
    await opened.getByRole('button', { name: new RegExp(`^Ações de .*${changed}$`) }).click();
    await page.getByRole('menuitem', { name: 'Deletar tarefa' }).click();
    await page
      .getByRole('dialog', { name: 'Deseja deletar esta tarefa?' })
      .getByRole('button', { name: 'Sim, deletar' })
      .click();
    await expect(toast(page, 'Tarefa Deletada')).toBeVisible();
    await expect(card).toHaveCount(0);
    await page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Desfazer' }).click();
    await expect(card).toBeVisible();
    await closeToasts(page);
  });

  await test.step('on a phone a toast stands over the panel of a card, with its undo in reach', async () => {
    await context.grantPermissions(['clipboard-write']);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${address}?card=${taskId}`);
    const opened = page.getByRole('dialog', { name: `Tarefa ${changed}` });
    await opened.getByRole('button', { name: new RegExp(`^Ações de .*${changed}$`) }).click();
    await page.getByRole('menuitem', { name: 'Copiar link' }).click();
    await expect(toast(page, 'Link copiado')).toBeVisible();
    await page.getByRole('region', { name: 'Avisos' }).getByRole('button').last().click();
    await expect(toast(page, 'Link copiado')).toHaveCount(0);
    await expect(opened).toBeVisible();
  });
});

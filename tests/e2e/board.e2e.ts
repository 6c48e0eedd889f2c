import { makeBoard } from './support/boards.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a move by the keyboard arrives at others, and is taken back', async ({ page, admin, openAs }) => {
  const { boardId, sprintId, lanes, tasks } = await makeBoard(admin, ['Primeira', 'Segunda']);
  const address = `/ppm-boards/${boardId}/sprint/${sprintId}`;
  const theirs = await openAs('gestor');
  await Promise.all([page.goto(address), theirs.goto(address)]);
  const cardIn = (lane: number) => `[data-list="${sprintId}:${lanes[lane]!.id}"] [data-card="${tasks[0]}"]`;
  await expect(theirs.locator(cardIn(0))).toBeVisible();
  await page.locator(cardIn(0)).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.locator(cardIn(1))).toBeFocused();
  await expect(
    page.getByRole('status').filter({ hasText: /^Primeira: de Início, posição 1 de 2/ }),
  ).toBeAttached();
  await expect(theirs.locator(cardIn(1))).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Desfeito')).toBeVisible();
  await expect(page.locator(cardIn(0))).toBeVisible();
  await expect(theirs.locator(cardIn(0))).toBeVisible();
});

test('a sprint ends with a place for each unfinished task, and the end is taken back', async ({
  page,
  admin,
}) => {
  const { boardId, sprintId, lanes, tasks } = await makeBoard(admin, ['Fica', 'Volta']);
  await page.goto(`/ppm-boards/${boardId}/sprint/${sprintId}`);
  await page.getByRole('button', { name: 'Encerrar sprint' }).click();
  const dialog = page.getByRole('dialog', { name: 'Encerrar a Sprint 1' });
  await expect(dialog).toContainText(
    'Existem tarefas não concluídas nessa sprint, mova para uma nova sprint ou finalize-as',
  );
  await expect(dialog).toContainText('2 tarefas → Nova sprint');
  await dialog.getByRole('button', { name: 'Encerrar sprint' }).click();
  await expect(dialog).toContainText('Campo Obrigatório');
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Sprint 2');
  await dialog.getByRole('button', { name: 'Encerrar sprint' }).click();
  await expect(toast(page, 'Sprint encerrada com sucesso')).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(`/sprint/${sprintId}$`));
  await expect(page.locator(`[data-card="${tasks[0]}"]`)).toBeVisible();
  await page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Desfazer' }).click();
  await expect(toast(page, 'Desfeito')).toBeVisible();
  await page.goto(`/ppm-boards/${boardId}/sprint/${sprintId}`);
  await expect(page.locator(`[data-list="${sprintId}:${lanes[0]!.id}"] [data-card]`)).toHaveCount(2);
});

test.describe('a manager', () => {
  test.use({ login: 'gestor' });

  test('finds live projects, and their boards', async ({ page }) => {
    await page.goto('/ppm-projects');
    await expect(page.getByRole('heading', { name: 'Gestão de Projetos' })).toBeVisible();
    await expect(page.getByText('Implantação do WMS')).toBeVisible();
    await page.goto('/kanban');
    await page.getByText('CD Betim').click();
    await expect(page.getByRole('heading', { name: 'CD Betim' })).toBeVisible();
    await expect(page.locator('[data-card]').first()).toBeVisible();
  });
});

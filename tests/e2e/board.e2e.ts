import { makeBoard } from './support/boards.ts';
import { placeOf } from './support/place.ts';
import { closeToasts, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a manager finds live projects and their boards; a move by the keyboard arrives there and is taken back, so is the end of a sprint, and a project that is closed takes no move', async ({
  page,
  admin,
  openAs,
}) => {
  const theirs = await openAs('gestor');
  await test.step('live projects, and their boards', async () => {
    await theirs.goto('/ppm-projects');
    await expect(theirs.getByRole('heading', { name: 'Gestão de Projetos' })).toBeVisible();
    await expect(theirs.getByText('Implantação do WMS')).toBeVisible();
    await theirs.goto('/kanban');
    await theirs.getByText('CD Betim').click();
    await expect(theirs.getByRole('heading', { name: 'CD Betim' })).toBeVisible();
    await expect(theirs.locator('[data-card]').first()).toBeVisible();
  });

  const { boardId, projectId, sprintId, lanes, tasks } = await makeBoard(admin, ['Primeira', 'Segunda']);
  const address = `/ppm-boards/${boardId}/sprint/${sprintId}`;
  await Promise.all([page.goto(address), theirs.goto(address)]);
  const cardIn = (lane: number) => `[data-list="${sprintId}:${lanes[lane]!.id}"] [data-card="${tasks[0]}"]`;
  const inLane = (at: number) => page.locator(`[data-list="${sprintId}:${lanes[at]!.id}"] [data-card]`);
  await test.step('a move by the keyboard', async () => {
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
    await closeToasts(page);
  });

  await test.step('a sprint ends with a place for each unfinished task', async () => {
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
    await page.goto(address);
    await expect(inLane(0)).toHaveCount(2);
  });

  await test.step('a project that is closed during a drag keeps its card where it stood, and says why', async () => {
    const from = await placeOf(page.locator(`[data-card="${tasks[0]}"]`));
    const to = await placeOf(page.getByRole('region', { name: lanes[1]!.title }));
    await page.mouse.move(from.x + 40, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 60, to.y + 120, { steps: 5 });
    const { status } = await admin.call('PUT', `/handler/v2/agile/projects/${projectId}`, { statusId: 4 });
    expect(status).toBe(200);
    await page.mouse.up();
    await expect(toast(page, /encerrado/)).toBeVisible();
    await expect(inLane(1)).toHaveCount(0);
  });
});

import type { Page } from '@playwright/test';
import { makeBoard } from './support/boards.ts';
import { placeOf } from './support/place.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const undo = (page: Page) =>
  page.getByRole('region', { name: 'Avisos' }).getByRole('button', { name: 'Desfazer' }).last();

/** Waits until so many frames are painted: an edge scrolls with each of them. */
const frames = (page: Page, count: number) =>
  page.evaluate(async (most) => {
    for (let at = 0; at < most; at += 1) await new Promise(requestAnimationFrame);
  }, count);

test('a card is written in one line, goes into another swimlane, and its sprint says what was done', async ({
  page,
  admin,
}) => {
  const { boardId, sprintId, lanes, tasks } = await makeBoard(admin, ['Primeira']);
  await page.goto(`/ppm-boards/${boardId}/sprint/${sprintId}`);
  await test.step('a task is written in one line, completed by the keyboard, and taken back', async () => {
    const lane = page.getByRole('region', { name: 'Início' });
    await lane.getByRole('button', { name: 'Nova tarefa em Início' }).press('Enter');
    const line = lane.getByRole('combobox', { name: 'Nova tarefa em Início' });
    await expect(line).toBeFocused();
    await page.keyboard.type('Conferir a doca #recebimento !al');
    await page.keyboard.press('Enter');
    await expect(line).toHaveValue('Conferir a doca #recebimento !Alta ');
    await page.keyboard.press('Enter');
    await expect(line).toHaveValue('');
    const cards = page.locator(`[data-list="${sprintId}:${lanes[0]!.id}"] [data-card]`);
    await expect(cards).toHaveCount(2);
    await expect(cards.last()).toContainText('recebimento');
    await expect(cards.last().getByRole('img', { name: 'Alta' })).toBeVisible();
    await expect(line).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(toast(page, 'Desfeito')).toBeVisible();
    await expect(cards).toHaveCount(1);
  });
  await test.step('a card changes its priority by going into another swimlane', async () => {
    await page.getByRole('combobox', { name: 'Raias' }).click();
    await page.getByRole('option', { name: 'Por prioridade' }).click();
    const cell = (priority: number) =>
      page.locator(`[data-cell="${sprintId}:${lanes[0]!.id}@${priority}"] [data-card="${tasks[0]}"]`);
    await expect(cell(0)).toBeVisible();
    await cell(0).focus();
    await page.keyboard.press('Shift+PageUp');
    await expect(cell(4)).toBeFocused();
    await expect(cell(4).getByRole('img', { name: 'Baixa' })).toBeVisible();
    await page.getByRole('button', { name: 'Baixa', exact: true }).click();
    await expect(cell(4)).toBeHidden();
  });
  await test.step('the report of a sprint says what was done of it', async () => {
    await page.getByRole('button', { name: 'Relatório da sprint' }).click();
    await expect(page.getByRole('heading', { name: 'Relatório da Sprint 1' })).toBeVisible();
    await expect(page.getByText('Primeira')).toBeVisible();
  });
});

test('a lane is added, limited and removed with a place for its cards', async ({ page, admin }) => {
  const { boardId, sprintId } = await makeBoard(admin, ['Primeira', 'Segunda']);
  await page.goto(`/ppm-boards/${boardId}/sprint/${sprintId}`);
  await page.getByRole('button', { name: 'Nova coluna' }).click();
  const added = page.getByRole('dialog', { name: 'Nova coluna' });
  await added.getByRole('textbox', { name: 'Nome' }).fill('Revisão fiscal');
  await added.getByRole('button', { name: 'Criar coluna' }).click();
  await expect(toast(page, 'Coluna criada com sucesso!')).toBeVisible();
  const lane = page.getByRole('region', { name: 'Revisão fiscal' });
  await lane.getByRole('button', { name: 'Ações da coluna Revisão fiscal' }).click();
  await page.getByRole('menuitem', { name: 'Configurar coluna' }).click();
  const dialog = page.getByRole('dialog', { name: 'Configurar a coluna Revisão fiscal' });
  await dialog.getByRole('spinbutton', { name: 'Limite de tarefas' }).fill('1');
  await dialog.getByRole('radio', { name: 'Recusar mais tarefas' }).check();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();
  const card = (title: string) => page.getByRole('group', { name: title });
  for (const title of ['Primeira', 'Segunda']) {
    await card(title).press('m');
    await page.getByRole('menuitem', { name: 'Revisão fiscal' }).click();
  }
  // Readers of the screen get the same words from a live region beside it.
  const notices = page.getByRole('region', { name: 'Avisos' });
  await expect(notices.getByText(/A coluna Revisão fiscal está no limite de 1 tarefas/)).toBeVisible();
  await expect(lane.getByRole('group')).toHaveCount(1);
  await lane.getByRole('button', { name: 'Ações da coluna Revisão fiscal' }).click();
  await page.getByRole('menuitem', { name: 'Remover coluna' }).click();
  const removal = page.getByRole('dialog', { name: 'Remover a coluna Revisão fiscal?' });
  await removal.getByRole('button', { name: 'Remover coluna' }).click();
  await expect(lane).toBeHidden();
  await expect(page.getByRole('region', { name: 'Início' }).getByRole('group')).toHaveCount(2);
});

test('several cards move at once and come back by one undo; Escape ends a drag; one that is carried fast leaves the board where it is', async ({
  page,
  admin,
}) => {
  const { boardId, sprintId, lanes, tasks } = await makeBoard(admin, ['Primeira', 'Segunda', 'Terceira']);
  await page.goto(`/ppm-boards/${boardId}/sprint/${sprintId}`);
  const inLane = (at: number) => page.locator(`[data-list="${sprintId}:${lanes[at]!.id}"] [data-card]`);
  await inLane(0).first().focus();
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  const bar = page.getByRole('toolbar', { name: 'Tarefas selecionadas' });
  await expect(bar).toContainText('2 selecionadas');
  await bar.getByRole('button', { name: 'Mover' }).click();
  await page.getByRole('menuitem', { name: lanes[1]!.title }).click();
  await expect(inLane(1)).toHaveCount(2);
  await undo(page).click();
  await expect(inLane(0)).toHaveCount(3);
  await expect(toast(page, 'Desfeito')).toBeVisible();
  // The selected ones are carried together, and land in their order where they were dropped.
  const taken = await placeOf(page.locator(`[data-card="${tasks[0]}"]`));
  const lane = await placeOf(page.getByRole('region', { name: lanes[1]!.title }));
  await page.mouse.move(taken.x + 40, taken.y + 20);
  await page.mouse.down();
  await page.mouse.move(lane.x + 60, lane.y + 120, { steps: 5 });
  await page.mouse.up();
  await expect(inLane(1)).toHaveCount(2);
  const idsIn = (at: number) =>
    inLane(at).evaluateAll((cards) => cards.map((card) => Number(card.getAttribute('data-card'))));
  expect(await idsIn(1)).toEqual([tasks[0], tasks[1]]);
  await expect(toast(page, '2 tarefas alteradas').last()).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(inLane(0)).toHaveCount(3);
  expect(await idsIn(0)).toEqual([...tasks]);
  await bar.getByRole('button', { name: 'Limpar seleção' }).click();
  const from = await placeOf(page.locator(`[data-card="${tasks[0]}"]`));
  const to = await placeOf(page.getByRole('region', { name: lanes[1]!.title }));
  await page.mouse.move(from.x + 40, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 120, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(inLane(0)).toHaveCount(3);
  await test.step('a card that is carried fast leaves the board where it is; at an edge the board scrolls', async () => {
    await page.setViewportSize({ width: 1100, height: 800 });
    const card = page.getByRole('region', { name: lanes[0]!.title }).getByRole('group').first();
    const scrolled = () => page.locator('[data-scrolls="x"]').evaluate((board) => board.scrollLeft);
    const start = await placeOf(card);
    const end = await placeOf(page.getByRole('region', { name: lanes[1]!.title }));
    await page.mouse.move(start.x + 40, start.y + 20);
    await page.mouse.down();
    await page.mouse.move(end.x + 150, start.y + 60, { steps: 30 });
    await frames(page, 12);
    expect(await scrolled()).toBe(0);
    await page.mouse.move(1095, start.y + 60, { steps: 10 });
    await expect.poll(scrolled).toBeGreaterThan(100);
    await page.keyboard.press('Escape');
    await page.mouse.up();
  });
});

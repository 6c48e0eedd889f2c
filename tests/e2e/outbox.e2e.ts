import type { Page } from '@playwright/test';
import type { BoardEvents } from '../../src/contracts/agile.ts';
import { makeBoard } from './support/boards.ts';
import { expect, test } from './support/test.ts';

/** Entries that this browser keeps, of whomever. */
const keptHere = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('molde-outbox', 1);
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('kept'));
        opening.addEventListener('error', () => reject(new Error('IndexedDB')));
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('kept').objectStore('kept').count();
          counting.addEventListener('success', () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
  );

test.describe('what waits for the network', () => {
  test.use({
    expectedErrors: [/ERR_(INTERNET_DISCONNECTED|CONNECTION_FAILED)|imported module: .*OfflineDetails/],
  });

  test('a move without a connection outlives a reload, and arrives once', async ({
    page,
    context,
    admin,
  }) => {
    const { boardId, sprintId, lanes, tasks } = await makeBoard(admin, ['Primeira', 'Segunda']);
    const card = (lane: number) =>
      page.locator(`[data-list="${sprintId}:${lanes[lane]!.id}"] [data-card="${tasks[0]}"]`);
    await page.goto(`/ppm-boards/${boardId}/sprint/${sprintId}`);
    await expect(card(0)).toBeVisible();
    const moves: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/move')) moves.push(request.postData() ?? '');
    });

    await context.setOffline(true);
    await card(0).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(card(1)).toBeVisible();
    await expect(page.getByText('Sem conexão: 1 mudança')).toBeVisible();
    await expect.poll(() => keptHere(page)).toBe(1);
    // The page comes back over the network, but nothing is sent by the one that was there before.
    await page.route('**/cards/*/move', (route) => route.abort('internetdisconnected'));
    await context.setOffline(false);
    await page.reload();
    await expect(card(1)).toBeVisible();
    await expect.poll(() => keptHere(page)).toBe(1);

    await page.unroute('**/cards/*/move');
    await page.reload();
    await expect.poll(() => keptHere(page)).toBe(0);
    await expect(card(1)).toBeVisible();
    const { rows } = await admin.get<BoardEvents>(`/handler/v2/agile/boards/${boardId}/events?after=0`);
    expect(rows.filter(({ kind }) => kind === 'task.move')).toHaveLength(1);
    // However often it was sent, it was the same.
    expect(new Set(moves).size).toBe(1);
  });
});

import type { Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { makeBoard } from './support/boards.ts';
import { touch } from './support/offline.ts';
import { expect, test } from './support/test.ts';

/** Cards of the lists of a sprint, in the order on the screen. */
const order = (page: Page) =>
  page
    .locator('[data-list]')
    .evaluateAll((lists) =>
      lists.map((list) =>
        [...list.querySelectorAll('[data-card]')].map((card) => card.getAttribute('data-card')),
      ),
    );

async function move(api: Api, boardId: number, task: number, body: Record<string, number>): Promise<void> {
  const { status } = await api.call('POST', `/handler/v2/agile/boards/${boardId}/cards/${task}/move`, body);
  expect(status).toBe(200);
}

test.describe('a board without a connection', () => {
  test.use({
    expectedErrors: [/ERR_(INTERNET_DISCONNECTED|CONNECTION_FAILED)|imported module: .*OfflineDetails/],
  });

  test('keeps a move, and shows what it missed when it is back, without a reload of the page', async ({
    page,
    context,
    admin,
    openAs,
  }) => {
    const { boardId, sprintId, lanes, tasks } = await makeBoard(admin, ['Primeira', 'Segunda', 'Terceira']);
    const address = `/ppm-boards/${boardId}/sprint/${sprintId}`;
    const theirs = await openAs('gestor');
    await Promise.all([page.goto(address), theirs.goto(address)]);
    const card = (which: Page, lane: number, task: number) =>
      which.locator(`[data-list="${sprintId}:${lanes[lane]!.id}"] [data-card="${task}"]`);
    await expect(card(page, 0, tasks[0]!)).toBeVisible();
    await expect(card(theirs, 0, tasks[0]!)).toBeVisible();
    await page.evaluate(() => Object.assign(window, { kept: true }));

    /** Moves the first card to the next lane here, and the others elsewhere, while this page is offline. */
    const moveApart = async (from: number) => {
      await touch(page, card(page, from, tasks[0]!));
      await context.setOffline(true);
      await page.keyboard.press('Shift+ArrowRight');
      await expect(card(page, from + 1, tasks[0]!)).toBeVisible();
      for (let at = 0; at < 12; at++)
        await move(admin, boardId, tasks[1 + (at % 2)]!, {
          laneId: lanes[(at + from) % 3]!.id,
          bucket: sprintId,
        });
      await expect(card(theirs, from, tasks[0]!)).toBeVisible();
      await context.setOffline(false);
      await expect(card(theirs, from + 1, tasks[0]!)).toBeVisible();
      await expect.poll(() => order(page)).toEqual(await order(theirs));
      expect(await page.evaluate(() => 'kept' in window)).toBe(true);
    };
    await moveApart(0);

    // A page that missed more than 500 operations gets none of them, and loads the cards anew.
    await page.route(`**/boards/${boardId}/events?*`, async (route) => {
      const response = await route.fetch();
      const reply = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...reply, data: { ...reply.data, rows: [], reload: true } } });
    });
    let loads = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith(`/boards/${boardId}/tasks`)) loads += 1;
    });
    await moveApart(1);
    await expect.poll(() => loads).toBeGreaterThan(0);
  });
});

import type { Page } from '@playwright/test';
import type { BoardEvents } from '../../src/contracts/agile.ts';
import { signInBeside } from './support/api.ts';
import { makeBoard } from './support/boards.ts';
import { touch } from './support/offline.ts';
import { openUserMenu, toast } from './support/screen.ts';
import { enter, password, signedInBefore, signInButton } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** Entries and files that this browser keeps, of whomever. */
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

  test('a move without a connection outlives a reload and arrives once, and gives way to a newer one of another person', async ({
    page,
    context,
    admin,
    sessionOf,
  }) => {
    const { boardId, sprintId, lanes, tasks } = await makeBoard(admin, ['Primeira', 'Contrato da usina']);
    const card = (lane: number, task = 0) =>
      page.locator(`[data-list="${sprintId}:${lanes[lane]!.id}"] [data-card="${tasks[task]}"]`);
    await page.goto(`/ppm-boards/${boardId}/sprint/${sprintId}`);
    await expect(card(0)).toBeVisible();
    const moves: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/move')) moves.push(request.postData() ?? '');
    });

    await touch(page, card(0));
    await context.setOffline(true);
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

    await test.step('a newer move of another person wins, and is told once with its card', async () => {
      await touch(page, card(0, 1));
      await context.setOffline(true);
      await page.keyboard.press('Shift+ArrowRight');
      await expect(page.getByText('Sem conexão: 1 mudança')).toBeVisible();
      const other = await sessionOf('gestor');
      await other.call('POST', `/handler/v2/agile/boards/${boardId}/cards/${tasks[1]}/move`, {
        bucket: sprintId,
        laneId: lanes[2]!.id,
      });
      await context.setOffline(false);
      await expect(toast(page, /A tarefa “Contrato da usina” não foi movida\./)).toBeVisible();
      const told = page.getByRole('region', { name: 'Avisos' }).getByRole('listitem');
      await expect(told).toHaveCount(1);
      await expect(told).toContainText('moveu esta tarefa depois.');
      await expect(card(2, 1)).toBeVisible();
      expect(await keptHere(page)).toBe(0);
    });
  });

  test('a sign-out without a connection ends the session once there is one, from the restricted page too', async ({
    browser,
    serverUrl,
  }) => {
    const session = await signInBeside(serverUrl, 'admin');
    const own = await browser.newContext({ storageState: signedInBefore(serverUrl, session, 'admin') });
    const tab = await own.newPage();
    await tab.goto(`${serverUrl}/restricted-access`);
    await expect(tab.getByRole('heading', { name: 'Acesso restrito' })).toBeVisible();
    await openUserMenu(tab);
    await own.setOffline(true);
    await tab.getByRole('menuitem', { name: 'Sair' }).click();
    await expect(tab).toHaveURL(/\/login$/);
    const kept = await tab.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toContain(session.token.split('.')[2]);
    const isOpen = async () => (await session.call('GET', '/adm/v2/sec/me')).status === 200;
    expect(await isOpen()).toBe(true);
    await own.setOffline(false);
    await expect.poll(isOpen).toBe(false);
    await expect
      .poll(() => tab.evaluate(() => Object.keys(localStorage).filter((key) => /signOut/.test(key))))
      .toEqual([]);
    await own.close();
  });

  test("a message that waits is kept at a sign-out, is nobody else's, and is sent when its writer is back", async ({
    openAs,
  }) => {
    const words = `Fica para depois ${Date.now()}`;
    const message = new RegExp(`${words}(?!\\.txt)`);
    const customer = await openAs(null);
    await customer.goto('/dev/customer');
    await customer.getByRole('button', { name: /Dona Lurdes/ }).click();
    await customer.getByPlaceholder('Mensagem').fill('Ainda estão aí?');
    await customer.keyboard.press('Enter');
    const page = await openAs('atendente');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/zap/send')) sent.push(request.headers()['authorization'] ?? '');
    });
    await page.goto('/support');
    await page
      .getByRole('list', { name: 'Conversas' })
      .getByRole('button', { name: /Dona Lurdes/ })
      .click();
    await expect(page).toHaveURL(/\/support\/\d+$/);
    const address = page.url();

    // The rest of the product can be reached, so that signing out and in works.
    await page.route('**/zap/send*/**', (route) => route.abort('internetdisconnected'));
    await page.getByRole('textbox', { name: 'Escreva uma mensagem' }).fill(words);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('log').getByText(message)).toBeVisible();
    await page.getByRole('button', { name: 'Anexar' }).click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: 'Arquivo' }).click();
    await (
      await choosing
    ).setFiles({ name: `${words}.txt`, mimeType: 'text/plain', buffer: Buffer.from('Oi') });
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Enviar/ })
      .click();
    await expect(page.getByRole('log').getByText(`${words}.txt`)).toBeVisible();
    // Two messages, and the content of the file.
    await expect.poll(() => keptHere(page)).toBe(3);
    const signOut = async () => {
      await openUserMenu(page);
      await page.getByRole('menuitem', { name: 'Sair' }).click();
    };
    await signOut();
    const question = page.getByRole('dialog', { name: 'Sair com envios pendentes?' });
    await expect(question).toContainText('Ainda por enviar: 2 mensagens.');
    await expect(question.getByRole('button', { name: 'Enviar agora e sair' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question.getByRole('alert')).toContainText('Nem tudo foi enviado');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(page.getByRole('log').getByText(message)).toBeVisible();
    await signOut();
    await question.getByRole('button', { name: 'Guardar neste aparelho e sair' }).click();
    await expect(signInButton(page)).toBeVisible();
    expect(await keptHere(page)).toBe(3);

    await page.unroute('**/zap/send*/**');
    const before = sent.length;
    await enter(page, 'admin', password);
    await expect(page.getByRole('heading', { name: 'Olá, Administração Acme' })).toBeVisible();
    await page.goto(address);
    await expect(page.getByRole('textbox', { name: 'Escreva uma mensagem' })).toBeVisible();
    await expect(page.getByRole('log').getByText('Ainda estão aí?').first()).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);
    await signOut();
    await expect(signInButton(page)).toBeVisible();
    expect([sent.length - before, await keptHere(page)]).toEqual([0, 3]);

    await enter(page, 'atendente', password);
    await expect(toast(page, 'Enviado o que esperava: 2 mensagens.').first()).toBeVisible();
    await expect.poll(() => keptHere(page)).toBe(0);
    expect(sent.length - before).toBe(2);
    await expect(customer.getByText(message).last()).toBeVisible();
    await expect(customer.getByText(`${words}.txt`).last()).toBeVisible();
    await page.goto(address);
    await expect(page.getByRole('log').getByText(message)).toHaveCount(1);
    await expect(page.getByRole('log').getByText(`${words}.txt`)).toHaveCount(1);
  });
});

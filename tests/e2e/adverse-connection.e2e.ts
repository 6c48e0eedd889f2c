import type { BrowserContext, Page } from '@playwright/test';
import { touch } from './support/offline.ts';
import { closeToasts, openUsers, rowOf, search, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Salvar(?! grupos)/ });

test.describe('a connection that is lost', () => {
  test.use({ expectedErrors: [/ERR_(INTERNET_DISCONNECTED|CONNECTION_FAILED)/] });

  const isBack = async (page: Page, context: BrowserContext) => {
    await context.setOffline(false);
    await expect(page.getByText('Você está sem conexão.')).toHaveCount(0);
  };

  test.describe('right after the first paint', () => {
    // The code of the bar's second sentence, of the notices and of the offline page never arrives: it is fetched by a touch, or
    // after a while, and neither comes to pass.
    test.use({
      expectedErrors: [/ERR_(INTERNET_DISCONNECTED|CONNECTION_FAILED|FAILED)|imported module: /],
    });

    test('is said at once, also on the way to a screen that is not loaded, and keeps the app', async ({
      page,
      context,
    }) => {
      await page.route(/(OfflineDetails|OfflinePage|Toaster).*\.js/, (route) => route.abort());
      await openUsers(page);
      await expect(rowOf(page, 'Administração Acme')).toBeVisible();
      await test.step('before anything was loaded for it', async () => {
        await context.setOffline(true);
        const bar = page.getByRole('status').filter({ hasText: 'Você está sem conexão.' });
        await expect(bar).toBeInViewport({ ratio: 1 });
        const room = await bar.locator('..').boundingBox();
        expect(room!.height).toBe(32);
        await expect(rowOf(page, 'Administração Acme')).toBeVisible();
        await isBack(page, context);
      });

      const main = page.getByRole('main');
      await page.evaluate(() => Object.assign(window, { kept: true }));
      const wayTo = async (screen: string, lose: () => Promise<unknown>, regain: () => Promise<unknown>) => {
        await lose();
        await page.getByRole('link', { name: screen }).click();
        await expect(main.getByText('Sem conexão', { exact: true })).toBeVisible();
        await expect(page.getByText('Você está sem conexão.')).toBeVisible();
        await expect(main.getByRole('button', { name: /Recarregar/ })).toHaveCount(0);
        // The screen before is still there.
        await main.getByRole('button', { name: 'Voltar' }).click();
        await expect(rowOf(page, 'Administração Acme')).toBeVisible();
        await page.getByRole('link', { name: screen }).click();
        await expect(main.getByText('Sem conexão', { exact: true })).toBeVisible();
        await regain();
        await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
        expect(await page.evaluate(() => Reflect.has(window, 'kept'))).toBe(true);
      };
      await test.step('the browser is offline', () =>
        wayTo(
          'Definições',
          () => context.setOffline(true),
          () => context.setOffline(false),
        ));
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: 'Usuários' })).toBeVisible();
      await expect(rowOf(page, 'Administração Acme')).toBeVisible();
      await test.step('the server is not reached', () =>
        wayTo(
          'Grupo de Acesso',
          () => page.route('**', (route) => route.abort()),
          () => page.unroute('**'),
        ));
    });
  });

  test('under a save, a deletion and a filter keeps all of it, and goes on when it is back', async ({
    page,
    context,
    admin,
  }) => {
    const person = await admin.createPerson();
    let loads = 0;
    page.on('response', (response) => (loads += response.url().endsWith(`/sec/user/${person.id}`) ? 1 : 0));
    await page.goto(`/admin-user/${person.id}`);
    await expect(field(page, 'Nome')).toHaveValue(person.name);
    // Once more when the page follows the record's events.
    await expect.poll(() => loads).toBeGreaterThanOrEqual(2);
    await touch(page, field(page, 'Nome'));

    await test.step('a save keeps the form, and says whose it was', async () => {
      await field(page, 'Nome').fill(`${person.name} Lima`);
      await context.setOffline(true);
      await save(page).click();
      await expect(toast(page, `Houve um erro ao editar o usuário: ${person.name} Lima`)).toBeVisible();
      await expect(field(page, 'Nome')).toHaveValue(`${person.name} Lima`);
      await isBack(page, context);
      await expect(field(page, 'Nome')).toHaveValue(`${person.name} Lima`);
      await expect(page.getByText('1 alteração não salva')).toBeVisible();
      await save(page).click();
      await expect(toast(page, `Usuário ${person.name} Lima foi editado com sucesso.`)).toBeVisible();
      expect(await admin.get(`/adm/v2/sec/user/${person.id}`)).toMatchObject({ name: `${person.name} Lima` });
    });

    await test.step('a deletion deletes nothing before', async () => {
      await closeToasts(page);
      const remove = async () => {
        await page.getByRole('button', { name: 'Mais ações' }).click();
        await page.getByRole('menuitem', { name: 'Excluir' }).click();
        await page.getByRole('button', { name: 'Sim, deletar' }).click();
      };
      await context.setOffline(true);
      await remove();
      await expect(toast(page, /^Sem conexão com o servidor/)).toBeVisible();
      await expect(field(page, 'Nome')).toHaveValue(`${person.name} Lima`);
      await isBack(page, context);
      await remove();
      await expect(toast(page, 'Usuário excluído com sucesso.')).toBeVisible();
      expect((await admin.call('GET', `/adm/v2/sec/user/${person.id}`)).status).toBe(404);
    });

    await test.step('a filter keeps the rows and its text, and loads', async () => {
      const other = await admin.createPerson();
      await expect(rowOf(page, 'Administração Acme')).toBeVisible();
      await context.setOffline(true);
      await search(page, other.name);
      await expect(page.getByText('Você está sem conexão.')).toBeVisible();
      await expect(page.getByRole('searchbox', { name: 'Busca' })).toHaveValue(other.name);
      await isBack(page, context);
      await expect(rowOf(page, other.name)).toBeVisible();
      await expect(rowOf(page, 'Administração Acme')).toHaveCount(0);
    });
  });
});

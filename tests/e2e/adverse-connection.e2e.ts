import type { BrowserContext, Locator, Page } from '@playwright/test';
import { unique } from './support/api.ts';
import { openUsers, rowOf, search, toast } from './support/screen.ts';
import { password, signInButton } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Salvar(?! grupos)/ });

test.describe('a connection that is lost', () => {
  test.use({ expectedErrors: [/ERR_(INTERNET_DISCONNECTED|CONNECTION_FAILED)/] });

  /** Touches the page for the first time: then it loads what it needs without a connection. */
  const touch = async (page: Page, on: Locator) => {
    const loaded = ['OfflineDetails', 'ConfirmDialog', 'Toaster'].map((name) =>
      page.waitForResponse(new RegExp(`${name}.*\\.js`)),
    );
    await on.focus();
    await Promise.all(loaded);
  };
  const isBack = async (page: Page, context: BrowserContext) => {
    await context.setOffline(false);
    await expect(page.getByText('Você está sem conexão.')).toHaveCount(0);
  };

  test.describe('before anything was loaded for it', () => {
    // The code of the bar's second sentence and of the notices never arrives.
    test.use({
      expectedErrors: [
        /ERR_(INTERNET_DISCONNECTED|CONNECTION_FAILED|FAILED)|imported module: .*OfflineDetails/,
      ],
    });
    test('is said at once', async ({ page, context }) => {
      await page.route(/(OfflineDetails|Toaster).*\.js/, (route) => route.abort());
      await openUsers(page);
      await expect(rowOf(page, 'Administração Acme')).toBeVisible();
      await context.setOffline(true);
      const bar = page.getByRole('status').filter({ hasText: 'Você está sem conexão.' });
      await expect(bar).toBeInViewport({ ratio: 1 });
      const room = await bar.locator('..').boundingBox();
      expect(room!.height).toBe(32);
      await expect(rowOf(page, 'Administração Acme')).toBeVisible();
      await isBack(page, context);
    });
  });

  test.describe('right after the first paint', () => {
    test.use({ expectedErrors: [/ERR_(INTERNET_DISCONNECTED|CONNECTION_FAILED|FAILED)|imported module: /] });

    for (const state of ['offline', 'blocked'] as const)
      test(`says so on the way to a screen that is not loaded, and keeps the app (${state})`, async ({
        page,
        context,
      }) => {
        // The code of the offline page is fetched by a touch, or after a while: neither comes to pass.
        await page.route(/OfflinePage.*\.js/, (route) => route.abort());
        await openUsers(page);
        await expect(rowOf(page, 'Administração Acme')).toBeVisible();
        await page.evaluate(() => Object.assign(window, { kept: true }));
        if (state === 'offline') await context.setOffline(true);
        else await page.route('**', (route) => route.abort());
        await page.getByRole('link', { name: 'Definições' }).click();
        const main = page.getByRole('main');
        await expect(main.getByText('Sem conexão', { exact: true })).toBeVisible();
        await expect(page.getByText('Você está sem conexão.')).toBeVisible();
        await expect(main.getByRole('button', { name: /Recarregar/ })).toHaveCount(0);
        // The screen before is still there.
        await main.getByRole('button', { name: 'Voltar' }).click();
        await expect(rowOf(page, 'Administração Acme')).toBeVisible();
        await page.getByRole('link', { name: 'Definições' }).click();
        await expect(main.getByText('Sem conexão', { exact: true })).toBeVisible();
        await page.unrouteAll();
        await context.setOffline(false);
        await expect(page.getByRole('heading', { level: 1, name: 'Definições' })).toBeVisible();
        expect(await page.evaluate(() => Reflect.has(window, 'kept'))).toBe(true);
      });
  });

  test.describe('at the sign-in', () => {
    test.use({ login: null });
    test('keeps what was typed, says so, and goes on', async ({ page, context }) => {
      await page.goto('/login');
      // What tells failures is loaded with the first input.
      const loaded = page.waitForResponse(/Toaster.*\.js/);
      await field(page, 'Usuário').fill('admin');
      await loaded;
      await field(page, 'Senha').fill(password);
      await context.setOffline(true);
      await signInButton(page).click();
      await expect(toast(page, /^Sem conexão com o servidor/)).toBeVisible();
      await expect(field(page, 'Usuário')).toHaveValue('admin');
      await expect(field(page, 'Senha')).toHaveValue(password);
      await context.setOffline(false);
      await signInButton(page).click();
      await expect(page.getByRole('heading', { name: /^Olá/ })).toBeVisible();
    });
  });

  test('under a filter keeps the rows and the filter, and loads when it is back', async ({
    page,
    context,
    admin,
  }) => {
    const person = await admin.createPerson();
    await openUsers(page);
    await expect(rowOf(page, 'Administração Acme')).toBeVisible();
    await touch(page, page.getByRole('searchbox', { name: 'Busca' }));
    await context.setOffline(true);
    await search(page, person.name);
    await expect(page.getByText('Você está sem conexão.')).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Busca' })).toHaveValue(person.name);
    await isBack(page, context);
    await expect(rowOf(page, person.name)).toBeVisible();
    await expect(rowOf(page, 'Administração Acme')).toHaveCount(0);
  });

  test('under a save keeps the form, says whose it was, and saves when it is back', async ({
    page,
    context,
    admin,
  }) => {
    const person = await admin.createPerson();
    await page.goto(`/admin-user/${person.id}`);
    await touch(page, field(page, 'Nome'));
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

  test('after the server created somebody creates nobody twice', async ({ page, admin }) => {
    const suffix = unique();
    let lost = 0;
    await page.route('**/adm/v2/sec/user', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      lost += 1;
      await route.fetch();
      await route.abort('connectionfailed');
    });
    await page.goto('/admin-user/create');
    await field(page, 'Nome').fill(`Nova ${suffix}`);
    await field(page, 'E-mail').fill(`${suffix}@acme.example`);
    await save(page).click();
    // Said in the words of the specification, with the reason; nothing that was typed is lost.
    await expect(toast(page, 'Erro ao criar usuário')).toBeVisible();
    await expect(toast(page, /^Sem conexão/)).toBeVisible();
    expect(lost).toBe(2);
    await expect(field(page, 'Nome')).toHaveValue(`Nova ${suffix}`);
    await page.unrouteAll();
    expect(await admin.get(`/adm/v2/sec/user?name=${suffix}`)).toMatchObject({ totalRows: 1 });
  });

  test('under a deletion deletes nothing, and deletes when it is back', async ({ page, context, admin }) => {
    const person = await admin.createPerson();
    let loads = 0;
    page.on('response', (response) => (loads += response.url().endsWith(`/sec/user/${person.id}`) ? 1 : 0));
    await page.goto(`/admin-user/${person.id}`);
    await expect(field(page, 'Nome')).toHaveValue(person.name);
    // Once more when the page follows the record's events.
    await expect.poll(() => loads).toBeGreaterThanOrEqual(2);
    await touch(page, field(page, 'Nome'));
    const remove = async () => {
      await page.getByRole('button', { name: 'Mais ações' }).click();
      await page.getByRole('menuitem', { name: 'Excluir' }).click();
      await page.getByRole('button', { name: 'Sim, deletar' }).click();
    };
    await context.setOffline(true);
    await remove();
    await expect(toast(page, /^Sem conexão com o servidor/)).toBeVisible();
    await expect(field(page, 'Nome')).toHaveValue(person.name);
    await isBack(page, context);
    await remove();
    await expect(toast(page, 'Usuário excluído com sucesso.')).toBeVisible();
    expect((await admin.call('GET', `/adm/v2/sec/user/${person.id}`)).status).toBe(404);
  });

  test('under an import keeps dialog and file, and imports when it is back', async ({ page, context }) => {
    const name = `Padaria ${unique()}`;
    await page.goto('/basic-company');
    await page.getByRole('button', { name: 'Mais ações' }).first().click();
    await page.getByRole('menuitem', { name: 'Importar CSV ou Excel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Importar registros' });
    const file = {
      name: 'e.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Razão social,CNPJ\n${name},11444777000161`),
    };
    const choose = async () => {
      const choosing = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: 'Escolher arquivo' }).click();
      await (await choosing).setFiles(file);
    };
    const write = dialog.getByRole('button', { name: 'Gravar' });
    await choose();
    await expect(write).toBeEnabled();
    await context.setOffline(true);
    await choose();
    await expect(dialog.getByRole('alert')).toContainText('Sem conexão com o servidor');
    // A file that could not be checked is not written.
    await expect(write).toBeDisabled();
    await context.setOffline(false);
    await choose();
    await expect(write).toBeEnabled();
    await context.setOffline(true);
    // Back any earlier, the first attempt could still succeed.
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/-/import'));
    await write.click();
    await failed;
    await expect(write).not.toHaveAttribute('aria-busy', 'true');
    await expect(dialog).toBeVisible();
    await context.setOffline(false);
    await write.click();
    await expect(dialog).toHaveCount(0);
    await expect(rowOf(page, name)).toHaveCount(1);
  });

  test('under the editor keeps the text, and saves when it is back', async ({ page, context, admin }) => {
    const id = unique();
    const definition = {
      kind: 'screen',
      formatVersion: 2,
      id,
      path: `/${id}`,
      title: 'Antes',
      access: { screen: 'admin-user', verb: 'read' },
      body: [],
    };
    await admin.call('PUT', `/adm/v2/def/screen/${id}`, { definition, version: 0 });
    await page.goto(`/admin-definition/screen/${id}`);
    const line = page.locator('#definitionEditor .view-line', { hasText: '"title"' });
    await line.click();
    await page.keyboard.press('End');
    for (let at = 0; at < 2; at += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.insertText(' e depois');
    await expect(line).toContainText('Antes e depois');
    // The editor has checked the text: its code is there.
    await expect(page.locator('#definitionEditor').getByText('Nenhum problema')).toBeVisible();
    await expect(page.getByText('Não salvo', { exact: true })).toBeVisible();
    await context.setOffline(true);
    await page.keyboard.press('Control+s');
    await expect(toast(page, /^Sem conexão com o servidor/)).toBeVisible();
    await expect(line).toContainText('Antes e depois');
    await isBack(page, context);
    await expect(line).toContainText('Antes e depois');
    await page.keyboard.press('Control+s');
    await expect(toast(page, /Rascunho salvo/)).toBeVisible();
    expect(await admin.get(`/adm/v2/def/screen/${id}?draft=1`)).toMatchObject({
      definition: { title: 'Antes e depois' },
    });
  });
});

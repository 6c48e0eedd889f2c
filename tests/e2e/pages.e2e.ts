import type { JsonObject } from '../../src/contracts/json.ts';
import { placeOf } from './support/place.ts';
import { expect, test } from './support/test.ts';

test('an address that does not exist names itself and the one that was meant, and offers the palette', async ({
  page,
}) => {
  await page.goto('/admin-usuario');
  await expect(page.getByRole('heading', { level: 1, name: 'Página não encontrada' })).toBeVisible();
  await expect(page.getByText('O endereço /admin-usuario não existe.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Trilha de navegação' })).toHaveText(
    'InícioPágina não encontrada',
  );
  await page.getByRole('main').getByRole('button', { name: 'Pesquisar' }).click();
  const palette = page.getByRole('dialog', { name: 'Pesquisar telas, registros e ações' });
  await expect(palette).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Usuários' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Usuários' })).toBeVisible();
});

test.describe('a person without the right to a screen', () => {
  test.use({ login: 'leitor' });

  test('is refused inside the shell what exists, and finds no page where there is none', async ({ page }) => {
    await page.goto('/admin-definition');
    await expect(page.getByRole('heading', { level: 1, name: 'Acesso Restrito' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
    await page.getByRole('link', { name: 'Ir para a página inicial' }).click();
    await expect(page.getByRole('heading', { name: /^Olá/ })).toBeVisible();
    await page.goto('/nowhere/at-all');
    await expect(page.getByRole('heading', { level: 1, name: 'Página não encontrada' })).toBeVisible();
  });
});

test('a screen with a parameter in its path opens by a link, though no menu lists it', async ({
  page,
  admin,
}) => {
  const id = 'link-only';
  const definition = {
    kind: 'screen',
    formatVersion: 2,
    id,
    path: `/${id}/:id`,
    title: 'Ficha',
    access: { screen: 'admin-user', verb: 'read' },
    body: [{ id: 'id', type: 'text', props: { text: { $expr: '"Número " & params.id' } } }],
  };
  const address = `/adm/v2/def/screen/${id}`;
  expect(await admin.call('PUT', address, { definition, version: 0 })).toMatchObject({ status: 200 });
  expect(await admin.call('POST', `${address}/publish`, { comment: 'new' })).toMatchObject({ status: 200 });
  await page.goto(`/${id}/7`);
  await expect(page.getByText('Número 7')).toBeVisible();
});

test('the tabs of a page stay below its header while the page scrolls', async ({ page, admin }) => {
  const id = 'tabs-at-the-top';
  const definition: JsonObject = {
    kind: 'screen',
    formatVersion: 2,
    id,
    path: `/${id}`,
    title: 'Abas',
    access: { screen: 'admin-user', verb: 'read' },
    body: [
      { id: 'header', type: 'page-header', props: { title: 'Abas' } },
      {
        id: 'tabs',
        type: 'tabs',
        props: { items: [{ child: 'long', title: 'Primeira' }] },
        children: [{ id: 'long', type: 'markdown', props: { text: 'Linha\n\n'.repeat(100) } }],
      },
    ],
  };
  const address = `/adm/v2/def/screen/${id}`;
  expect(await admin.call('PUT', address, { definition, version: 0 })).toMatchObject({ status: 200 });
  expect(await admin.call('POST', `${address}/publish`, { comment: 'new' })).toMatchObject({ status: 200 });
  await page.goto(`/${id}`);
  const tab = page.getByRole('tab', { name: 'Primeira' });
  await expect(page.getByText('Linha').last()).toBeAttached();
  await page.locator('[data-screen]').evaluate((box) => box.scrollTo(0, 600));
  const header = await placeOf(page.locator('[data-page-header]'));
  await expect
    .poll(async () => Math.round((await placeOf(tab)).y))
    .toBeLessThan(header.y + header.height + 8);
  expect(Math.round((await placeOf(tab)).y)).toBeGreaterThanOrEqual(Math.round(header.y + header.height));
});

test.describe('a server that fails', () => {
  test.use({ expectedErrors: [/\b500\b/] });

  test('shows its page with the code of the call, and the screen after a retry', async ({ page }) => {
    // Events would bring the screen back by themselves.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
    await page.route('**/adm/v2/ws/ticket', (route) => route.fulfill({ status: 500, json: {} }));
    await page.route('**/adm/v2/def/screen?*', (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': '7f3a-91c2' },
        json: { success: false, code: 'INTERNAL', message: 'Ops! Algo deu errado' },
      }),
    );
    await page.goto('/admin-user');
    await expect(page.getByRole('heading', { name: 'O servidor não conseguiu responder' })).toBeVisible();
    await expect(page.getByText('7f3a-91c2')).toBeVisible();
    // The breadcrumb still says which screen it is.
    await expect(page.getByRole('navigation', { name: 'Trilha de navegação' })).toHaveText(
      'SegurançaUsuários',
    );
    await page.unroute('**/adm/v2/def/screen?*');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Usuários' })).toBeVisible();
  });
});

test.describe('a lost connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('keeps the open screen, and opens another one when the connection is back', async ({
    page,
    context,
  }) => {
    await page.goto('/admin-user/create');
    await page.getByRole('textbox', { name: 'Nome' }).fill('Ana');
    await context.setOffline(true);
    await expect(page.getByText('Você está sem conexão.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Nome' })).toHaveValue('Ana');
    await page.getByRole('textbox', { name: 'Nome' }).fill('');
    await page.getByRole('link', { name: 'Definições' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sem conexão' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Definições' })).toBeVisible();
    await expect(page.getByText('Você está sem conexão.')).toHaveCount(0);
  });
});

test('from a list to a record and to a screen that are slow: the old screen stays, and the form has its shape', async ({
  page,
}) => {
  await page.goto('/admin-user');
  const name = page.locator('tr[data-row]').nth(3).getByRole('button').first();
  const person = await name.innerText();
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/sec\/user\/\d+$/, async (route) => {
    await answered;
    await route.continue();
  });
  await name.click();
  const sections = page.locator('main section');
  const places = () =>
    sections.evaluateAll((all) =>
      all.map((one) => {
        const { x, y, width } = one.getBoundingClientRect();
        return [x, y, width, one.querySelector('h2')?.textContent];
      }),
    );
  await expect(page.getByRole('status', { name: 'Carregando o formulário' }).first()).toBeVisible();
  // Its document comes first, and with it the sections.
  await expect(sections).toHaveCount(2);
  const before = await places();
  expect(before.map(([, , , title]) => title)).toEqual(['Dados pessoais', 'Acesso']);
  answer();
  await expect(page.getByRole('textbox', { name: 'Nome' })).toHaveValue(person);
  // What comes with the record stands below.
  expect((await places()).slice(0, before.length)).toEqual(before);
  await page.goBack();

  await test.step('the old screen stays until the next one is ready', async () => {
    await expect(page.getByRole('row').nth(5)).toBeVisible();
    let answerScreen: () => void = () => undefined;
    const screenAnswered = new Promise<void>((resolve) => {
      answerScreen = resolve;
    });
    await page.route('**/adm/v2/def/screen?*', async (route) => {
      await screenAnswered;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Definições' }).click();
    await expect(page).toHaveURL(/admin-definition/);
    await expect(page.locator('main [aria-busy="true"]').first()).toHaveCSS('opacity', '0.5');
    await expect(page.locator('h1')).toHaveText('Usuários');
    await expect(page.locator('tr[data-row]').nth(5)).toBeVisible();
    answerScreen();
    await expect(page.getByRole('heading', { level: 1, name: 'Definições' })).toBeVisible();
  });
});

test('going back returns to the row, at the same scroll offset', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto('/admin-user');
  await expect(page.locator('tr[data-row]').nth(5)).toBeVisible();
  const scroller = page.locator('[data-scroller]');
  await scroller.evaluate((element) => element.scrollTo({ top: 700 }));
  const name = page.locator('tr[aria-rowindex="26"]').getByRole('button').first();
  const person = await name.innerText();
  await name.click();
  await expect(page.getByRole('textbox', { name: 'Nome' })).toHaveValue(person);
  await page.goBack();
  await expect(page.getByRole('button', { name: person, exact: true })).toBeFocused();
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(700);
});

import type { Page } from '@playwright/test';
import { unique, type Api } from './support/api.ts';
import { placeOf } from './support/place.ts';
import { toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const node = (page: Page, key: string) => page.locator(`[data-canvas] [data-node="${key}"] > .layout-item`);
const announced = (page: Page) => page.locator('[data-announcement]');
const draftState = (page: Page) => page.locator('[data-draft]');
const place = async (api: Api, dashId: number, id: string) => {
  const { definition } = await api.get<{ definition: { body: { id: string; at: object }[] } }>(
    `/adm/v2/dash/${dashId}/draft`,
  );
  return definition.body.find((one) => one.id === id)?.at;
};

async function createView(api: Api): Promise<number> {
  const reply = await api.call<{ dashId: number }>('POST', '/adm/v2/dash', {
    title: `Visão ${unique()}`,
    layoutType: 'C',
    layout: [],
  });
  if (!('data' in reply.body)) throw new Error(reply.body.message);
  return (reply.body.data as { dashId: number }).dashId;
}

/** The version of the document whose steps the browser keeps; null without any. */
const keptVersion = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number | null>((resolve) => {
        const opening = indexedDB.open('molde-editor', 1);
        opening.addEventListener('error', () => resolve(null));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const reading = database.transaction('kept').objectStore('kept').getAll();
          reading.addEventListener('success', () => {
            database.close();
            resolve((reading.result as { version: number }[])[0]?.version ?? null);
          });
        });
      }),
  );

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1)
    await page.mouse.move(from.x + ((to.x - from.x) * step) / 8, from.y + ((to.y - from.y) * step) / 8);
}

test('a person lays out a view with the mouse, takes it back, and publishes it', async ({ page, admin }) => {
  const dashId = await createView(admin);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`/view-admin/layout/${dashId}/C`);
  await expect(page.getByText('A visão está vazia')).toBeVisible();
  const palette = page.getByRole('complementary', { name: 'Componentes' });
  await palette.getByRole('searchbox').fill('indicador');
  await palette.getByRole('button', { name: 'Indicador' }).click();
  await expect(node(page, 'stat')).toHaveAttribute('aria-pressed', 'true');
  await palette.getByRole('button', { name: 'Indicador' }).dragTo(page.locator('.react-grid-layout'), {
    targetPosition: { x: 600, y: 200 },
  });
  await expect(node(page, 'stat2')).toBeVisible();

  const before = await placeOf(node(page, 'stat'));
  const start = { x: before.x + 40, y: before.y + 20 };
  await drag(page, start, { x: start.x, y: start.y + 300 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(node(page, 'stat')).toHaveAttribute('aria-label', /coluna 1, linha 1,/);
  await drag(page, start, { x: start.x, y: start.y + 310 });
  await page.mouse.up();
  await expect(node(page, 'stat')).toHaveAttribute('aria-label', /coluna 1, linha 6,/);
  // One gesture is one step.
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(node(page, 'stat')).toHaveAttribute('aria-label', /coluna 1, linha 1,/);
  await page.getByRole('button', { name: 'Refazer' }).click();
  await expect(node(page, 'stat')).toHaveAttribute('aria-label', /coluna 1, linha 6,/);

  const handle = await placeOf(page.locator('[data-node="stat"] > .react-resizable-handle-se'));
  await drag(page, { x: handle.x + 5, y: handle.y + 5 }, { x: handle.x + 5, y: handle.y + 129 });
  await page.mouse.up();
  const panel = page.getByRole('complementary', { name: 'Propriedades' });
  await panel.getByLabel('Rótulo').fill('Clientes ativos');
  await expect(node(page, 'stat').getByText('Clientes ativos').last()).toBeVisible();
  await expect(draftState(page)).toHaveAttribute('data-draft', 'saved');
  expect(asked.filter((path) => path === '/adm/v2/dash/datasets')).toHaveLength(1);

  // The steps are kept in the browser.
  const { version } = await admin.get<{ version: number }>(`/adm/v2/dash/${dashId}/draft`);
  await expect.poll(() => keptVersion(page)).toBe(version);
  await page.reload();
  await expect(node(page, 'stat').getByText('Clientes ativos').last()).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(node(page, 'stat').getByText('Clientes ativos')).toHaveCount(0);
  await page.getByRole('button', { name: 'Refazer' }).click();
  await expect(node(page, 'stat').getByText('Clientes ativos').last()).toBeVisible();

  const reads: string[] = [];
  page.on('request', (one) => one.url().endsWith('/draft') && reads.push(one.method()));
  await page.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar Visão' });
  await expect(dialog.getByText('Escreva seu comentário...')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Comentário' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog.getByText('O campo comentário é obrigatório para a publicação.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Comentário' }).fill('Primeira versão');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(toast(page, 'A visão foi publicada com sucesso!')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Publicada: versão')).toBeVisible();
  await expect(page.getByText('Rascunho')).toHaveCount(0);
  // Once for the dialog, once for the event of the publication, once when the dialog closes.
  expect(reads.length).toBeLessThan(6);
  // The person goes on with what is published.
  await node(page, 'stat').click();
  await panel.getByLabel('Rótulo').fill('Clientes');
  await expect(page.getByText('Rascunho')).toBeVisible();
  await expect(draftState(page)).toHaveAttribute('data-draft', 'saved');
  await page.goto(`/dashboard/${dashId}`);
  await expect(page.getByText('Clientes ativos')).toBeVisible();
  expect((await admin.call('DELETE', `/adm/v2/dash/${dashId}`)).status).toBe(200);
});

test('a person lays out a view with the keyboard alone, which is created again when somebody deletes it', async ({
  page,
  admin,
}) => {
  const dashId = await createView(admin);
  await page.goto(`/view-admin/layout/${dashId}/C`);
  const palette = page.getByRole('complementary', { name: 'Componentes' });
  await expect(palette).toBeVisible();
  // The focus is nowhere just after the load.
  await page.keyboard.press('F6');
  await expect(page.getByRole('button', { name: 'Voltar para as visões' })).toBeFocused();
  await page.keyboard.press('F6');
  await expect(palette.getByRole('tab', { name: 'Componentes' })).toBeFocused();
  await palette.getByRole('searchbox').focus();
  await page.keyboard.type('indicador');
  await palette.getByRole('button', { name: 'Indicador' }).focus();
  await page.keyboard.press('Enter');
  await expect(announced(page)).toHaveText('Indicador inserido');

  await page.keyboard.press('F6');
  await expect(node(page, 'stat')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(announced(page)).toHaveText(/^coluna 2, linha 1,/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(announced(page)).toHaveText(/^coluna 2, linha 2, \d+ por \d+$/);
  await page.keyboard.press('Control+d');
  await expect(announced(page)).toHaveText('1 componente duplicado');
  await expect(node(page, 'stat2')).toBeFocused();
  await page.keyboard.press('Control+a');
  await expect(announced(page)).toHaveText('2 componentes selecionados');
  await page.keyboard.press('Escape');
  await node(page, 'stat2').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+x');
  await expect(node(page, 'stat2')).toHaveCount(0);
  await page.keyboard.press('Control+v');
  await expect(announced(page)).toHaveText('1 componente colado');
  await expect(node(page, 'stat2')).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(announced(page)).toHaveText('1 componente removido');
  await page.keyboard.press('Control+z');
  await expect(announced(page)).toHaveText('Desfeito');
  await expect(node(page, 'stat2')).toBeVisible();
  await page.keyboard.press('Control+y');
  await expect(node(page, 'stat2')).toHaveCount(0);
  await expect(draftState(page)).toHaveAttribute('data-draft', 'saved');
  expect(await place(admin, dashId, 'stat')).toMatchObject({ x: 1, y: 1 });

  // Somebody deletes the view: it is created again with what it has here.
  expect((await admin.call('DELETE', `/adm/v2/dash/${dashId}`)).status).toBe(200);
  await node(page, 'stat').click();
  await page.getByRole('complementary', { name: 'Propriedades' }).getByLabel('Rótulo').fill('Sobrevive');
  const notice = page.getByRole('alert').filter({ hasText: 'Alguém excluiu esta visão' });
  await expect(notice.getByRole('button', { name: 'Baixar JSON' })).toBeVisible();
  await notice.getByRole('button', { name: 'Criar de novo com este conteúdo' }).click();
  await expect(page).not.toHaveURL(new RegExp(`/layout/${dashId}/`));
  await expect(node(page, 'stat').getByText('Sobrevive').last()).toBeVisible();
  await expect(notice).toBeHidden();
  const made = Number(/layout\/(\d+)\//.exec(page.url())![1]);
  expect(await place(admin, made, 'stat')).toBeTruthy();
});

test('a person selects by a rectangle, has the panels over the canvas in a small window, and publishes on a phone', async ({
  page,
  admin,
}, info) => {
  const dashId = await createView(admin);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`/view-admin/layout/${dashId}/C`);
  // An empty view offers what can be put into it.
  const palette = page.getByRole('complementary', { name: 'Componentes' });
  await palette.getByRole('searchbox').fill('indicador');
  await palette.getByRole('button', { name: 'Indicador' }).click();
  await palette.getByRole('button', { name: 'Indicador' }).click();
  await expect(node(page, 'stat2')).toHaveAttribute('aria-pressed', 'true');
  const sheet = await placeOf(page.locator('.react-grid-layout'));
  expect(sheet.width).toBeGreaterThan(800);
  await palette.getByRole('searchbox').press('Escape');
  await palette.getByRole('searchbox').press('Escape');
  await expect(palette).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Componentes e estrutura' })).toBeFocused();

  const first = await placeOf(node(page, 'stat'));
  await drag(page, { x: sheet.x + sheet.width - 20, y: sheet.y + 300 }, { x: first.x + 10, y: first.y + 20 });
  await expect(page.locator('[data-marquee]')).toBeVisible();
  await expect(node(page, 'stat')).toHaveAttribute('aria-pressed', 'true');
  await page.mouse.up();
  await expect(page.locator('[data-marquee]')).toHaveCount(0);
  await expect(page.getByText('2 selecionados')).toBeVisible();
  await page.mouse.click(sheet.x + sheet.width - 20, sheet.y + 300);
  await expect(node(page, 'stat')).toHaveAttribute('aria-pressed', 'false');

  await node(page, 'stat').click();
  const tools = page.getByRole('group', { name: 'Componente selecionado' });
  const item = await placeOf(node(page, 'stat'));
  const shown = await placeOf(tools);
  expect(shown.y).toBeGreaterThanOrEqual(item.y);
  expect(shown.y + shown.height).toBeLessThanOrEqual(item.y + item.height);
  await tools.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: /^Copiar/ }).click();
  await tools.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: /^Colar/ }).click();
  await expect(node(page, 'stat3')).toHaveAttribute('aria-pressed', 'true');
  await node(page, 'stat3').dblclick();
  await expect(page.getByRole('complementary', { name: 'Propriedades' })).toBeVisible();
  // Also when its widgets have to load first.
  await page.reload();
  await expect(node(page, 'stat')).toBeVisible();
  await expect(palette).toHaveCount(0);

  // 200 % zoom.
  await page.setViewportSize({ width: 720, height: 450 });
  await node(page, 'stat').click();
  await page.getByRole('button', { name: 'Propriedades' }).first().click();
  await page.getByRole('complementary', { name: 'Propriedades' }).getByLabel('Rótulo').fill('Receita');
  await expect(node(page, 'stat').getByText('Receita').last()).toBeVisible();
  await expect(draftState(page)).toHaveAttribute('data-draft', 'saved');
  const bar = await placeOf(page.locator('[data-surface="layout-editor"] header[data-area]'));
  const publish = page.getByRole('button', { name: 'Publicar' });
  const itsPlace = await placeOf(publish);
  expect(itsPlace.x + itsPlace.width).toBeLessThanOrEqual(bar.x + bar.width);
  await page.getByRole('button', { name: 'Largura: Tela larga' }).click();
  await page.getByRole('menuitem', { name: 'Celular' }).click();
  await expect(page.getByRole('button', { name: 'Largura: Celular' })).toBeVisible();

  // A phone only shows the view, and publishes it: the toast stands above the status bar.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Em uma tela estreita a visão é apenas mostrada.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Propriedades' })).toHaveCount(0);
  await publish.click();
  const dialog = page.getByRole('dialog', { name: 'Publicar Visão' });
  // Fields that must be filled in are marked, and the mark is explained.
  await expect(dialog.locator('[data-field="comment"]').getByText('**')).toBeVisible();
  await expect(dialog.getByText('campos obrigatórios')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Comentário' }).fill('Primeira versão');
  await info.attach('publish-phone', { body: await page.screenshot(), contentType: 'image/png' });
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  const published = page.getByRole('region', { name: 'Avisos' }).getByRole('listitem');
  await expect(published).toHaveCount(1);
  const box = await placeOf(published);
  expect(box.y + box.height).toBeLessThanOrEqual((await placeOf(page.locator('footer'))).y);
  await info.attach('toast-editor-phone', { body: await page.screenshot(), contentType: 'image/png' });
  expect((await admin.call('DELETE', `/adm/v2/dash/${dashId}`)).status).toBe(200);
});

test('a person writes the text of a view while it changes elsewhere, without losing a letter; of two people both changes stay, one of the same value is chosen, and what is published was seen', async ({
  page,
  openAs,
  admin,
}) => {
  const dashId = await createView(admin);
  const label = (one: Page) => one.getByRole('complementary', { name: 'Propriedades' }).getByLabel('Rótulo');
  const other = await openAs('admin');
  await page.goto(`/view-admin/layout/${dashId}/C`);
  await page.locator('[data-widget="stat"]').click();
  await test.step('the text of a view, while it changes elsewhere', async () => {
    await expect(node(page, 'stat')).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    const text = page.locator('[data-json] .view-lines');
    // A place of the text that no other change touches.
    const title = text.locator('.view-line', { hasText: /^\s*"title":/ }).first();
    await title.click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(' de hoje');
    await expect(page.getByRole('heading', { level: 1, name: / de hoje$/ })).toBeVisible();

    await label(page).fill('Receita');
    await expect(text).toContainText('"Receita"');
    await page.getByRole('textbox', { name: 'JSON da visão' }).focus();
    // The caret stands where it stood.
    await page.keyboard.type(' e ontem"');
    await expect(title).toContainText('de hoje e ontem"');
    // It is no document now, and stays as it is: nothing says that it is saved, and nothing is published.
    await expect(draftState(page)).toHaveText('Não salvo: o JSON não é válido');
    await expect(page.getByRole('contentinfo').or(page.locator('footer')).first()).toContainText(
      'O JSON não é válido',
    );
    await expect(page.getByRole('button', { name: 'Publicar' })).toHaveAttribute('aria-disabled', 'true');
    await label(page).fill('Faturamento');
    await expect(title).toContainText('de hoje e ontem""');
    await expect(text).toContainText('"Receita"');
    await page.getByRole('textbox', { name: 'JSON da visão' }).focus();
    await page.keyboard.press('Backspace');
    await expect(text).toContainText('"Faturamento"');
    await expect(title).toContainText('de hoje e ontem"');
    await expect(label(page)).toHaveValue('Faturamento');
    await expect(draftState(page)).toHaveAttribute('data-draft', 'saved');
    const { definition } = await admin.get<{
      definition: { title: string; body: { props: object }[]; strings: object };
    }>(`/adm/v2/dash/${dashId}/draft`);
    expect(definition.title).toMatch(/ de hoje e ontem$/);
    expect(definition.body).toMatchObject([{ props: { label: '$statLabel' } }]);
    expect(definition.strings).toMatchObject({ pt: { statLabel: 'Faturamento' } });
    await page.getByRole('button', { name: 'Layout', exact: true }).click();
    await expect(text).toBeHidden();
  });
  await other.goto(`/view-admin/layout/${dashId}/C`);

  await test.step('who change different widgets keep both changes', async () => {
    await other.locator('[data-widget="text"]').click();
    await expect(draftState(other)).toHaveAttribute('data-draft', 'saved');
    // The other person's addition arrives while nothing changes here, and is said.
    await expect(node(page, 'text')).toBeVisible();
    await expect(draftState(page)).toContainText('com mudanças de Administração Acme');
    await label(page).fill('Pedidos');
    await expect(node(page, 'stat').getByText('Pedidos').last()).toBeVisible();
    await expect(node(other, 'stat').getByText('Pedidos').last()).toBeVisible();
  });

  await test.step('who change the same value are asked which of the two stays', async () => {
    await node(other, 'stat').click();
    await expect(label(other)).toHaveValue('Pedidos');
    // The save of one is under way while the other saves.
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await other.route(`**/dash/${dashId}/draft`, async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await label(other).fill('Faturamento');
    await expect(draftState(other)).toHaveAttribute('data-draft', 'saving');
    await label(page).fill('Receita');
    await expect(draftState(page)).toHaveAttribute('data-draft', 'saved');
    release();
    const conflict = other.getByRole('alertdialog', { name: 'Outra pessoa alterou o mesmo' });
    await expect(conflict.getByText('Faturamento', { exact: true }).last()).toBeVisible();
    await expect(conflict.getByRole('heading', { name: 'Faturamento Propriedades › Rótulo' })).toBeVisible();
    await expect(draftState(other)).toHaveAttribute('data-draft', 'conflict');
    // Nothing is chosen by leaving.
    await other.keyboard.press('Escape');
    await expect(conflict).toBeVisible();
    await conflict.getByText('Da outra pessoa').click();
    await conflict.getByRole('button', { name: 'Aplicar a escolha' }).click();
    await expect(conflict).toHaveCount(0);
    await expect(draftState(other)).toHaveAttribute('data-draft', 'saved');
    await expect(label(other)).toHaveValue('Receita');
    const { definition } = await admin.get<{ definition: { strings: { pt: { statLabel: string } } } }>(
      `/adm/v2/dash/${dashId}/draft`,
    );
    expect(definition.strings.pt.statLabel).toBe('Receita');
    await other.unroute(`**/dash/${dashId}/draft`);
  });

  await test.step('what is published is what its publisher saw', async () => {
    // Saves of the other window arrive late here.
    let release = () => undefined as void;
    const late = new Promise<void>((resolve) => (release = resolve));
    await other.route(`**/dash/${dashId}/draft`, async (route) => {
      if (route.request().method() === 'GET') await late;
      await route.continue();
    });
    await label(page).fill('Lucro');
    await expect(node(page, 'stat').getByText('Lucro').last()).toBeVisible();
    await expect(draftState(page)).toHaveAttribute('data-draft', 'saved');
    await other.getByRole('button', { name: 'Publicar' }).click();
    await expect(label(other)).toHaveValue('Receita');
    release();
    await expect(toast(other, 'O rascunho mudou em outra janela')).toBeVisible();
    await expect(label(other)).toHaveValue('Lucro');
    await expect(other.getByRole('dialog', { name: 'Publicar Visão' })).toHaveCount(0);
    await other.getByRole('button', { name: 'Publicar' }).click();
    const dialog = other.getByRole('dialog', { name: 'Publicar Visão' });
    await dialog.getByRole('textbox', { name: 'Comentário' }).fill('Com o lucro');
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await expect(toast(other, 'A visão foi publicada com sucesso!')).toBeVisible();
    await page.goto(`/dashboard/${dashId}`);
    await expect(page.getByText('Lucro')).toBeVisible();
  });
  expect((await admin.call('DELETE', `/adm/v2/dash/${dashId}`)).status).toBe(200);
});

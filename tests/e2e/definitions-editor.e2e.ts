import { filesLoaded } from '../../scripts/lib/files-loaded.mjs';
import { expectAccessible } from './support/accessible.ts';
import {
  definitions,
  editor,
  paste,
  preview,
  replaceTitle,
  titleLine,
  usersDefinition,
} from './support/definitions.ts';
import { placeOf, settled } from './support/place.ts';
import { openUserMenu, toast, withoutEvents } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('the bar stands still when it turns out that a form of the product has no more actions', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/adm/v2/def/form/user/groups', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/admin-definition/form/user');
  const more = page.getByRole('button', { name: 'Mais ações' });
  await expect(more).toBeDisabled();
  await expect(editor(page).getByText('Nenhum problema')).toBeVisible();
  const tab = page.getByRole('tab').first();
  const before = await placeOf(tab);
  answer();
  await expect(more).toHaveCount(0);
  expect(await placeOf(tab)).toEqual(before);
});

test('the editor waits in its own layout, moves nothing when the definition arrives, previews it and shows its structure', async ({
  page,
}) => {
  let arrive = () => {};
  const arriving = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/adm\/v2\/def\/(screen\/admin-user\?|catalogue)/, async (route) => {
    await arriving;
    await route.continue();
  });
  await page.goto(usersDefinition);
  await expect(editor(page).getByRole('status', { name: 'Carregando' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publicar' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Salvar rascunho' })).toBeDisabled();
  await expect(page.getByText(/problema|ainda não tem partes/)).toHaveCount(0);
  const places = () =>
    Promise.all(
      [
        page.getByRole('link', { name: 'Voltar' }),
        page.getByRole('heading', { level: 1 }).first(),
        page.getByRole('tab', { name: 'Editor' }),
        page.getByRole('heading', { name: 'Dados' }),
        editor(page),
        preview(page),
      ].map(async (one) => {
        // A part whose code has just come may be replaced at this moment.
        let box = await one.boundingBox();
        await expect.poll(async () => (box ??= await one.boundingBox())).not.toBeNull();
        return [box!.x, box!.y, box!.height];
      }),
    );
  const before = await places();
  arrive();
  await expect(page.getByRole('heading', { level: 1, name: 'Usuários' }).first()).toBeVisible();
  await expect(editor(page).getByText('Nenhum problema')).toBeVisible();
  expect(await places()).toEqual(before);

  await test.step('the preview has one line of buttons, writes nothing and navigates nowhere', async () => {
    await expect(page.getByRole('treeitem').first()).toContainText('Usuários');
    const header = page.locator('[data-page-header]').filter({ hasText: 'Usuários' }).last();
    const [first, second] = [
      header.getByRole('button', { name: 'Atualizar' }),
      header.getByRole('button', { name: 'Usuário', exact: true }),
    ];
    await expect(second).toBeVisible();
    expect((await placeOf(first)).y).toBe((await placeOf(second)).y);
    await second.click();
    await expect(toast(page, 'Na pré-visualização, a navegação está desativada.')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(usersDefinition);
  });
  await test.step('the structure leads to a part and marks it, and a misspelled name is corrected', async () => {
    const structure = page.getByRole('tree', { name: 'Estrutura' });
    const parts = structure.getByRole('treeitem');
    await parts.first().focus();
    await page.keyboard.press('f');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(parts.filter({ hasText: /^users$/ })).toHaveAttribute('aria-selected', 'true');
    await expect(editor(page).getByText('Lin 16, Col 14')).toBeVisible();
    await expect(editor(page).getByRole('list', { name: 'Onde está o cursor' })).toHaveText(/Fontes.*users/);

    await page.keyboard.press('Control+Home');
    await expect(parts.first()).toHaveAttribute('aria-selected', 'true');
    await editor(page).locator('.view-line', { hasText: '"sources": {' }).first().click();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await paste(page, 's');
    const correct = editor(page).getByRole('button', { name: 'Corrigir: escrever sources' });
    await expect(correct).toBeVisible();
    await correct.click();
    await expect(editor(page).getByText('Nenhum problema')).toBeVisible();
    await editor(page).getByRole('button', { name: 'Desfazer' }).click();
    await editor(page)
      .getByRole('button', { name: /problema/ })
      .first()
      .click();
    await expect(editor(page).getByText(/^Lin 15,/)).toBeVisible();
    await editor(page).getByRole('button', { name: 'Refazer' }).click();
    await expect(editor(page).getByText('Nenhum problema')).toBeVisible();
  });
});

test.describe('a failing server', () => {
  test.use({ expectedErrors: [/status of 500|net::ERR_FAILED/] });

  test('the editor speaks English, and one that cannot be loaded offers another try', async ({ page }) => {
    await withoutEvents(page);
    await page.goto(definitions);
    await openUserMenu(page);
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Definitions' })).toBeVisible();
    const address = '**/adm/v2/def/screen/admin-user?*';
    await page.route(address, (route) => route.fulfill({ status: 500, json: { message: 'Falha' } }));
    await page.goto(usersDefinition);
    await expect(page.getByText('This page could not be opened')).toBeVisible();
    await page.unroute(address);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(editor(page).getByText('No problems')).toBeVisible();
    const parts = page.getByRole('tree', { name: 'Structure' }).getByRole('treeitem');
    await expect(parts.filter({ hasText: 'Sources' })).toBeVisible();
    await replaceTitle(page, '12');
    await editor(page).getByRole('button', { name: '1 problem' }).click();
    await expect(editor(page).getByText('Ln 6, Col 12')).toBeVisible();
    await editor(page).getByRole('button', { name: 'Undo' }).click();
    await expect(editor(page).getByText('No problems')).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Users' }),
    ).toBeVisible();
    await page.getByRole('tab', { name: 'Difference' }).click();
    await expect(page.getByText('No differences')).toBeVisible();
  });
});

test('the first load of the editor by its address moves nothing, and its parts have their room at every width', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) {
        const sources = 'sources' in entry ? (entry.sources as { node: Node | null }[]) : [];
        for (const { node } of sources)
          // The invisible text area follows the caret.
          if (!(node instanceof Element) || !node.matches('.inputarea'))
            moved.push(node instanceof HTMLElement ? node.outerHTML.slice(0, 200) : String(node));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(usersDefinition);
  await expect(editor(page).getByText('Nenhum problema')).toBeVisible();
  await expect(preview(page).getByText('Administração Acme')).toBeVisible();
  await expect(page.getByRole('tree', { name: 'Estrutura' })).toBeVisible();
  await filesLoaded(page);
  expect(await page.evaluate(() => (globalThis as { moved?: string[] }).moved)).toEqual([]);

  for (const width of [1280, 1366, 1440, 1680, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['Editor', 'Diferença', 'Histórico'])
      await expect(page.getByRole('tab', { name }), `${name} at ${width}`).toBeVisible();
  }
  for (const width of [1440, 1024, 800, 768]) {
    await page.setViewportSize({ width, height: 700 });
    const title = page.getByRole('heading', { level: 1, name: 'Usuários' }).first();
    const right = async (one: typeof title) => {
      const box = await placeOf(one);
      return box.x + box.width;
    };
    const tabs = page.getByRole('tablist').first();
    await expect(tabs).toBeInViewport({ ratio: 1 });
    expect(await title.evaluate((one) => one.scrollWidth - one.clientWidth), `${width}`).toBe(0);
    expect(await right(title), `${width}`).toBeLessThan((await placeOf(tabs)).x);
    await expect(page.getByRole('button', { name: 'Publicar' })).toBeInViewport({ ratio: 1 });
  }

  await test.step('where there is little room panels lie over the code, and a narrow window shows the preview alone', async () => {
    await page.setViewportSize({ width: 1000, height: 700 });
    await settled(page);
    const before = await placeOf(editor(page));
    const opener = page.getByRole('button', { name: 'Estrutura' });
    await opener.click();
    await expect(page.getByRole('tree', { name: 'Estrutura' })).toBeVisible();
    expect(await placeOf(editor(page))).toEqual(before);
    await page.getByRole('heading', { name: 'Dados' }).click();
    await opener.focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tree', { name: 'Estrutura' })).toBeHidden();
    await expect(opener).toBeFocused();

    // A chosen part is not covered.
    await opener.click();
    await page.getByRole('treeitem', { name: /Fontes/ }).click();
    await expect(editor(page).getByText('Lin 15, Col 14')).toBeVisible();
    await expect(page.getByRole('tree', { name: 'Estrutura' })).toBeHidden();

    // Narrower than 768 pixels it says why nothing is written there, and keeps what was typed.
    const why = page.getByText(/^Abaixo de 768 px o editor mostra só a pré-visualização\./);
    await expect(why).toBeHidden();
    await replaceTitle(page, '"Minha gente"');
    await expect(page.getByText('Não salvo')).toBeVisible();
    await page.setViewportSize({ width: 720, height: 450 });
    await expect(why).toBeInViewport({ ratio: 1 });
    await expect(preview(page).getByRole('heading', { name: 'Usuários' })).toBeInViewport();
    await expect(editor(page)).toBeHidden();
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Publicar' })).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(titleLine(page)).toContainText('Minha gente');
    await expect(page.getByRole('button', { name: 'Salvar rascunho' })).toBeEnabled();
  });
});

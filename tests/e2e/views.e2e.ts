import { unique } from './support/api.ts';
import { placeOf } from './support/place.ts';
import { rowOf, search, toast } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('an administrator creates a view, publishes it with a comment and opens it', async ({ page, admin }) => {
  const title = `Visão ${unique()}`;
  await page.goto('/view-table');
  await expect(page).toHaveURL(/\/view-admin$/);
  await page.getByRole('button', { name: 'Visão', exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'Selecione o Tipo de Visão' });
  await picker.getByText('Criar Layout').click();

  await expect(page.getByRole('heading', { level: 1, name: 'Visões / Criar Visão' })).toBeVisible();
  const name = page.getByRole('textbox', { name: 'Título', exact: true });
  await expect(name).toHaveValue(/^Visão layout \d+$/);
  await name.fill('');
  await page.getByRole('button', { name: 'Criar', exact: true }).click();
  await expect(page.getByText('Por favor preencha um titulo')).toBeVisible();
  await name.fill(title);
  await page.getByRole('button', { name: 'Criar', exact: true }).click();
  await expect(toast(page, `A Visão ${title} foi criada com sucesso!`)).toBeVisible();
  await expect(page).toHaveURL(/\/view-admin\/layout\/\d+\/C$/);
  const dashId = Number(/layout\/(\d+)/.exec(page.url())?.[1]);

  await page.goto('/view-admin');
  await search(page, title);
  await rowOf(page, title).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar Visão' });
  await expect(dialog.getByText('1 visão selecionada')).toBeVisible();
  await expect(dialog.getByText('Escreva seu comentário...')).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog.getByText('O campo comentário é obrigatório para a publicação.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Comentário' }).fill('Primeira versão');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(toast(page, 'A visão foi publicada com sucesso!')).toBeVisible();
  await expect(rowOf(page, title)).toContainText('Publicada');

  await page.goto(`/dashboard/${dashId}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect((await admin.call('DELETE', `/adm/v2/dash/${dashId}`)).status).toBe(200);
});

test('a view names the filters that it waits for, is shared by link, loads what is in sight, and stands on a wall without the menu', async ({
  page,
}) => {
  await page.goto('/dashboard/1');
  await expect(page.getByRole('heading', { level: 2, name: 'Filtros' })).toBeVisible();
  const notice =
    'Para carregar os dados, preencha os filtros: Unidade. Depois clique em Aplicar ou em Recarregar.';
  await expect(toast(page, notice)).toBeVisible();
  // Widgets that do not need the filter have their data.
  const units = page.getByRole('figure', { name: 'Pessoas em cada unidade' });
  await expect(units.getByText('Comercial').first()).toBeVisible();
  // A chart is as high as its tile: seven rows and the gaps between them.
  expect((await placeOf(units)).height).toBeCloseTo(7 * 50 + 6 * 12, -1);
  // The scrolling container is opaque: the browser would paint all of the view in each frame of a scroll.
  await expect(page.locator('[data-screen]')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  const unit = page.getByRole('combobox', { name: 'Unidade' });
  await unit.fill('Comercial');
  await page.getByRole('option', { name: 'Comercial' }).click();
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page).toHaveURL(/\?unit=\d+$/);
  await expect(page.getByText('@acme.example').first()).toBeVisible();
  const shared = page.url();

  await page.goto('/dashboard/2');
  await expect(page.getByText('Acme Engenharia Ltda. Filial Recife')).toBeVisible();
  // Kept for the person, and in the link.
  await page.goto('/dashboard/1');
  await expect(page).toHaveURL(/\?unit=\d+$/);
  await page.goto(shared);
  await expect(page.getByText('@acme.example').first()).toBeVisible();
  await page.getByRole('button', { name: 'Limpar Filtros' }).click();
  await expect(page.getByText('@acme.example')).toHaveCount(0);

  await test.step('it loads what is in sight, and shows the rows of a tile', async () => {
    await page.setViewportSize({ width: 390, height: 300 });
    const asked: string[] = [];
    page.on('request', (request) => {
      const found = /\/dash\/load\/data\/([\w.-]+)\/\d/.exec(request.url());
      if (found) asked.push(found[1]!);
    });
    await page.goto('/dashboard/1?unit=1');
    await expect(page.getByRole('figure', { name: 'Pessoas em cada unidade' })).toBeVisible();
    // In one column the list is far below.
    await expect(page.locator('[data-tile="list"]')).toHaveText('');
    expect(asked).not.toContain('list');
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(page.getByText('@acme.example').first()).toBeVisible();
    expect(asked).toContain('list');

    const tile = page.locator('[data-tile="byUnit"]');
    await tile.hover();
    await tile.getByRole('button', { name: /^Ações/ }).click();
    await page.getByRole('menuitem', { name: 'Ver dados' }).click();
    const rows = page.getByRole('dialog', { name: 'Dados: Pessoas em cada unidade' });
    await expect(rows.getByRole('cell', { name: 'Comercial' })).toBeVisible();
    await rows.getByRole('button', { name: 'Fechar' }).click();
  });

  await page.getByRole('banner').waitFor();
  await page.goto('/dashboard/1?unit=1&display=wall');
  await expect(page.getByRole('heading', { level: 1, name: 'Pessoas por unidade' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toHaveCount(0);
  await expect(page.getByText(/^Atualizado às/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/dashboard\/1\?unit=1$/);
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
});

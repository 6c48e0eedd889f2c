import { unique } from './support/api.ts';
import { placeOf } from './support/place.ts';
import { choose, openUsers, rowOf, search } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('the menu leads to the list of people, page by page, and stays collapsed', async ({ page }) => {
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await expect(menu.getByText('Overview', { exact: true })).toBeVisible();
  await menu.getByRole('searchbox', { name: 'Pesquisar' }).fill('usu');
  await expect(menu.getByText('Results...')).toBeVisible();
  await menu.getByRole('link', { name: 'Usuários' }).click();
  await expect(page).toHaveURL(/\/admin-user$/);
  await expect(page).toHaveTitle(/^Usuários · Acme/);
  await expect(page.getByRole('navigation', { name: 'Trilha de navegação' })).toContainText('Usuários');

  for (const title of ['Nome', 'E-mail', 'Login', 'Atualizado em', 'Status']) {
    await expect(page.getByRole('columnheader', { name: title })).toBeVisible();
  }
  await expect(rowOf(page, 'Administração Acme')).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(51);
  const pages = page.getByRole('navigation', { name: 'Paginação' });
  await expect(page.getByText(/^1–50 de \d+$/)).toBeVisible();
  await expect(pages.getByRole('button', { name: 'Página anterior' })).toBeDisabled();
  await pages.getByRole('button', { name: 'Próxima página' }).click();
  await expect(page.getByText(/^51–\d+ de \d+$/)).toBeVisible();
  await expect(pages.getByRole('button', { name: 'Página 2' })).toHaveAttribute('aria-current', 'page');
  await expect(rowOf(page, 'Administração Acme')).toHaveCount(0);

  await choose(page, 'Por página', '25');
  await expect(page.getByText(/^1–25 de \d+$/)).toBeVisible();
  await expect(rows).toHaveCount(26);

  expect((await placeOf(menu)).width).toBe(250);
  await page.getByRole('button', { name: 'Recolher menu' }).click();
  await expect.poll(async () => (await placeOf(menu)).width).toBe(70);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expandir menu' })).toBeVisible();
  await menu.getByRole('button', { name: 'Segurança' }).hover();
  await menu.getByRole('link', { name: 'Grupo de Acesso' }).click();
  await expect(page).toHaveURL(/\/admin-grupoacesso$/);
});

test('the list of people is restored by its address, also after going back, and is searched, filtered and sorted', async ({
  page,
  admin,
}) => {
  await test.step('it is restored after going back, after a reload, and by its address', async () => {
    const mark = unique();
    await admin.createPerson({ name: `Dora ${mark}`, isActive: 'N' });
    await openUsers(page);
    const next = page.getByRole('button', { name: 'Próxima página' });
    await next.click();
    await expect(page).toHaveURL('/admin-user?page=2');
    await page.reload();
    await expect(page.getByText(/^51–\d+ de \d+$/)).toBeVisible();

    await choose(page, 'Status', 'Inativo');
    await search(page, mark);
    await expect(page).toHaveURL(`/admin-user?isActive=N&text=${mark}`);
    await rowOf(page, `Dora ${mark}`)
      .getByRole('button', { name: `Dora ${mark}`, exact: true })
      .click();
    await expect(page).toHaveURL(/\/admin-user\/\d+$/);
    await page.goBack();
    await expect(rowOf(page, `Dora ${mark}`)).toContainText('Inativo');
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Inativo');

    // The menu opens the list in its initial state.
    await page
      .getByRole('navigation', { name: 'Menu principal' })
      .getByRole('link', { name: 'Usuários' })
      .click();
    await expect(page).toHaveURL('/admin-user');
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Ativo');
    await expect(page.getByText(/^1–50 de \d+$/)).toBeVisible();
  });

  await test.step('people are searched without accents, filtered, sorted, and not found', async () => {
    const suffix = unique();
    await Promise.all([
      admin.createPerson({ name: `Álvaro ${suffix}` }),
      admin.createPerson({ name: `Bruna ${suffix}`, login: `bruna.${suffix}` }),
      admin.createPerson({ name: `Conceição ${suffix}`, isActive: 'N' }),
    ]);
    await search(page, `CONCEICAO ${suffix}`);
    await expect(page.getByText('Não há itens para exibir')).toBeVisible();
    const status = page.getByRole('combobox', { name: 'Status' });
    await expect(status).toHaveText('Ativo');
    await choose(page, 'Status', 'Inativo');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(rowOf(page, `Conceição ${suffix}`)).toContainText('Inativo');
    await expect(page.getByTitle('2 filtros ativos')).toHaveText('2');

    await page.getByRole('button', { name: 'Limpar Filtros' }).click();
    await expect(page.getByTitle(/filtros? ativos?$/)).toHaveCount(0);
    await expect(status).toHaveText('Ativo');
    await expect(page.getByRole('searchbox', { name: 'Busca' })).toHaveValue('');

    await choose(page, 'Status', 'Todos');
    // Enter applies the search, like the button.
    await page.getByRole('searchbox', { name: 'Busca' }).fill(suffix);
    await page.getByRole('searchbox', { name: 'Busca' }).press('Enter');
    const names = page.getByRole('row').getByText(suffix).and(page.getByRole('button'));
    await expect(names).toHaveText([`Álvaro ${suffix}`, `Bruna ${suffix}`, `Conceição ${suffix}`]);
    const header = page.getByRole('columnheader', { name: 'Nome' });
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect(names).toHaveText([`Conceição ${suffix}`, `Bruna ${suffix}`, `Álvaro ${suffix}`]);

    await choose(page, 'Perfil', 'Usuário');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(names).toHaveText([`Bruna ${suffix}`]);
    await search(page, `${suffix} nobody`);
    await expect(page.getByText('Não há itens para exibir')).toBeVisible();
  });

  await test.step('an impossible address shows the list as it begins, and says so', async () => {
    // The browser refuses the page; the server refuses the rows per page and the order.
    for (const query of ['page=-1', 'perPage=7000', 'page=2&order=nothing_asc']) {
      await page.goto(`/admin-user?${query}`);
      await expect(page.getByText(/^1–50 de \d+$/)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Avisos' })).toContainText(
        'O endereço pedia valores que esta tela não aceita',
      );
      await expect(page).toHaveURL('/admin-user');
    }
  });
});

import { rowOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a list stands where it will while its code is still loading, and once it is there, rows stay where they are', async ({
  page,
}) => {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/FeatureTable.*\.js/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/basic-company');
  const places = async () => {
    const boxes = ['#list', '#list [data-scroller]'].map((place) => page.locator(place).boundingBox());
    const heads = ['Razão social', 'CNPJ'].map((name) =>
      page.getByRole('columnheader', { name }).boundingBox(),
    );
    return Promise.all([...boxes, ...heads]);
  };
  await expect(page.getByRole('columnheader', { name: 'Razão social' })).toBeVisible();
  // The columns follow the rows, which are there before the code.
  await expect(page.getByText(/^[\d.]+ empresas$/)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Selecionar todos' })).toHaveCount(0);
  const before = await places();
  arrive();
  await expect(page.getByRole('checkbox', { name: 'Selecionar todos' })).toHaveCount(1);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  const [list, rows, ...heads] = await places();
  expect(heads).toEqual(before.slice(2));
  // The pages of the list come with its rows, below them.
  for (const [at, box] of [list, rows].entries())
    expect([box!.x, box!.y, box!.width]).toEqual([before[at]!.x, before[at]!.y, before[at]!.width]);
  await test.step('the rows stay where they are when the columns are set at once, with code that is there', async () => {
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await menu.getByRole('button', { name: 'Segurança' }).click();
    await menu.getByRole('link', { name: 'Usuários' }).click();
    await expect(rowOf(page, 'Administração Acme')).toBeVisible();
    const scroller = page.locator('[data-scroller]');
    await scroller.evaluate((box) => box.scrollTo({ top: 300 }));
    await page.getByRole('button', { name: 'Colunas' }).click();
    await expect(page.getByRole('dialog', { name: 'Colunas' })).toBeInViewport();
    await expect.poll(() => scroller.evaluate((box) => box.scrollTop)).toBe(300);
  });
  await test.step('the choice is the person’s: it is there from the first row of the next visit', async () => {
    const panel = page.getByRole('dialog', { name: 'Colunas' });
    const login = page.getByRole('columnheader', { name: 'Login' });
    await panel.getByRole('checkbox', { name: 'Login' }).click();
    await page.keyboard.press('Escape');
    await expect(login).toHaveCount(0);
    await page.reload();
    await expect(rowOf(page, 'Administração Acme')).toBeVisible();
    await expect(login).toHaveCount(0);
    await page.getByRole('button', { name: 'Colunas' }).click();
    await panel.getByRole('button', { name: 'Restaurar padrão' }).click();
    await page.keyboard.press('Escape');
    await expect(login).toBeVisible();
  });
});

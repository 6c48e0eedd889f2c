import { unique } from './support/api.ts';
import { expectAccessible } from './support/accessible.ts';
import { placeOf } from './support/place.ts';
import { sessionValues, toast } from './support/screen.ts';
import { signInButton } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('a phone gets drawer, cards, sheet and one column, and signs out at the foot of the drawer', async ({
  page,
  admin,
}) => {
  const suffix = unique();
  const person = await admin.createPerson({ name: `Cíntia ${suffix}`, isActive: 'N' });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Olá, Administração Acme' })).toBeVisible();
  await page.getByRole('button', { name: 'Abrir menu' }).tap();
  const drawer = page.getByRole('dialog', { name: 'Menu principal' });
  await expect(drawer).toContainText('Administração Acme');
  await expect(drawer).toContainText('localhost');
  expect((await placeOf(drawer)).width).toBeCloseTo(390, 1);
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Segurança' }).tap();
  let arrive: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/HeaderMenu-/, async (route) => {
    await held;
    await route.continue();
  });
  await drawer.getByRole('link', { name: 'Usuários' }).tap();
  await expect(page.getByRole('heading', { name: 'Usuários' })).toBeVisible();
  await expect(drawer).toHaveCount(0);

  const cards = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Ações de/ }) });
  await expect(cards.filter({ hasText: 'Administração Acme' })).toHaveCount(1);
  await expect(page.getByRole('table')).toHaveCount(0);
  await test.step('the buttons of the page header stand where they are when its menu arrives', async () => {
    const create = page.getByRole('button', { name: 'Usuário', exact: true });
    const before = await placeOf(create);
    await expect(page.getByRole('button', { name: 'Mais ações' })).toHaveCount(0);
    arrive();
    await expect(page.getByRole('button', { name: 'Mais ações' })).toBeVisible();
    expect(await placeOf(create)).toEqual(before);
  });
  await page.getByRole('button', { name: /^Filtros/ }).tap();
  const sheet = page.getByRole('dialog', { name: 'Filtros' });
  // The sheet opens at 56 % of the window, and is dragged to its full height.
  await expect.poll(async () => (await sheet.boundingBox())!.height).toBeCloseTo(844 * 0.56, -1);
  const handle = await placeOf(sheet.locator('[data-handle]'));
  await page.mouse.move(195, handle.y + 8);
  await page.mouse.down();
  await page.mouse.move(195, 60, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await sheet.boundingBox())!.height).toBeGreaterThan(780);
  const segment = sheet.getByRole('group', { name: 'Status' }).locator('label', { hasText: 'Inativo' });
  expect((await placeOf(segment)).height).toBeGreaterThanOrEqual(44);
  await segment.tap();
  await expect(sheet.getByRole('radio', { name: 'Inativo' })).toBeChecked();
  await sheet.getByRole('button', { name: 'Aplicar' }).tap();
  await expect(sheet).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Busca' }).fill(suffix);
  await page.getByRole('searchbox', { name: 'Busca' }).press('Enter');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('Inativo');
  await expectAccessible(page);

  // From edge to edge, 76 high, and pressed anywhere.
  const card = await placeOf(cards);
  expect([card.x, card.width, card.height]).toEqual([0, 390, 76]);
  await page.mouse.click(card.x + 200, card.y + card.height - 6);
  await expect(page).toHaveURL(new RegExp(`/admin-user/${person.id}$`));
  await page.goBack();
  await expect(cards).toHaveCount(1);

  const more = page.getByRole('button', { name: `Ações de ${person.name}` });
  await more.tap();
  const menu = page.getByRole('dialog', { name: person.name });
  await expect(menu).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(more).toBeFocused();
  await more.tap();
  await page.getByRole('menuitem', { name: 'Ativar' }).tap();
  await expect(toast(page, 'Pessoa ativada com sucesso')).toBeVisible();
  await expect(page.getByText('Não há itens para exibir')).toBeVisible();

  await page.goto(`/admin-user/${person.id}`);
  const name = page.getByRole('textbox', { name: 'Nome', exact: true });
  await expect(name).toHaveValue(person.name);
  const boxes = await Promise.all(
    ['Nome', 'E-mail'].map((label) => placeOf(page.getByRole('textbox', { name: label, exact: true }))),
  );
  expect(boxes[0]?.x).toBe(boxes[1]?.x);
  expect(boxes[1]?.y).toBeGreaterThan(boxes[0]?.y ?? 0);
  // Nothing overflows the window.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Abrir o calendário de Data de nascimento' }).tap();
  const calendar = page.getByRole('dialog', { name: 'Data de nascimento' });
  await expect(calendar.locator(':focus')).toBeVisible();
  const { x, width } = await placeOf(calendar);
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(390);

  await page.keyboard.press('Escape');
  await expect(calendar).toHaveCount(0);
  await page.getByRole('button', { name: 'Abrir menu' }).tap();
  await drawer.getByRole('button', { name: 'Sair' }).tap();
  await expect(signInButton(page)).toBeVisible();
  await expect.poll(() => sessionValues(page)).toEqual({});
});

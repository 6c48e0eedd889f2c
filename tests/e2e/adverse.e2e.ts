import type { Page } from '@playwright/test';
import { openUserMenu, rowOf, search, toast } from './support/screen.ts';
import { enter, password, signInButton } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Salvar(?! grupos)/ });

test('a font that never arrives moves nothing: its fallback has the same measure', async ({
  page,
  openAs,
}) => {
  /** Upper edges and heights of what stands on the form. */
  const rows = async (of: Page) => {
    await of.setViewportSize({ width: 1440, height: 900 });
    await of.goto('/admin-user/create');
    await expect(field(of, 'Nome')).toBeVisible();
    return of.locator('h1, h2, label, input, main header button, nav a').evaluateAll((all) =>
      all.map((one) => {
        const { y, height } = one.getBoundingClientRect();
        return `${one.tagName} ${one.textContent} ${Math.round(y)} ${Math.round(height)}`;
      }),
    );
  };
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  const there = await rows(page);
  expect(await page.evaluate(() => document.fonts.check('14px "Inter Variable"'))).toBe(true);

  const without = await openAs('admin');
  let asked = 0;
  await without.route('**/*.woff2', () => void (asked += 1));
  const missing = await rows(without);
  expect(asked).toBeGreaterThan(0);
  expect(there.length).toBeGreaterThan(20);
  expect(missing).toEqual(there);
  await without.unrouteAll({ behavior: 'ignoreErrors' });
});

/** Makes the browser's storage throw, on access or on writing only. */
async function breakStorage(page: Page, how: 'denied' | 'full'): Promise<void> {
  await page.addInitScript((kind) => {
    const refuse = () => {
      throw new DOMException(kind, kind === 'full' ? 'QuotaExceededError' : 'SecurityError');
    };
    if (kind === 'full') Storage.prototype.setItem = refuse;
    else
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, { get: refuse });
  }, how);
}

test.describe('storage', () => {
  test.use({ login: null });

  for (const how of ['denied', 'full'] as const)
    test(`that is ${how} loses nothing within the page, and it is said that the session is not kept`, async ({
      page,
      admin,
    }) => {
      await breakStorage(page, how);
      const person = await admin.createPerson();
      await page.goto('/login');
      if (how === 'full')
        await test.step('a window of 1280 by 1024 at 400 % shows the sign-in page without a sideways scroll', async () => {
          await page.setViewportSize({ width: 320, height: 256 });
          const button = signInButton(page);
          await button.scrollIntoViewIfNeeded();
          await expect(button).toBeInViewport({ ratio: 1 });
          const { scrollWidth, clientWidth } = await page
            .locator('html')
            .evaluate(({ scrollWidth: all, clientWidth: seen }) => ({ scrollWidth: all, clientWidth: seen }));
          expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
          await page.setViewportSize({ width: 1440, height: 900 });
        });
      await enter(page, 'admin', password);
      await expect(page.getByRole('heading', { name: /^Olá/ })).toBeVisible();
      await expect(toast(page, /Este navegador não guarda dados/)).toBeVisible();
      await page.getByRole('button', { name: 'Segurança' }).click();
      await page
        .getByRole('navigation', { name: 'Menu principal' })
        .getByRole('link', { name: 'Usuários' })
        .click();
      await search(page, person.name);
      await rowOf(page, person.name).getByText(person.name).click();
      await field(page, 'Nome').fill(`${person.name} Lima`);
      await save(page).click();
      await expect(toast(page, `Usuário ${person.name} Lima foi editado com sucesso.`)).toBeVisible();
      // Choices hold for the page.
      await openUserMenu(page);
      await page.getByRole('menuitemradio', { name: 'English' }).click();
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
      await openUserMenu(page, 'User menu');
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await expect(page).toHaveURL(/\/login$/);
      // The choice was the administrator's, on every device.
      const path = '/adm/v2/sec/me/preferences/language';
      expect((await admin.call('PUT', path, { value: null })).status).toBe(200);
    });
});

for (const [what, days] of [
  ['ahead', 1],
  ['behind', -1],
] as const)
  test(`a device whose clock is a day ${what} shows the server's date, stays signed in and names ages right`, async ({
    page,
    admin,
  }) => {
    const person = await admin.createPerson();
    const now = new Date();
    await page.clock.setSystemTime(now.getTime() + days * 24 * 60 * 60 * 1000);
    await page.goto(`/admin-user/${person.id}`);
    await expect(field(page, 'Nome')).toHaveValue(person.name);
    await page.goto('/');
    const today = (at: Date) =>
      new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeZone: 'America/Sao_Paulo' }).format(at);
    // The test may run over midnight.
    await expect(page.getByText(today(now)).or(page.getByText(today(new Date())))).toBeVisible();
    await expect(page.getByRole('region', { name: 'Recentes' }).getByRole('listitem').first()).toContainText(
      /agora|há \d+ (s|min)/,
    );
    await page.getByRole('region', { name: 'Recentes' }).getByRole('link').first().click();
    await expect(field(page, 'Nome')).toHaveValue(person.name);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

test('two tabs that sign out at once both end at the sign-in page, without a fault', async ({ openAs }) => {
  const page = await openAs(null);
  await page.goto('/login');
  await enter(page, 'admin', password);
  await expect(page.getByRole('heading', { name: /^Olá/ })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/admin-user');
  await expect(rowOf(other, 'Administração Acme')).toBeVisible();
  for (const tab of [page, other]) await openUserMenu(tab);
  const leave = await Promise.all(
    [page, other].map((tab) => tab.getByRole('menuitem', { name: 'Sair' }).elementHandle()),
  );
  // The second may be signed out by the first before its own press.
  await Promise.all(leave.map((item) => item?.evaluate((element) => (element as HTMLElement).click())));
  for (const tab of [page, other]) {
    await expect(signInButton(tab)).toBeVisible();
    await expect(tab).toHaveURL(/\/login$/);
    await expect(tab.getByRole('alertdialog')).toHaveCount(0);
    expect(await tab.evaluate(() => localStorage.getItem('molde.accessToken'))).toBeNull();
  }
});

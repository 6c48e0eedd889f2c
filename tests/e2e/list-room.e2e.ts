import type { Page } from '@playwright/test';
import { unique } from './support/api.ts';
import { openUsers, rowOf } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** Pixels that an element could be scrolled by, sideways and down. */
const hidden = (page: Page, selector: string) =>
  page.locator(selector).evaluate((box) => ({
    x: box.scrollWidth - box.clientWidth,
    y: box.scrollHeight - box.clientHeight,
  }));

test('columns leave before anything scrolls sideways, and their values are in the details', async ({
  page,
}) => {
  await openUsers(page);
  expect((await hidden(page, '[data-scroller]')).x).toBe(0);
  await page.setViewportSize({ width: 960, height: 768 });
  await expect(page.getByRole('columnheader', { name: 'Login' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Nome' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeInViewport({ ratio: 1 });
  expect((await hidden(page, '[data-scroller]')).x).toBe(0);
  await page.getByRole('button', { name: 'Detalhes de Administração Acme' }).click();
  const login = page.getByRole('term').filter({ hasText: 'Login' });
  await expect(login).toBeInViewport();
  await expect(page.getByRole('definition').filter({ hasText: /^admin$/ })).toBeInViewport();
});

test('the buttons of a row cover its last cell, with its hairline', async ({ page }) => {
  await openUsers(page);
  const row = rowOf(page, 'Administração Acme');
  await row.hover();
  const strip = (await row.getByRole('group', { name: 'Ações de Administração Acme' }).boundingBox())!;
  const cell = (await row.getByRole('gridcell', { name: 'Ativo' }).boundingBox())!;
  expect(strip.x).toBeCloseTo(cell.x, 0);
  expect(strip.y).toBeCloseTo(cell.y, 0);
  expect(strip.width).toBeCloseTo(cell.width, 0);
  expect(strip.height).toBeCloseTo(cell.height, 0);
  expect(cell.width).toBeGreaterThanOrEqual(150);
});

test('in a low window the page scrolls, and in a high one the rows do', async ({ page }) => {
  await openUsers(page);
  const pager = page.getByRole('navigation', { name: 'Paginação' });
  await expect(pager).toBeInViewport({ ratio: 1 });
  expect((await hidden(page, '[data-scroller]')).y).toBeGreaterThan(500);
  expect((await hidden(page, '[data-screen]')).y).toBe(0);

  await page.setViewportSize({ width: 1280, height: 450 });
  expect((await hidden(page, '[data-scroller]')).y).toBe(0);
  expect((await hidden(page, '[data-screen]')).y).toBeGreaterThan(500);
  await expect(pager).not.toBeInViewport();
  await page.getByRole('gridcell', { name: 'Ativo' }).last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('columnheader', { name: 'Nome' })).not.toBeInViewport();
});

test('Escape from a row menu returns the focus to the row', async ({ page }) => {
  await openUsers(page);
  const row = rowOf(page, 'Administração Acme');
  await row.getByRole('button', { name: 'Administração Acme', exact: true }).focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu', { name: 'Ações de Administração Acme' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(row.locator(':focus')).toBeVisible();
});

test('names without a space, in other scripts and with combining marks stay in their card at 320 pixels', async ({
  page,
  admin,
}) => {
  const suffix = unique();
  const names = [
    `${'x'.repeat(180)}${suffix}`,
    `محمد عبد الرحمن ${suffix}`,
    `👩‍👩‍👧‍👦👩🏽‍🚀 ${suffix}`,
    `Z̷̛̤a͖̽l̫̐g̰̈o̤͊ ${suffix}`,
  ];
  for (const name of names) await admin.createPerson({ name, isActive: 'N' });
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(`/admin-user?isActive=N&text=${suffix}`);
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Ações de/ }) });
  await expect(cards).toHaveCount(names.length);
  for (const card of await cards.all()) {
    const box = (await card.boundingBox())!;
    const more = (await card.getByRole('button', { name: /^Ações de/ }).boundingBox())!;
    const name = (await card.getByRole('button').first().boundingBox())!;
    expect([box.x, box.width, box.height]).toEqual([0, 320, 76]);
    expect(name.x + name.width).toBeLessThanOrEqual(more.x);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

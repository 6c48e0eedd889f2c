import type { Page } from '@playwright/test';
import { weigh } from '../bench/lib/weight.mjs';
import { expect, test } from './support/test.ts';

/** What a page may load that is opened for the first time, gzipped. */
const budget = { login: 170_000, users: 260_000 };

test('a first visit to the sign-in page stays within its budget of script', async ({ openAs }) => {
  const page = await openAs(null);
  await expectWithin(page, budget.login, async () => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  });
});

test('a first visit to a list stays within its budget of script', async ({ page }) => {
  await expectWithin(page, budget.users, async () => {
    await page.goto('/admin-user');
    await expect(page.getByRole('row').nth(5)).toBeVisible();
  });
});

async function expectWithin(page: Page, most: number, visit: () => Promise<void>): Promise<void> {
  const weight = weigh(page);
  await visit();
  await page.waitForLoadState('networkidle');
  // The editor of definitions weighs more than all of the rest: it comes to who opens it.
  expect(weight.scripts().filter(({ name }) => /editor|monaco/i.test(name))).toEqual([]);
  expect(weight.scriptBytes(), listing(weight.scripts())).toBeLessThanOrEqual(most);
}

function listing(scripts: { name: string; bytes: number }[]): string {
  return scripts.map(({ name, bytes }) => `${name} ${bytes}`).join('\n');
}

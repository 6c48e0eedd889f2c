import { expect, test as base, type Page } from '@playwright/test';
import { serveBenchPage } from '../bench/lib/page.mjs';
import type { BenchCase } from '../bench/page/cases.ts';

/**
 * Properties of the engine that do not depend on the machine: numbers of elements, renders and repeated work.
 * tests/bench/engine.mjs prints times.
 */
interface BenchWindow {
  __ready?: boolean;
  __in: BenchCase;
  __go(): void;
  __counters: { compiles: number; renders: Record<string, number> };
  __benchCase(name: string): Promise<BenchCase>;
  __benchTwin(name: string): Promise<() => void>;
  __mount(definition: BenchCase['definition'], data: BenchCase['data']): void;
  __unmount(): void;
  __resetCounters(): void;
}
declare const window: BenchWindow;

const test = base.extend<object, { benchUrl: string }>({
  benchUrl: [
    // Playwright reads the names of fixtures from the destructuring: none here.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const bench = await serveBenchPage();
      await use(bench.url);
      await bench.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

// One worker builds the page: two at once would replace each other's files.
test.describe.configure({ mode: 'default' });

const rowsOf = (page: Page) => page.locator('[data-row]');
const elementsOf = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

async function openCase(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await expect.poll(() => page.evaluate(() => window.__ready)).toBe(true);
  await page.evaluate(async (caseName) => {
    window.__in = await window.__benchCase(caseName);
  }, name);
  await mount(page);
}

async function mount(page: Page): Promise<void> {
  await page.evaluate(() => window.__mount(window.__in.definition, window.__in.data));
  await expect(rowsOf(page).nth(10)).toBeAttached();
}

test('a list of 50 rows has about as many elements as one written by hand', async ({ page, benchUrl }) => {
  await openCase(page, benchUrl, 'table-50');
  await expect(rowsOf(page)).toHaveCount(50);
  const own = await elementsOf(page);
  await page.evaluate(async () => {
    window.__unmount();
    (await window.__benchTwin('table-50'))();
  });
  await expect(rowsOf(page)).toHaveCount(50);
  expect(own).toBeLessThanOrEqual((await elementsOf(page)) * 1.1);
});

test('of thousands of rows only those in view are in the document, wherever it is scrolled to', async ({
  page,
  benchUrl,
}) => {
  for (const rows of [1_000, 100_000]) {
    await openCase(page, benchUrl, `table-${rows}`);
    expect(await rowsOf(page).count()).toBeLessThanOrEqual(60);
    await page.locator('[data-scroller]').evaluate((scroller) => {
      scroller.scrollTop = scroller.scrollHeight;
    });
    await expect(page.locator(`[data-row="${rows}"]`)).toBeVisible();
    expect(await rowsOf(page).count()).toBeLessThanOrEqual(60);
  }
});

test('a screen that is opened again is not compiled again, and another order renders the rows and no node of it', async ({
  page,
  benchUrl,
}) => {
  await openCase(page, benchUrl, 'filter-50');
  await page.evaluate(() => {
    window.__unmount();
    window.__resetCounters();
  });
  await mount(page);
  const { compiles, renders } = await page.evaluate(() => window.__counters);
  expect(compiles).toBe(0);
  // The rows are ready from the start, so nothing renders twice to get them.
  expect(renders).toEqual({ filters: 1, table: 1 });
  await page.evaluate(() => window.__resetCounters());
  await page.getByRole('button', { name: 'Valor' }).click();
  await expect(page.locator('[data-key=amount]')).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.locator('[data-line="0"]')).not.toHaveAttribute('data-row', '1');
  expect((await page.evaluate(() => window.__counters)).renders).toEqual({});
});

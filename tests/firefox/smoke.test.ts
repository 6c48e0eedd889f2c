import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '../../scripts/lib/server.mjs';

/** `npm test -- firefox` sets it to the installed Firefox. */
const executablePath = process.env.FIREFOX_PATH ?? '';

let server: Awaited<ReturnType<typeof startServer>>;
let browser: Browser;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  server = await startServer();
  // The command that sets a page's size is unknown to the extended support release.
  const args = ['--width=1440', '--height=985'];
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: null,
    args,
  });
  page = await browser.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

// Puppeteer's locators and text selectors are compiled in the page, which its policy forbids in the extended support release.
const isThere = (selector: string, words: string) =>
  page.evaluate(
    (css, part) => [...document.querySelectorAll(css)].some(({ textContent }) => textContent?.includes(part)),
    selector,
    words,
  );
async function waitForText(selector: string, words = ''): Promise<void> {
  await expect.poll(() => isThere(selector, words), { timeout: 60_000 }).toBe(true);
}
const heading = (name: string) => waitForText('h1', name);
const type = async (selector: string, text: string) => {
  await waitForText(selector);
  await page.evaluate((css) => document.querySelector<HTMLElement>(css)?.focus(), selector);
  await page.keyboard.type(text);
};

it('signs in, reads a list, creates a record and edits a definition', async () => {
  await page.goto(`${server.url}/login`);
  await type('input[autocomplete="username"]', 'admin');
  await type('input[type="password"]', 'molde-demo');
  await page.keyboard.press('Enter');
  await heading('Olá');

  await page.goto(`${server.url}/admin-user`);
  await heading('Usuários');
  await waitForText('tr[data-row]');
  // A table one pixel wider than its room gets a scroll bar that covers the last row.
  const overflow = await page.evaluate(() => {
    const scroller = document.querySelector('[data-scroller]')!;
    return scroller.scrollWidth - scroller.clientWidth;
  });
  expect(overflow).toBe(0);

  await page.goto(`${server.url}/admin-user/create`);
  await type('#name', 'Aaron Firefox');
  await type('#email', 'aaron.firefox@acme.example');
  await page.keyboard.down('Control');
  await page.keyboard.press('s');
  await page.keyboard.up('Control');
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 60_000 }).toBe('/admin-user');
  await waitForText('tr', 'Aaron Firefox');

  await page.goto(`${server.url}/admin-definition/screen/admin-user`);
  await waitForText('.monaco-editor .view-line');
  expect(errors).toEqual([]);
}, 180_000);

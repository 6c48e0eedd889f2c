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
  browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  page.on('pageerror', (error) => errors.push(String(error)));
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const heading = (name: string) => page.waitForSelector(`h1::-p-text(${name})`);
const type = async (selector: string, text: string) => {
  await page.waitForSelector(selector);
  await page.locator(selector).fill(text);
};

it('signs in, reads a list, creates a record and edits a definition', async () => {
  await page.goto(`${server.url}/login`);
  await type('input[autocomplete="username"]', 'admin');
  await type('input[type="password"]', 'molde-demo');
  await page.keyboard.press('Enter');
  await heading('Olá');

  await page.goto(`${server.url}/admin-user`);
  await heading('Usuários');
  await page.waitForSelector('tr[data-row]');
  // A table one pixel wider than its room gets a scroll bar that covers the last row.
  const overflow = await page.$eval(
    '[data-scroller]',
    (scroller) => scroller.scrollWidth - scroller.clientWidth,
  );
  expect(overflow).toBe(0);

  await page.goto(`${server.url}/admin-user/create`);
  await type('#name', 'Aaron Firefox');
  await type('#email', 'aaron.firefox@acme.example');
  await page.locator('button::-p-text(Salvar)').click();
  await page.waitForFunction(() => window.location.pathname === '/admin-user');
  await page.waitForSelector('tr ::-p-text(Aaron Firefox)');

  await page.goto(`${server.url}/admin-definition/screen/admin-user`);
  await page.waitForSelector('.monaco-editor .view-line');
  expect(errors).toEqual([]);
}, 180_000);

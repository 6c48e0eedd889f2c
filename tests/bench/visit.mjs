// Goes from the users list to a record and back, and measures each way: `node tests/bench/visit.mjs [runs]`
import { chromium } from '@playwright/test';
import { buildApart } from '../../scripts/build.mjs';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { median, printTable } from './lib/table.mjs';

const runs = Number(process.argv[2] ?? 7);
/** Milliseconds after the paint in which shifts and requests still count. */
const rest = 700;

await buildApart();
const server = await startServer();
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: launchArgs });
try {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  let requests = 0;
  page.on('request', () => (requests += 1));
  await page.addInitScript(observeShifts);
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Usuário').fill('admin');
  await page.getByRole('textbox', { name: 'Senha' }).fill('molde-demo');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));

  const list = '[data-row] button';
  const record = 'main input[type=text]:not([role=searchbox])';
  const found = new Map();
  /** Goes one way; the first time in a document loads code, so it is told apart. */
  const measure = async (way, start, selector) => {
    const before = requests;
    await page.evaluate(watchFor, [start, selector]);
    const took = await page.evaluate(() => window.__painted);
    await page.waitForTimeout(rest);
    const shift = await page.evaluate(() => window.__shifts.splice(0).reduce((sum, one) => sum + one, 0));
    const all = found.get(way) ?? [];
    found.set(way, [...all, { took, shift, requests: requests - before }]);
  };
  for (let run = 0; run < runs; run += 1) {
    // A document of its own for each run, so that its first visit is one.
    await page.goto(`${server.url}/admin-user`);
    await page.locator(list).first().waitFor();
    await page.waitForTimeout(rest);
    await page.evaluate(() => window.__shifts.splice(0));
    for (const time of ['first', 'second']) {
      await measure(`list to record, ${time} time`, 'press', record);
      await measure(`record to list, ${time} time`, 'back', list);
    }
  }
  const of = (all, key) => all.map((one) => one[key]);
  printTable(
    ['way', 'first paint, ms (median)', 'worst', 'layout shift (worst)', 'requests (median)', 'runs'],
    [...found].map(([way, all]) => [
      way,
      median(of(all, 'took')).toFixed(0),
      Math.max(...of(all, 'took')).toFixed(0),
      Math.max(...of(all, 'shift')).toFixed(4),
      median(of(all, 'requests')),
      all.length,
    ]),
  );
} finally {
  await browser.close();
  await server.stop();
}

/** Collects every layout shift, also those right after a press. */
function observeShifts() {
  window.__shifts = [];
  new PerformanceObserver((entries) => {
    for (const { value } of entries.getEntries()) window.__shifts.push(value);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Starts the way and resolves `__painted` with the milliseconds until a frame with the selector's element is painted. */
function watchFor([start, selector]) {
  const old = document.querySelector(selector);
  const from = performance.now();
  window.__painted = new Promise((resolve) => {
    const look = () => {
      const now = document.querySelector(selector);
      if (!now || now === old) requestAnimationFrame(look);
      // A message that is posted in a frame arrives after its paint.
      else {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now() - from));
        port1.start();
        port2.postMessage(null);
      }
    };
    requestAnimationFrame(look);
  });
  if (start === 'back') history.back();
  else document.querySelector('[data-row] button').click();
}

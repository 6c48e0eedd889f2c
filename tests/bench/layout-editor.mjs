// Measures edits of views of many widgets in the layout editor of the real server, in a browser whose processor is slowed down four times:
// `node tests/bench/layout-editor.mjs [runs] [widgets,widgets]`. Small and large views alternate, because editing must not depend on
// size. Nothing is asserted here: src/editor/react/renders.test.tsx asserts what an edit renders.
import { chromium } from '@playwright/test';
import { buildApart } from '../../scripts/build.mjs';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { openApi } from './lib/api.mjs';
import { countFrames, paintedAfter } from './lib/frames.mjs';
import { createSampleView } from './lib/sample-view.mjs';
import { signInBrowser } from './lib/sign-in.mjs';
import { median, printTable } from './lib/table.mjs';

const runs = Number(process.argv[2] ?? 5);
const sizes = (process.argv[3] ?? '25,250').split(',').map(Number);
const slowed = 4;
const keys = 40;

await buildApart();
const server = await startServer({ LOG_LEVEL: 'error', RATE_LIMIT_PERSON: '0', RATE_LIMIT_ADDRESS: '0' });
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: launchArgs });
try {
  const call = await openApi(server.url, 'admin');
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  await signInBrowser(context, server.url);
  const found = Object.fromEntries(sizes.map((size) => [size, {}]));
  for (let run = 0; run < runs; run += 1) {
    for (const size of run % 2 === 0 ? sizes : sizes.toReversed()) {
      const { dashId } = await createSampleView(call, size);
      for (const [what, numbers] of Object.entries(await edit(context, dashId)))
        (found[size][what] ??= []).push(...numbers);
    }
  }
  const [small, large] = [sizes[0], sizes.at(-1)];
  printTable(
    [
      `slowed ${slowed} times`,
      ...sizes.map((size) => `${size} widgets: p50 / p95`),
      `p50, ${large} / ${small}`,
      'values of each',
    ],
    Object.keys(found[small]).map((what) => [
      what,
      ...sizes.map(
        (size) => `${median(found[size][what]).toFixed(0)} / ${p95(found[size][what]).toFixed(0)}`,
      ),
      (median(found[large][what]) / median(found[small][what])).toFixed(2),
      found[small][what].length,
    ]),
  );
} finally {
  await browser.close();
  await server.stop();
}

function p95(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))];
}

async function edit(context, dashId) {
  const page = await context.newPage();
  try {
    await page.goto(`${server.url}/view-admin/layout/${dashId}/C`);
    const item = page.locator('[data-canvas] [data-node="w0"] > .layout-item');
    await item.getByText('Indicador 0').last().waitFor();
    await page.waitForTimeout(1_000);
    const mounted = await page.evaluate(
      'document.querySelectorAll("[data-canvas] .layout-item-content > *").length',
    );
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowed });
    const work = async (during) => {
      const busy = async () =>
        (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')
          .value * 1_000;
      const before = await busy();
      await during();
      return (await busy()) - before;
    };
    await item.click();
    const label = page.getByRole('complementary', { name: 'Propriedades' }).getByLabel('Rótulo');
    await label.fill('x');
    const found = { 'widgets mounted': [mounted], ...(await type(page, label, work)) };
    Object.assign(found, await removeAndUndo(page, item));
    Object.assign(found, await drag(page, item, work));
    return found;
  } finally {
    await page.close();
  }
}

/** Types into a property until the widget on the canvas shows each letter. */
async function type(page, label, work) {
  await label.focus();
  await page.keyboard.press('End');
  const times = [];
  const spent = [];
  let text = 'x';
  for (let at = 0; at < keys; at += 1) {
    text += 'abcdefghij'[at % 10];
    const done = `document.querySelector('[data-canvas] [data-node="w0"]').textContent.includes(${JSON.stringify(text)})`;
    const ms = await work(async () => {
      times.push(await paintedAfter(page, text.at(-1), done));
    });
    spent.push(ms);
  }
  return { 'a letter of a property, ms until painted': times.slice(2), 'the same, CPU ms': spent.slice(2) };
}

async function removeAndUndo(page, item) {
  const removed = [];
  const undone = [];
  const isThere = `document.querySelector('[data-canvas] [data-node="w0"]')`;
  for (let at = 0; at < 5; at += 1) {
    await item.click();
    await item.focus();
    removed.push(await paintedAfter(page, 'Delete', `${isThere} === null`));
    undone.push(await paintedAfter(page, 'Control+z', `${isThere} !== null`));
    await page.waitForTimeout(200);
  }
  return { 'delete, ms until painted': removed, 'undo, ms until painted': undone };
}

async function drag(page, item, work) {
  await item.click();
  const box = await item.boundingBox();
  const move = async (from) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let at = 1; at <= 60; at += 1) {
      const turn = (at / 60) * 2 * Math.PI;
      await page.mouse.move(from.x + 200 * Math.sin(turn), from.y + 100 * (1 - Math.cos(turn)));
      await page.waitForTimeout(16);
    }
    await page.mouse.up();
  };
  const found = {};
  for (const [what, from] of [
    ['drag', { x: box.x + 40, y: box.y + 20 }],
    ['resize', { x: box.x + box.width - 4, y: box.y + box.height - 4 }],
  ]) {
    let counted;
    const ms = await work(async () => {
      counted = await countFrames(page, () => move(from));
    });
    const [frames, late] = counted;
    found[`${what} of 60 steps, CPU ms`] = [ms];
    found[`${what}, % of frames over 33 ms`] = [(100 * late) / frames];
    await page.keyboard.press('Control+z');
    await page.waitForTimeout(300);
  }
  return found;
}

// Measures how a screen of many nodes mounts and how long it blocks the page: `node tests/bench/mount.mjs [runs] [nodes]`
import { chromium } from '@playwright/test';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';
import { openBench } from './lib/measure.mjs';
import { serveBenchPage } from './lib/page.mjs';
import { median, printTable } from './lib/table.mjs';

const runs = Number(process.argv[2] ?? 5);
const nodes = Number(process.argv[3] ?? 2_000);

const bench = await serveBenchPage();
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: launchArgs });
try {
  const found = {};
  for (let run = 0; run < runs; run += 1) {
    for (const [what, number] of Object.entries(await measure())) (found[what] ??= []).push(number);
  }
  printTable(
    [`${nodes} nodes`, 'median', 'worst', 'runs'],
    Object.entries(found).map(([what, numbers]) => [
      what,
      median(numbers).toFixed(0),
      Math.max(...numbers).toFixed(0),
      numbers.length,
    ]),
  );
} finally {
  await browser.close();
  await bench.stop();
}

/** Tasks of more than 50 ms, which browsers define as long. */
async function measure() {
  const { context, page, mount, work } = await openBench(browser, bench.url, 'case', `nodes-${nodes}`);
  try {
    await page.evaluate(`(() => {
      window.__tasks = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.__tasks.push(duration);
      }).observe({ type: 'longtask' });
      window.__first = null;
      const from = performance.now();
      const look = () => {
        if (document.getElementById('word0') && window.__first === null) window.__first = performance.now() - from;
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })()`);
    let all = 0;
    const cpu = await work(async () => {
      all = await mount();
      await page.waitForTimeout(500);
    });
    const tasks = await page.evaluate('window.__tasks');
    return {
      'first section there, ms': await page.evaluate('window.__first'),
      'all nodes there, ms': all,
      'longest task, ms': Math.max(0, ...tasks),
      'tasks over 200 ms': tasks.filter((duration) => duration > 200).length,
      'tasks over 50 ms': tasks.length,
      'CPU, ms': cpu,
    };
  } finally {
    await context.close();
  }
}

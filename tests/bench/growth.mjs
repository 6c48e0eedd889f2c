// Measures how costs grow with size: `node tests/bench/growth.mjs [runs] [rows|columns|fields|rules|depth|types|screens]`
// Milliseconds are the main thread's own work; the last column of a family compares the last size with the first.
import { chromium } from '@playwright/test';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';
import { measureCompile, measureLeak, openBench, typeIn } from './lib/measure.mjs';
import { serveBenchPage } from './lib/page.mjs';
import { median, printTable } from './lib/table.mjs';

/** Cases that differ in one size, that size, and the query of the page. */
const families = {
  rows: [50, 1_000, 10_000, 100_000].map((size) => [`table-${size}`, size]),
  columns: [8, 30, 80].map((size) => [`table-50x${size}`, size]),
  fields: [25, 50, 100, 200, 400].map((size) => [`form-${size}`, size]),
  rules: [0, 50, 500].map((size) => [`form-100r${size}`, size]),
  depth: [2, 8, 32].map((size) => [`depth-${size}`, size]),
  types: [40, 200].map((size) => ['table-50', size, `?types=${size}`]),
};
const runs = Number(process.argv[2] ?? 3);
const requested = process.argv[3]?.split(',') ?? [...Object.keys(families), 'screens'];

const bench = await serveBenchPage();
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: launchArgs });
try {
  const rows = [];
  for (const family of requested.filter((name) => name in families)) rows.push(...(await grow(family)));
  printTable(['family', 'measure', 'sizes', 'values', 'per unit', 'last / first'], rows);
  if (requested.includes('screens')) {
    const { first, last } = await measureLeak(browser, bench.url, 'table-50', 100);
    printTable(['100 screens opened and left', 'MB'], [['heap more, after GC', (last - first).toFixed(2)]]);
  }
} finally {
  await browser.close();
  await bench.stop();
}

async function grow(family) {
  const found = {};
  for (const [name, , query = ''] of families[family]) {
    const of = {};
    for (let run = 0; run < runs; run += 1)
      for (const [label, number] of Object.entries(await measureOnce(name, query)))
        (of[label] ??= []).push(number);
    for (const [label, numbers] of Object.entries(of)) (found[label] ??= []).push(median(numbers));
  }
  const sizes = families[family].map(([, size]) => size);
  return Object.entries(found).map(([label, values]) => [
    family,
    label,
    sizes.join(' / '),
    values.map((value) => value.toFixed(1)).join(' / '),
    slope(sizes, values).toFixed(4),
    (values.at(-1) / values[0]).toFixed(2),
  ]);
}

/** Costs of every screen dominate a first mount, so the second one is measured. */
async function measureOnce(name, query) {
  const one = await openBench(browser, bench.url + query, 'case', name);
  try {
    const first = await one.work(one.mount);
    const key = name.startsWith('form') ? { 'key, ms': await typeIn(one, 'f10') } : {};
    await one.page.evaluate('window.__unmount()');
    const second = await one.work(one.mount);
    const compile = await measureCompile(one.page);
    return {
      'first mount, ms': first,
      'second mount, ms': second,
      ...key,
      'compile, ms/1000 nodes': compile,
    };
  } finally {
    await one.context.close();
  }
}

/** Slope of the least-squares line through the points. */
function slope(sizes, values) {
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [x, y] = [mean(sizes), mean(values)];
  const over = sizes.reduce((sum, size, at) => sum + (size - x) * (values[at] - y), 0);
  return over / sizes.reduce((sum, size) => sum + (size - x) ** 2, 0);
}

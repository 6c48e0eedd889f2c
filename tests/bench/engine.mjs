// Compares a screen rendered from JSON with the same screen written by hand, alternating in one browser:
// `node tests/bench/engine.mjs [runs] [case,case]`
import { chromium } from '@playwright/test';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';
import { measureCold, measureMount } from './lib/measure.mjs';
import { serveBenchPage } from './lib/page.mjs';
import { median, printTable } from './lib/table.mjs';

const runs = Number(process.argv[2] ?? 7);
const mounts = ['table-50', 'filter-50', 'table-1000', 'table-5000', 'table-100000', 'form-50', 'form-200'];
const cases = process.argv[3]?.split(',') ?? mounts;
const colds = cases.filter((name) => ['table-50', 'form-50'].includes(name));

const bench = await serveBenchPage();
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: launchArgs });
try {
  printTable(
    ['case', 'measure', 'engine', 'by hand', 'ratio', 'runs'],
    [...(await alternate(cases, measureMount)), ...(await alternate(colds, measureCold))],
  );
} finally {
  await browser.close();
  await bench.stop();
}

/** Each run measures the engine and its twin one after the other, alternating the order. */
async function alternate(names, measure) {
  const rows = [];
  for (const name of names) {
    const found = { case: {}, twin: {} };
    for (let run = 0; run < runs; run += 1) {
      const order = run % 2 === 0 ? ['case', 'twin'] : ['twin', 'case'];
      for (const subject of order) {
        const numbers = await measure(browser, bench.url, subject, name);
        for (const [label, number] of Object.entries(numbers)) (found[subject][label] ??= []).push(number);
      }
    }
    for (const [label, ours] of Object.entries(found.case)) {
      const [a, b] = [median(ours), median(found.twin[label] ?? [NaN])];
      rows.push([name, label, a.toFixed(1), b.toFixed(1), (a / b).toFixed(2), ours.length]);
    }
  }
  return rows;
}

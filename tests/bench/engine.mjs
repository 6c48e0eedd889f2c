// Compares a screen rendered from JSON with the same screen written by hand, alternating in one browser:
// `node tests/bench/engine.mjs [runs] [case,case] [twin,twin]`. By hand is with the same controls (twin), with the browser's own select
// and date (native), or with the boxes that the engine's screens scroll in (boxed).
import { chromium } from '@playwright/test';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';
import { measureCold, measureMount } from './lib/measure.mjs';
import { serveBenchPage } from './lib/page.mjs';
import { median, printTable } from './lib/table.mjs';

const runs = Number(process.argv[2] ?? 7);
const mounts = ['table-50', 'filter-50', 'table-1000', 'table-5000', 'table-100000', 'form-50', 'form-200'];
const cases = process.argv[3]?.split(',') ?? mounts;
const colds = cases.filter((name) => ['table-50', 'form-50'].includes(name));
const twins = process.argv[4]?.split(',') ?? ['twin', 'native'];
/** Only fields have controls of the browser. */
const differs = (twin, name) => twin !== 'native' || /^(form|filter)/.test(name);

const bench = await serveBenchPage();
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: launchArgs });
try {
  printTable(
    ['case', 'measure', 'engine', ...twins.flatMap((twin) => [twin, `engine / ${twin}`]), 'runs'],
    [...(await alternate(cases, measureMount)), ...(await alternate(colds, measureCold))],
  );
} finally {
  await browser.close();
  await bench.stop();
}

/** Each run measures the engine and its twins one after the other, alternating the order. */
async function alternate(names, measure) {
  const rows = [];
  for (const name of names) {
    const subjects = ['case', ...twins.filter((twin) => differs(twin, name))];
    const found = Object.fromEntries(subjects.map((subject) => [subject, {}]));
    for (let run = 0; run < runs; run += 1) {
      const order = subjects.map((_, at) => subjects[(at + run) % subjects.length]);
      for (const subject of order) {
        const numbers = await measure(browser, bench.url, subject, name);
        for (const [label, number] of Object.entries(numbers)) (found[subject][label] ??= []).push(number);
      }
    }
    for (const [label, ours] of Object.entries(found.case)) {
      const own = median(ours);
      const columns = twins.flatMap((twin) => {
        const theirs = median(found[twin]?.[label] ?? [NaN]);
        return Number.isNaN(theirs) ? ['', ''] : [theirs.toFixed(1), (own / theirs).toFixed(2)];
      });
      rows.push([name, label, own.toFixed(1), ...columns, ours.length]);
    }
  }
  return rows;
}

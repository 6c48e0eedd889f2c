// Measures widgets over very many rows in the production build, beside the library of charts alone with the same points:
// `node tests/bench/points.mjs [runs] [rows] [kind,kind]`. Kinds are those of page/points.ts. CPU is the main thread's own work until the
// page rests; a widget that says that it cannot show so much draws nothing.
import { chromium } from '@playwright/test';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';
import { openBench } from './lib/measure.mjs';
import { serveBenchPage } from './lib/page.mjs';
import { median, printTable } from './lib/table.mjs';

const runs = Number(process.argv[2] ?? 5);
const rows = Number(process.argv[3] ?? 100_000);
const all =
  'lines,areas,combined,dots,heat,bars,stacked,pie,funnel,treemap,gauge,stat,map,pivot,progress,timeline,calendar';
const kinds = (process.argv[4] ?? all).split(',');
/** Kinds that the library draws alone as well. */
const drawn = ['lines', 'areas', 'combined', 'dots', 'heat'];

const bench = await serveBenchPage();
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: launchArgs });
try {
  const lines = [];
  for (const kind of kinds) lines.push(await compare(kind));
  printTable(
    [
      `widget, ${rows} rows`,
      'shows',
      'first mount, CPU ms',
      'second',
      'longest task, ms',
      'elements',
      'library alone: first, second',
      'Molde / library',
    ],
    lines,
  );
} finally {
  await browser.close();
  await bench.stop();
}

async function compare(kind) {
  const name = `${kind}-${rows}`;
  const subjects = drawn.includes(kind) ? ['case', 'twin'] : ['case'];
  const found = { case: {}, twin: {} };
  let shows = '';
  for (let run = 0; run < runs; run += 1) {
    for (const subject of run % 2 === 0 ? subjects : subjects.toReversed()) {
      const { text, ...numbers } = await measure(subject, name);
      if (subject === 'case') shows = text;
      for (const [what, number] of Object.entries(numbers)) (found[subject][what] ??= []).push(number);
    }
  }
  const middle = (subject, what) => median(found[subject][what] ?? [NaN]);
  const cell = (subject, what) => middle(subject, what).toFixed(0);
  const hasTwin = subjects.length > 1;
  const ratio = (what) => (middle('case', what) / middle('twin', what)).toFixed(2);
  return [
    kind,
    shows,
    cell('case', 'first'),
    cell('case', 'second'),
    cell('case', 'longest'),
    cell('case', 'elements'),
    hasTwin ? `${cell('twin', 'first')}, ${cell('twin', 'second')}` : '',
    hasTwin ? `${ratio('first')}, ${ratio('second')}` : '',
  ];
}

async function measure(subject, name) {
  const { context, page, work } = await openBench(browser, bench.url, subject, name);
  const start =
    subject === 'case' ? 'window.__mount(window.__in.definition, window.__in.data)' : 'window.__go()';
  // The page rests when it has something to show and was idle five times.
  const mount = () =>
    page.evaluate(`(async () => {
      const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
      ${start};
      const root = document.getElementById('root');
      const isThere = () => root.textContent.includes('Pontos') || root.textContent.includes('Valor') ||
        root.querySelector('canvas') !== null;
      while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve));
      for (let at = 0; at < 5; at += 1) { await idle(); await new Promise((resolve) => setTimeout(resolve, 100)); }
    })()`);
  try {
    await page.evaluate(`(() => {
      window.__tasks = [0];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.__tasks.push(duration);
      }).observe({ type: 'longtask' });
    })()`);
    const first = await work(mount);
    const longest = await page.evaluate('Math.max(...window.__tasks)');
    const text = await page.evaluate(`(() => {
      const root = document.getElementById('root');
      const drawing = root.querySelector('canvas, [data-chart] svg');
      if (drawing) return drawing.localName;
      const said = [...root.querySelectorAll('*')].map((one) => one.childElementCount === 0 ? one.textContent : '')
        .find((one) => /limite|demais|mais de|no máximo/i.test(one));
      return said ?? 'elements';
    })()`);
    const elements = await page.evaluate('document.querySelectorAll("*").length');
    await page.evaluate('window.__unmount()');
    const second = await work(mount);
    return { text, first, longest, elements, second };
  } finally {
    await context.close();
  }
}

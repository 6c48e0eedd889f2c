// Measures one change of one row of a list that many expressions read, from the key to the paint, against React written
// by hand: `node tests/bench/expressions.mjs [runs] [rows]`
import { chromium } from '@playwright/test';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';
import { openBench } from './lib/measure.mjs';
import { serveBenchPage } from './lib/page.mjs';
import { median, printTable } from './lib/table.mjs';

const runs = Number(process.argv[2] ?? 7);
const rows = Number(process.argv[3] ?? 1000);
/** Milliseconds of a frame at 60 Hz. */
const FRAME = 16.7;
/** Milliseconds of a task that delays input noticeably; evaluations outside the plain subset run in slices below it. */
const LONG_TASK = 50;
/** Changes of one page; the first three warm up. */
const CHANGES = 10;

const cases = [
  { kind: 'sums', name: `${rows} expressions, each over all ${rows} rows` },
  { kind: 'each', name: `a repeat of ${rows} rows, an expression in each` },
];

const bench = await serveBenchPage();
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: launchArgs });
try {
  const lines = [];
  for (const { kind, name } of cases) {
    const found = { case: {}, twin: {} };
    for (let run = 0; run < runs; run += 1) {
      for (const subject of run % 2 === 0 ? ['case', 'twin'] : ['twin', 'case']) {
        const measured = await measure(subject, `${kind}-${rows}`);
        for (const [what, number] of Object.entries(measured)) (found[subject][what] ??= []).push(number);
      }
    }
    for (const what of Object.keys(found.case)) {
      const [ours, hand] = [median(found.case[what]), median(found.twin[what] ?? [NaN])];
      const limit = what.startsWith('script') ? FRAME : what.startsWith('longest') ? LONG_TASK : null;
      const budget = limit === null ? '' : `${limit}: ${ours <= limit ? 'held' : 'missed'}`;
      const [cell, ratio] = Number.isNaN(hand) ? ['', ''] : [hand.toFixed(1), (ours / hand).toFixed(2)];
      lines.push([name, what, ours.toFixed(1), cell, ratio, budget, runs]);
    }
  }
  printTable(['case', 'one change', 'engine', 'by hand', 'ratio', 'budget', 'runs'], lines);
} finally {
  await browser.close();
  await bench.stop();
}

/** The medians of the changes of one page. */
async function measure(subject, name) {
  const { context, page, mount } = await openBench(browser, bench.url, subject, name);
  try {
    await mount();
    await page.waitForTimeout(300);
    const changes = await page.evaluate(changeScript(name));
    const counted = changes.slice(3);
    const middle = (what) => median(counted.map((change) => change[what]));
    return {
      'key to paint, ms': middle('paint'),
      'script until the page is changed, ms': middle('script'),
      'longest task, ms (0: none over 50)': Math.max(...counted.map(({ long }) => long)),
      ...(subject === 'case' ? { evaluations: middle('evaluations') } : {}),
    };
  } finally {
    await context.close();
  }
}

/** Types at the beginning of a frame. A paint is over when the task after the next frame's callbacks runs. */
function changeScript(name) {
  const [kind, count] = name.split('-');
  const last = kind === 'sums' ? Number(count) - 1 : Number(count) / 2;
  return `(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const task = () => new Promise((resolve) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = resolve; port2.postMessage(0); });
    const rest = () => new Promise((resolve) => setTimeout(resolve, 150));
    let long = 0;
    new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) long = Math.max(long, duration); }).observe({ type: 'longtask' });
    const input = document.querySelector('input');
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    const type = (text) => {
      write.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const node = [...document.querySelectorAll('#root *')].find((one) => one.childElementCount === 0 && one.textContent.startsWith('n${last}:'));
    const found = [];
    for (let at = 0; at < ${CHANGES}; at += 1) {
      await rest();
      long = 0;
      const before = node.textContent;
      window.__resetCounters();
      await frame();
      await task();
      let changed = null;
      const seen = new MutationObserver(() => { changed ??= performance.now(); });
      seen.observe(node, { subtree: true, childList: true, characterData: true });
      const from = performance.now();
      type(String(at + 10));
      for (let frames = 0; node.textContent === before; frames += 1) {
        if (frames > 600) throw new Error('the change of ${name} is never shown');
        await frame();
      }
      await task();
      const paint = performance.now() - from;
      seen.disconnect();
      const evaluations = window.__counters.evaluations;
      await rest();
      found.push({ paint, script: changed - from, long, evaluations });
    }
    return found;
  })()`;
}

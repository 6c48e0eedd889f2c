// Measures a dashboard of many tiles in a window that shows a few of them, in a browser whose processor is slowed down four times:
// the mount, and frames while it is scrolled to its end, beside the same tiles by hand, which are all mounted at once:
// `node tests/bench/dashboard.mjs [runs] [tiles]`.
import { chromium } from '@playwright/test';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';
import { countFrames } from './lib/frames.mjs';
import { openBench } from './lib/measure.mjs';
import { serveBenchPage } from './lib/page.mjs';
import { median, printTable } from './lib/table.mjs';

const runs = Number(process.argv[2] ?? 5);
const tiles = Number(process.argv[3] ?? 250);
const slowed = 4;

const bench = await serveBenchPage();
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: launchArgs });
const found = { case: {}, twin: {} };
try {
  for (let run = 0; run < runs; run += 1) {
    for (const subject of run % 2 === 0 ? ['case', 'twin'] : ['twin', 'case']) {
      for (const [what, number] of Object.entries(await measure(subject)))
        (found[subject][what] ??= []).push(number);
    }
  }
  const cell = (subject, what) => median(found[subject][what]).toFixed(0);
  printTable(
    [`${tiles} tiles, slowed ${slowed} times`, 'engine', 'by hand', 'runs'],
    Object.keys(found.case).map((what) => [what, cell('case', what), cell('twin', what), runs]),
  );
} finally {
  await browser.close();
  await bench.stop();
}

async function measure(subject) {
  const { context, page, session, mount, work } = await openBench(
    browser,
    bench.url,
    subject,
    `dash-${tiles}`,
  );
  const charts = () => page.evaluate('document.querySelectorAll("[data-chart] svg").length');
  try {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowed });
    const cpu = await work(mount);
    const mounted = await charts();
    let counted;
    const scrolled = await work(async () => {
      counted = await countFrames(page, () => scrollThrough(page));
    });
    const [frames, late, later, longest] = counted;
    return {
      'mount, CPU ms': cpu,
      'charts mounted then': mounted,
      'charts mounted at the end': await charts(),
      'scroll, CPU ms': scrolled,
      frames: frames,
      'frames over 33 ms': late,
      'frames over 50 ms': later,
      'longest frame, ms': Number(longest),
    };
  } finally {
    await context.close();
  }
}

/** 60 pixels a frame, as a wheel turns, from the first tile to the last. */
function scrollThrough(page) {
  return page.evaluate(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const room = (one) => one.scrollHeight - one.clientHeight;
    const element = [document.scrollingElement, ...document.querySelectorAll('#root, #root *')]
      .filter((one) => one === document.scrollingElement || /auto|scroll/.test(getComputedStyle(one).overflowY))
      .sort((one, other) => room(other) - room(one))[0];
    for (let last = -1; element.scrollTop !== last; ) {
      last = element.scrollTop;
      element.scrollTop += 60;
      await frame();
    }
  })()`);
}

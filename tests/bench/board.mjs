// Measures a board of 5,000 cards, 3,000 of them in one lane, on the real server with PostgreSQL, in a browser at full speed and
// in one that is slowed down four times: `node tests/bench/board.mjs [runs]`. A small board beside it says what the size costs.
import { chromium } from '@playwright/test';
import { buildApart } from '../../scripts/build.mjs';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { countFrames, paintedAfter } from './lib/frames.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { makeBoard } from './lib/sample-board.mjs';
import { signInBrowser } from './lib/sign-in.mjs';
import { median, printTable } from './lib/table.mjs';

const runs = Number(process.argv[2] ?? 5);
const sizes = { '50 cards': [30, 10, 5, 3, 2], '5,000 cards': [3000, 1000, 500, 300, 200] };
const speeds = [1, 4];
const keys = 20;

await buildApart();
const database = await openBenchDatabase();
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: launchArgs });
let server;
try {
  server = await startServer({
    DATABASE_URL: database.url,
    RATE_LIMIT_PERSON: '0',
    RATE_LIMIT_ADDRESS: '0',
    LOG_LEVEL: 'error',
  });
  const boards = {};
  for (const [name, counts] of Object.entries(sizes)) boards[name] = await makeBoard(database.url, counts);
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  await signInBrowser(context, server.url);
  const subjects = Object.keys(sizes).flatMap((name) => speeds.map((slowed) => ({ name, slowed })));
  const found = new Map(subjects.map((subject) => [subject, {}]));
  for (let run = 0; run < runs; run += 1)
    for (const subject of run % 2 === 0 ? subjects : subjects.toReversed())
      for (const [what, number] of Object.entries(
        await measure(context, boards[subject.name], subject.slowed),
      ))
        (found.get(subject)[what] ??= []).push(number);
  printTable(
    [`median of ${runs}`, ...subjects.map(({ name, slowed }) => `${name}, ${slowed} ×`)],
    Object.keys(found.get(subjects[0])).map((what) => [
      what,
      ...subjects.map((subject) => median(found.get(subject)[what]).toFixed(1)),
    ]),
  );
} finally {
  await browser.close();
  await server?.stop();
  await database.close();
}

async function measure(context, { boardId, sprintId, laneIds }, slowed) {
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowed });
    // The cards that are there at a frame, and when the first were painted.
    await page.addInitScript(() => {
      window.__most = 0;
      const look = () => {
        const mounted = document.querySelectorAll('[data-card]').length;
        window.__most = Math.max(window.__most, mounted);
        if (mounted > 0) window.__shown ??= performance.now();
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto(`${server.url}/ppm-boards/${boardId}/sprint/${sprintId}`);
    const listOf = (lane) => `[data-list="${sprintId}:${laneIds[lane]}"]`;
    const first = page.locator(`${listOf(0)} [data-card]`).first();
    await first.waitFor();
    await first.focus();
    const answered = await focusedNext(page, 'ArrowDown');
    const shown = await page.evaluate('window.__shown');
    await page.waitForTimeout(1000);
    const focusing = [];
    for (let at = 0; at < keys; at += 1) focusing.push(await focusedNext(page, 'ArrowDown'));
    const moving = [];
    for (let at = 0; at < 5; at += 1) moving.push(await movedRight(page));
    const scrolled = await countFrames(page, () => scrollLane(page, listOf(0)));
    await page.locator(listOf(0)).evaluate((list) => (list.scrollTop = 0));
    await page.waitForTimeout(300);
    const dragged = await countFrames(page, () => drag(page, listOf));
    return {
      'first card painted, ms after the navigation began': shown,
      'first key answered, ms': answered,
      'arrow key to paint, ms (median)': median(focusing),
      'arrow key to paint, ms (worst)': Math.max(...focusing),
      'move by key to paint, ms (median)': median(moving),
      'most cards mounted': await page.evaluate('window.__most'),
      'frames while a lane scrolls': scrolled[0],
      'p95 of these, ms': scrolled[4],
      'longest of these, ms': Number(scrolled[3]),
      'frames while a card is dragged': dragged[0],
      'p95 of those, ms': dragged[4],
      'longest of those, ms': Number(dragged[3]),
    };
  } finally {
    await page.close();
  }
}

/** Goes to the next card with a key. */
async function focusedNext(page, key) {
  await page.evaluate('window.__from = document.activeElement.dataset.card');
  return paintedAfter(page, key, 'document.activeElement.dataset.card !== window.__from');
}

/** Moves the focused card to the next lane with a key. */
async function movedRight(page) {
  await page.evaluate('window.__list = document.activeElement.closest("[data-list]").dataset.list');
  const done =
    'document.activeElement.closest("[data-list]")?.dataset.list !== window.__list && document.activeElement.dataset.card';
  const ms = await paintedAfter(page, 'Shift+ArrowRight', done);
  // Back to the long lane, for the next one.
  await page.keyboard.press('Shift+ArrowLeft');
  await page.waitForTimeout(300);
  return ms;
}

/** 40 pixels a frame, as a wheel turns, for 300 frames. */
function scrollLane(page, list) {
  return page.evaluate(`(async () => {
    const list = document.querySelector('${list}');
    for (let at = 0; at < 300; at += 1) {
      list.scrollTop += 40;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  })()`);
}

/** Drags the first card over the other lanes and back, and drops it where it was taken. */
async function drag(page, listOf) {
  const card = await page
    .locator(`${listOf(0)} [data-card]`)
    .first()
    .boundingBox();
  const from = { x: card.x + 60, y: card.y + 20 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let at = 1; at <= 90; at += 1) {
    const turn = (at / 90) * 2 * Math.PI;
    await page.mouse.move(from.x + 400 * (1 - Math.cos(turn)), from.y + 150 * Math.abs(Math.sin(turn)));
    await page.waitForTimeout(16);
  }
  await page.keyboard.press('Escape');
  await page.mouse.up();
}

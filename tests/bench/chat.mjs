// Measures the page of the support chat with 5,000 chats in a channel, one of them with 20,000 messages, in Chromium on the built
// server with PostgreSQL: `node tests/bench/chat.mjs [rounds]`. Rows that BENCH_DATABASE_URL has already are used again.
import { chromium } from '@playwright/test';
import pg from 'pg';
import { buildApart } from '../../scripts/build.mjs';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { countFrames, countTasks, paintedAfterClick } from './lib/frames.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { makeChats } from './lib/sample-chats.mjs';
import { signInBrowser } from './lib/sign-in.mjs';
import { printTable } from './lib/table.mjs';

const rounds = Number(process.argv[2] ?? 3);
const counts = { chats: 5_000, messages: 20, large: 20_000 };
/** Chats that are opened between two visits of the large one: more than the page keeps. */
const between = 25;
/** Pixels of a turn of the wheel, and turns: about ten pages of older messages. */
const turn = 300;
const turns = 400;

await buildApart();
const database = await openBenchDatabase();
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: launchArgs });
let server;
try {
  server = await startServer({
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PERSON: '0',
    RATE_LIMIT_ADDRESS: '0',
  });
  const chats = await fill();
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  await signInBrowser(context, server.url);
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(`${server.url}/support`);
  await page.locator('[data-chat]').first().waitFor();
  await page.waitForTimeout(1_500);
  await page.evaluate('window.__tasks.length = 0');

  const times = { first: [], again: [], large: [], largeAgain: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < between; at += 1)
      times.first.push(await openChat(page, chats[1 + round * between + at]));
    times.large.push(await openChat(page, chats[0]));
    // Back and forth between what was opened last.
    for (let at = 1; at <= 8; at += 1) {
      times.again.push(await openChat(page, chats[round * between + at + 12]));
      if (at % 4 === 0) times.largeAgain.push(await openChat(page, chats[0]));
    }
  }
  const tasks = await page.evaluate('window.__tasks');
  const session = await context.newCDPSession(page);
  const known = chats.slice((rounds - 1) * between + 13, (rounds - 1) * between + 21);
  const [, , , , busy] = await countTasks(session, async () => {
    for (const chat of known) await openChat(page, chat);
  });
  const processor = Math.round(busy / known.length);
  await openChat(page, chats[0]);
  const jumps = await scrollUp(page);
  const scrolled = await scrollList(page);
  const all = Object.values(times).flat();
  const line = (name, list) => [name, list.length, ...[0.5, 0.95, 1].map((share) => part(list, share))];
  printTable(
    ['switch', 'count', 'p50, ms', 'p95, ms', 'longest, ms'],
    [
      line('to a chat for the first time', times.first),
      line('to one that was open before', times.again),
      line('to 20,000 messages, for the first time or after 25 others', times.large),
      line('to 20,000 messages, which were open before', times.largeAgain),
      line('all', all),
    ],
  );
  printTable(
    ['', 'found'],
    [
      ['long tasks over 50 ms while switching', tasks.length],
      ['long tasks over 200 ms', tasks.filter((one) => one > 200).length],
      ['longest task, ms', Math.round(Math.max(0, ...tasks))],
      ['most bubbles mounted', await page.evaluate('window.__most')],
      ['most bubbles mounted beyond the view', await page.evaluate('window.__beyond')],
      ['pages of 200 older messages that came while scrolling up', jumps.pages],
      ['processor time of the page for a switch to an open chat, ms', processor],
      ['turns of the wheel', jumps.moves.length],
      [
        'turns after which a bubble stood elsewhere by more than 2 px',
        jumps.moves.filter((px) => px > 2).length,
      ],
      ['largest such distance, px', Math.max(...jumps.moves).toFixed(1)],
      ['largest distance within a turn, in a frame, px', Math.max(...jumps.frames).toFixed(1)],
      ['chats that the list reaches', scrolled.reached],
      ['frames while the list scrolls', scrolled.frames[0]],
      ['p95 of these, ms', scrolled.frames[4].toFixed(1)],
      ['longest of these, ms', scrolled.frames[3]],
    ].map((row) => row.map(String)),
  );
} finally {
  await browser.close();
  await server?.stop();
  await database.close();
}

/** @returns ids of the chats in the order of the list, the large one first, each with its newest message */
async function fill() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const made = () =>
    client.query(`select id, last_message_id as message from support_chat
      where profile_name like 'Cliente %' order by last_message_at desc`);
  let { rows } = await made();
  if (rows.length < counts.chats) {
    await makeChats(database.url, counts);
    ({ rows } = await made());
  }
  await client.end();
  return rows;
}

/** Notes long tasks in the page, and how many bubbles it has beyond the view when it is asked. */
function watch() {
  Object.assign(window, { __tasks: [], __most: 0, __beyond: 0 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.__tasks.push(duration);
  }).observe({ type: 'longtask' });
  window.__count = () => {
    const log = document.querySelector('[data-messages]').getBoundingClientRect();
    const bubbles = [...document.querySelectorAll('[data-message]')];
    const isBeyond = ({ top, bottom }) => bottom < log.top || top > log.bottom;
    window.__most = Math.max(window.__most, bubbles.length);
    window.__beyond = Math.max(
      window.__beyond,
      bubbles.filter((one) => isBeyond(one.getBoundingClientRect())).length,
    );
  };
}

/** Clicks on a chat of the list. @returns milliseconds until its newest bubble is painted in the view */
async function openChat(page, { id, message }) {
  const row = page.locator(`[data-chat="${id}"]`);
  for (let tries = 0; (await row.count()) === 0; tries += 1) {
    if (tries > 200) throw new Error(`chat ${id} is not in the list`);
    // Rows come with the scroll of a list: down from where it is, then from its top.
    await page.evaluate((isAgain) => {
      const list = document.querySelector('[data-chat]').closest('[data-scrolls]');
      list.scrollTop = isAgain ? 0 : list.scrollTop + 300;
    }, tries === 40);
    await page.waitForTimeout(50);
  }
  await row.scrollIntoViewIfNeeded();
  await page.waitForTimeout(200);
  const box = await row.boundingBox();
  const time = await paintedAfterClick(
    page,
    { x: box.x + 120, y: box.y + 30 },
    `(() => {
      const log = document.querySelector('[data-messages]')?.getBoundingClientRect();
      const bubble = document.querySelector('[data-message="${message}"]')?.getBoundingClientRect();
      return log && bubble && bubble.bottom <= log.bottom + 1 && bubble.bottom > log.top;
    })()`,
  );
  await page.waitForTimeout(250);
  await page.evaluate('window.__count()');
  return time;
}

/** Turns the wheel upwards in the open chat, and watches the first bubble in view: it moves as far as the wheel says. */
async function scrollUp(page) {
  const box = await page.locator('[data-messages]').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const found = { moves: [], frames: [], pages: 0 };
  page.on('response', (reply) => {
    if (reply.url().includes('&before=')) found.pages += 1;
  });
  for (let at = 0; at < turns; at += 1) {
    const watching = page.evaluate(watchTurn, turn);
    await page.waitForFunction('window.__watching').catch(() => undefined);
    await page.mouse.wheel(0, -turn);
    const { moved, strayed } = await watching;
    found.moves.push(Math.abs(moved - turn));
    found.frames.push(strayed);
  }
  return found;
}

/** Runs in the page: how far the first bubble in view moves until it stands still, and how far a frame has it beyond its way. */
function watchTurn(wanted) {
  window.__watching = false;
  return new Promise((resolve) => {
    const log = document.querySelector('[data-messages]');
    const edge = log.getBoundingClientRect().top;
    const bubble = [...log.querySelectorAll('[data-message]')].find(
      (one) => one.getBoundingClientRect().top >= edge,
    );
    const selector = `[data-message="${bubble.dataset.message}"]`;
    const topNow = () => document.querySelector(selector)?.getBoundingClientRect().top ?? NaN;
    const start = topNow();
    let [last, still, strayed, frames] = [start, 0, 0, 0];
    const look = () => {
      const top = topNow();
      window.__count();
      still = top === last ? still + 1 : 0;
      last = top;
      frames += 1;
      strayed = Math.max(strayed, start - top, top - start - wanted);
      if ((top !== start && still >= 4) || frames > 60) resolve({ moved: top - start, strayed });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    window.__watching = true;
  });
}

/** Scrolls 40 pixels a frame for 300 frames, then on to the end. */
async function scrollList(page) {
  const scroll = (step, most) =>
    page.evaluate(
      async ([pixels, times]) => {
        const list = document.querySelector('[data-chat]').closest('[data-scrolls]');
        for (let at = 0; at < times; at += 1) {
          list.scrollTop += pixels;
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      },
      [step, most],
    );
  await page.evaluate(() => {
    document.querySelector('[data-chat]').closest('[data-scrolls]').scrollTop = 0;
  });
  await page.waitForTimeout(300);
  const frames = await countFrames(page, () => scroll(40, 300));
  let reached = -1;
  for (;;) {
    await scroll(1e6, 30);
    await page.waitForTimeout(300);
    const now = await page.evaluate(() =>
      Math.max(...[...document.querySelectorAll('[data-chat]')].map((one) => Number(one.dataset.stop))),
    );
    if (now === reached) break;
    reached = now;
  }
  return { frames, reached: reached + 1 };
}

function part(list, share) {
  const sorted = list.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(0);
}

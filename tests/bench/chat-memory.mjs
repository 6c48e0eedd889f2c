// Measures the memory of the support chat's page while one chat is open and messages of its customer come in, in Chromium on the
// built server with PostgreSQL: `node tests/bench/chat-memory.mjs [minutes] [messages a second]`. Garbage is collected before
// each figure.
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import pg from 'pg';
import { buildApart } from '../../scripts/build.mjs';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { deliver, textPost } from './lib/provider-posts.mjs';
import { makeChats } from './lib/sample-chats.mjs';
import { signInBrowser } from './lib/sign-in.mjs';
import { printTable } from './lib/table.mjs';

const minutes = Number(process.argv[2] ?? 60);
const rate = Number(process.argv[3] ?? 20);
const samples = Math.min(minutes, 12);

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
  const { chatIds } = await makeChats(database.url, { chats: 200, messages: 250 });
  const number = await numberOf(chatIds[0]);
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } });
  await signInBrowser(context, server.url);
  const page = await context.newPage();
  await page.goto(`${server.url}/support/${chatIds[0]}`);
  await page.locator('[data-message]').first().waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');

  let sent = 0;
  const over = new AbortController();
  const sending = (async () => {
    const began = performance.now();
    while (!over.signal.aborted) {
      const wait = began + (sent * 1000) / rate - performance.now();
      if (wait > 1) await delay(wait);
      sent += 1;
      void deliver(
        server.url,
        textPost(number, `wamid.memory.${sent}`, `Mensagem ${sent}, com algum texto a mais`),
      );
    }
  })();
  const rows = [];
  const began = performance.now();
  // The first figure is that of a page that has had a minute of messages.
  for (let at = 0; at <= samples; at += 1) {
    const due = began + (at === 0 ? 60_000 : (minutes * 60_000 * at) / samples);
    await delay(Math.max(0, due - performance.now()));
    rows.push(await look(page, session, (performance.now() - began) / 60_000, sent));
    say(rows.at(-1).join('  '));
  }
  over.abort();
  await sending;
  printTable(
    ['minute', 'messages sent', 'newest shown', 'heap, MB', 'DOM nodes', 'listeners', 'bubbles mounted'],
    rows,
  );
} finally {
  await browser.close();
  await server?.stop();
  await database.close();
}

async function numberOf(chatId) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('select customer_number as number from support_chat where id = $1', [
    chatId,
  ]);
  await client.end();
  return rows[0].number;
}

async function look(page, session, minute, sent) {
  for (let at = 0; at < 3; at += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name) => metrics.find((one) => one.name === name).value;
  const [newest, mounted] = await page.evaluate(() => {
    const bubbles = [...document.querySelectorAll('[data-message]')];
    const texts = bubbles.map((one) => Number(/Mensagem (\d+)/.exec(one.textContent)?.[1] ?? 0));
    return [Math.max(...texts), bubbles.length];
  });
  return [
    minute.toFixed(0),
    sent,
    newest,
    (of('JSHeapUsedSize') / 1_048_576).toFixed(1),
    of('Nodes'),
    of('JSEventListeners'),
    mounted,
  ].map(String);
}

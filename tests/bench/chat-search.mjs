// Measures the two searches of the support chat, of messages and of customers, over a million messages in 5,000 chats on
// PostgreSQL: `node tests/bench/chat-search.mjs [messages] [calls]`. One call after another, each with another text of its kind.
// Rows that BENCH_DATABASE_URL has already are used again.
import pg from 'pg';
import { buildApart } from '../../scripts/build.mjs';
import { say } from '../../scripts/lib/say.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { openBenchDatabase } from './lib/load.mjs';
import { makeChats } from './lib/sample-chats.mjs';
import { signIn } from './lib/sign-in.mjs';
import { printTable } from './lib/table.mjs';

const messages = Number(process.argv[2] ?? 1_000_000);
const calls = Number(process.argv[3] ?? 40);
const chats = 5_000;

const ofMessages = (name, texts) => ({ name: `messages: ${name}`, path: '/adm/v2/sup/zap/search', texts });
const ofChats = (name, texts) => ({
  name: `chats: ${name}`,
  path: '/adm/v2/sup/zap/chat',
  status: 'active',
  texts,
});
/** Number that one message names, as insertMessages makes it. */
const order = (at) => String(7_000_000 + (at * 240 + 1) * 250 + 200 - ((at * 240 + 1) % 200));
/** Number of a customer, as insertChats makes it. */
const mobile = (n) => ({ area: 11 + (n % 80), rest: 80_000_000 + n });
const customers = [17, 911, 2048, 3333, 4999].map(mobile);
const cases = [
  ofMessages(
    'rare word (an order of its own)',
    Array.from({ length: 20 }, (_, at) => order(at)),
  ),
  ofMessages('less common word', ['fornecedor', 'motorista', 'embalagem', 'disjuntor', 'argamassa']),
  ofMessages('common word', ['bom', 'favor', 'pedido', 'obrigado', 'entrega', 'que']),
  ofMessages('two words', [
    'bom dia',
    'nota fiscal',
    'boleto vencimento',
    'lâmpada pedido',
    'gerente motorista',
  ]),
  ofMessages('two words, one of them rare', [`pedido ${order(3)}`, `${order(9)} pedido`]),
  ofMessages('accents, written and left out', [
    'informação',
    'informacao',
    'orçamento',
    'orcamento',
    'MANUTENÇÃO',
  ]),
  ofMessages('two letters', ['um', 'pi', 'ok', 'já']),
  ofMessages('none', ['xyzzyq', 'pedido 9999998', 'qwqwqw bom']),
  ofChats(
    'number with country code',
    customers.map(({ area, rest }) => `+55 ${area} 9${rest}`),
  ),
  ofChats(
    'number without country code',
    customers.map(({ area, rest }) => `(${area}) 9${rest}`),
  ),
  ofChats(
    'number without ninth digit',
    customers.map(({ area, rest }) => `${area} ${rest}`),
  ),
  ofChats(
    'end of a number',
    customers.map(({ rest }) => String(rest).slice(-4)),
  ),
  ofChats('rare name', ['Silva 2040', 'queiros 1234', 'prado 777', 'Brandão 4851']),
  ofChats('common name, accents left out', ['Antonio', 'Márcia', 'simoes', 'a']),
];

await buildApart();
const database = await openBenchDatabase();
let server;
try {
  server = await startServer({
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PERSON: '0',
    RATE_LIMIT_ADDRESS: '0',
  });
  await fill();
  const headers = { authorization: `Bearer ${await signIn(server.url)}` };
  const rows = [];
  for (const one of cases) {
    // The first calls read pages of the index that nobody has read.
    const cold = await measure(one, headers, one.texts.length);
    const { times, found } = await measure(one, headers, calls);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(0);
    rows.push([one.name, found, at(0.5), at(0.95), times.at(-1).toFixed(0), cold.times.at(-1).toFixed(0)]);
    say(rows.at(-1).join('  '));
  }
  printTable(['text', 'found', 'p50, ms', 'p95, ms', 'longest, ms', 'longest of the first calls, ms'], rows);
} finally {
  await server?.stop();
  await database.close();
}

async function fill() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as count from support_message');
  await client.end();
  if (rows[0].count < messages) {
    say(`adding ${messages} messages`);
    await makeChats(database.url, { chats, messages: messages / chats });
  }
}

/** As the page asks. */
async function measure({ path, texts, status }, headers, count) {
  const times = [];
  let found = 0;
  for (let at = 0; at < count; at += 1) {
    const text = texts[at % texts.length];
    const started = performance.now();
    const reply = await fetch(
      `${server.url}${path}?${new URLSearchParams({ text, channelId: '1', ...(status && { status }) })}`,
      { headers },
    );
    const { data } = await reply.json();
    times.push(performance.now() - started);
    if (!reply.ok) throw new Error(`${text}: ${reply.status}`);
    found = Math.max(found, data.totalRows ?? data.rows.length);
  }
  return { times: times.sort((one, other) => one - other), found };
}

// Lists the bytes that a first visit loads: `node tests/bench/bytes.mjs`
import { chromium } from '@playwright/test';
import { filesLoaded } from '../../scripts/lib/files-loaded.mjs';
import { buildApart } from '../../scripts/build.mjs';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';
import { startServer } from '../../scripts/lib/server.mjs';
import { printTable } from './lib/table.mjs';
import { weigh } from './lib/weight.mjs';

await buildApart();
const server = await startServer();
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: launchArgs });
try {
  const settings = { locale: 'pt-BR', viewport: { width: 1440, height: 900 } };
  const page = await (await browser.newContext(settings)).newPage();
  const login = weigh(page);
  const row = (name, weight) => [
    name,
    (weight.scriptBytes() / 1000).toFixed(1),
    weight.scripts().length,
    weight.requests().length,
  ];
  const rows = [];

  await page.goto(`${server.url}/login`);
  await filesLoaded(page);
  rows.push(row('/login', login));

  await page.getByLabel('Usuário').fill('admin');
  await page.getByRole('textbox', { name: 'Senha' }).fill('molde-demo');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  // Signed in, with nothing cached.
  const storageState = await page.context().storageState();
  const users = await (await browser.newContext({ ...settings, storageState })).newPage();
  const weight = weigh(users);
  await users.goto(`${server.url}/admin-user`);
  await users.getByRole('row').nth(5).waitFor();
  await filesLoaded(users);
  rows.push(row('/admin-user, signed in', weight));

  const bytesOf = new Map(weight.scripts().map(({ name, bytes }) => [name, bytes]));
  for (const name of weight.requests())
    process.stdout.write(`${String(bytesOf.get(name) ?? '').padStart(8)}  ${name}\n`);
  printTable(['first visit', 'script, KB gzipped', 'script files', 'requests'], rows);
} finally {
  await browser.close();
  await server.stop();
}

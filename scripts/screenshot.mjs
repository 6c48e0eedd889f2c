// `npm run screenshot`: takes the README's pictures of the running product, into docs/images/.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { filesLoaded } from './lib/files-loaded.mjs';
import { bootstrap } from './bootstrap.mjs';
import { buildApart } from './build.mjs';
import { root } from './lib/root.mjs';
import { say } from './lib/say.mjs';

await bootstrap();
await buildApart();
const [{ chromium }, { ensureChromium, launchArgs }, { startServer }] = await Promise.all([
  import('@playwright/test'),
  import('./lib/chromium.mjs'),
  import('./lib/server.mjs'),
]);

const folder = join(root, 'docs', 'images');
/** The sample view of sign-ins. */
const view = '/dashboard/4';
const pictures = [
  { name: 'users', path: '/admin-user', width: 1440, height: 900, colorScheme: 'light' },
  { name: 'users-dark', path: '/admin-user', width: 1440, height: 900, colorScheme: 'dark' },
  { name: 'users-phone', path: '/admin-user', width: 390, height: 844, colorScheme: 'light' },
  { name: 'view', path: view, shows: 'Quem mais entra', width: 1440, height: 1080, colorScheme: 'light' },
  { name: 'view-dark', path: view, shows: 'Quem mais entra', width: 1440, height: 1080, colorScheme: 'dark' },
];

mkdirSync(folder, { recursive: true });
let server, browser;
try {
  server = await startServer();
  browser = await chromium.launch({ executablePath: await ensureChromium(), args: launchArgs });
  for (const { name, path, shows = 'Administração Acme', width, height, colorScheme } of pictures) {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
    });
    const page = await context.newPage();
    await signIn(page);
    await page.goto(server.url + path);
    await page.getByText(shows).first().waitFor();
    await filesLoaded(page);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await context.close();
    say(`docs/images/${name}.png`);
  }
} catch (error) {
  process.exitCode = 1;
  say(`no picture: ${error.message}`);
} finally {
  await browser?.close();
  await server?.stop();
}

async function signIn(page) {
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Usuário').fill('admin');
  await page.getByRole('textbox', { name: 'Senha' }).fill('molde-demo');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

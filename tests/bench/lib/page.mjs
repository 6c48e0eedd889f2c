import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { root } from '../../../scripts/lib/root.mjs';
import { earlyFiles } from '../../../scripts/lib/early-files.mjs';
import { filesUnder, hashInputs } from '../../../scripts/lib/inputs.mjs';

const folder = join(root, 'dist', 'bench');
const stamp = join(folder, '.stamp');
const page = 'tests/bench/page';
const sources = [
  page,
  'tests/bench/lib/page.mjs',
  'src',
  'widgets',
  'schemas',
  'locales',
  'vite.config.ts',
  'scripts/lib/early-files.mjs',
  'scripts/lib/made-styles.mjs',
  'package-lock.json',
];
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/**
 * Builds the bench page with the product's settings into a folder of its own. As a second page of the product it would
 * change how the product's files are split, so the shipped files would not be the measured ones.
 */
async function buildPage() {
  const hash = hashInputs(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  const vite = await import('vite');
  await vite.build({
    root: join(root, page),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    // The hand-written screens are built as well as the product.
    plugins: [earlyFiles(['twins'])],
    build: { outDir: folder, rolldownOptions: { input: join(root, page, 'bench.html') } },
  });
  process.env.NODE_ENV = before;
  mkdirSync(folder, { recursive: true });
  writeFileSync(stamp, hash);
}

/**
 * Serves the bench page under the script policy of the product.
 *
 * @param {number} [port] by default any free one
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function serveBenchPage(port = 0) {
  await buildPage();
  const files = new Map(filesUnder(folder).map((file) => [file.slice(folder.length), file]));
  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url, 'http://bench').pathname);
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': `${types[extname(file)] ?? 'application/octet-stream'}; charset=utf-8`,
      'content-security-policy': "script-src 'self'",
    });
    response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/bench.html`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

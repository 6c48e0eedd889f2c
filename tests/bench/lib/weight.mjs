import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const client = new URL('../../../dist/client/', import.meta.url).pathname;

/**
 * Records what a page loads from now on. Bytes are those of the gzipped file, whatever encoding was sent, so that budgets are
 * equal in every browser.
 *
 * @param {import('@playwright/test').Page} page
 * @returns {{ requests(): string[], scripts(): { name: string, bytes: number }[], scriptBytes(): number }}
 */
export function weigh(page) {
  const requests = [];
  const scripts = new Map();
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    requests.push(pathname);
    if (pathname.endsWith('.js') && !scripts.has(pathname)) scripts.set(pathname, gzipBytes(pathname));
  });
  const sum = () => [...scripts.values()].reduce((total, bytes) => total + bytes, 0);
  return {
    requests: () => requests,
    scripts: () => [...scripts].map(([name, bytes]) => ({ name, bytes })),
    scriptBytes: sum,
  };
}

/** Small files have no compressed version. */
function gzipBytes(pathname) {
  const file = join(client, pathname);
  return existsSync(`${file}.gz`) ? statSync(`${file}.gz`).size : gzipSync(readFileSync(file)).length;
}

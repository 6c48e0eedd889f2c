import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall } from './apt.mjs';
import { runTool } from './run.mjs';
import { say } from './say.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** What a Chromium needs where it runs as root, without a display, without a network of its own. */
export const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A Chromium that is there: CHROMIUM_PATH, the system's, then Playwright's own.
 *
 * @returns {Promise<string | null>} its path
 */
export async function findChromium() {
  const told = process.env.CHROMIUM_PATH;
  if (told) {
    if (!existsSync(told)) throw new Error(`CHROMIUM_PATH is ${told}, where there is no file`);
    return told;
  }
  return onPath() ?? (await playwrights());
}

/**
 * A Chromium that runs; when none is there it is downloaded by Playwright, else installed by apt-get where we may.
 *
 * @returns {Promise<string>} its path
 * @throws with one line that says what to do
 */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return checked(found);
  say('no Chromium found, downloading Playwright’s …');
  await runTool('playwright', ['install', 'chromium-headless-shell']);
  const downloaded = await playwrights();
  if (downloaded && runs(downloaded)) return downloaded;
  if (await aptInstall('chromium')) {
    const installed = onPath();
    if (installed) return checked(installed);
  }
  throw new Error('no Chromium: set CHROMIUM_PATH to one, or install the package chromium');
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const system =
    process.platform === 'darwin' ? ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'] : [];
  return (
    [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...system].find(existsSync) ??
    null
  );
}

/** Playwright keeps the headless shell beside its full browser under another name; either does. */
async function playwrights() {
  const { chromium } = await import('@playwright/test');
  const full = chromium.executablePath();
  const shell = full
    .replace(/chromium-(\d+)/, 'chromium_headless_shell-$1')
    .replace(/chrome-(linux|mac|win)([^/\\]*)[/\\].*$/, 'chrome-headless-shell-$1$2');
  const candidates = [full, join(shell, 'chrome-headless-shell'), join(shell, 'chrome-headless-shell.exe')];
  return candidates.find(existsSync) ?? null;
}

function checked(path) {
  if (runs(path)) return path;
  throw new Error(`the Chromium at ${path} does not start: set CHROMIUM_PATH to one that does`);
}

/** Is it a program that runs here, rather than a stub or one that misses libraries? */
function runs(path) {
  try {
    execFileSync(path, ['--version', '--no-sandbox'], { stdio: 'pipe', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

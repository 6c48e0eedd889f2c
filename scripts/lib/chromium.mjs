import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall } from './apt.mjs';
import { runTool } from './run.mjs';
import { say } from './say.mjs';

// First the headless shell, which Playwright downloads too: a full Chromium draws its windows even when headless, and makes
// the journeys take 1.4 times as long.
const names = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/**
 * Features of Chromium that are off. Its windows build the address bar's lists of suggestions as two pages of their own: a
 * fifth of a journey's processor time. The others are what Playwright switches off, whose switch this one replaces.
 */
export const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Arguments that Chromium needs as root, without a display and without a network of its own. */
export const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
];

/**
 * Arguments of tests, whose pages live for seconds: compiling for a page that runs for hours took a seventh of a journey's
 * processor time. Measurements use `launchArgs`.
 */
export const testArgs = [...launchArgs, '--js-flags=--no-opt --no-maglev'];

/**
 * Finds an installed Chromium: CHROMIUM_PATH, the system's, then Playwright's own.
 *
 * @returns {Promise<string | null>} its path
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH is ${given}, where there is no file`);
    return given;
  }
  return onPath() ?? (await playwrights());
}

/**
 * Finds a Chromium that runs. Without one, Playwright downloads it, else apt-get installs it if permitted.
 *
 * @returns {Promise<string>} its path
 * @throws Error of one line with the remedy
 */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return checked(found);
  say('no Chromium found, downloading Playwright’s …');
  await runTool('playwright', ['install', 'chromium-headless-shell']);
  const downloaded = await playwrights();
  if (downloaded && runs(downloaded)) return downloaded;
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const installed = (await aptInstall(name)) ? onPath() : null;
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

/** Playwright stores the headless shell beside its full browser under another name; either will do. */
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

/** Whether it is a program that runs here, rather than a stub or one without its libraries. */
function runs(path) {
  try {
    execFileSync(path, ['--version', '--no-sandbox'], { stdio: 'pipe', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

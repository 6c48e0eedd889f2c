import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['firefox', 'firefox-esr'];
const macOs = '/Applications/Firefox.app/Contents/MacOS/firefox';

/**
 * Finds an installed Firefox: FIREFOX_PATH, then the system's.
 *
 * @returns {string | null} its path
 */
export function findFirefox() {
  const given = process.env.FIREFOX_PATH;
  if (given) return given;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), macOs];
  return candidates.find(existsSync) ?? null;
}

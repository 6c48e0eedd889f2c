import { existsSync } from 'node:fs';
import { run } from './run.mjs';
import { say } from './say.mjs';

/**
 * Installs a Debian package if this system and its permissions allow it.
 *
 * @returns {Promise<boolean>} whether apt-get succeeded
 */
export async function aptInstall(name) {
  const mayInstall = process.platform === 'linux' && process.getuid() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) return false;
  say(`installing ${name} with apt-get …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], env);
  return (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env)) === 0;
}

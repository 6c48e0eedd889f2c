import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { DataFolder, DataFolderError } from './data-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'molde-folder-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Every path in a folder with its mode, as 'mode path'. */
function modes(path: string, below = '.'): string[] {
  const found = lstatSync(join(path, below));
  const line = `${(found.mode & 0o777).toString(8)} ${below}`;
  if (!found.isDirectory()) return [line];
  return [line, ...readdirSync(join(path, below)).flatMap((name) => modes(path, join(below, name)))];
}

describe('the data folder', () => {
  it('can be opened by one process', async () => {
    const path = join(home, 'locked');
    const code = `
      import { DataFolder } from ${JSON.stringify(new URL('./data-folder.ts', import.meta.url).href)};
      DataFolder.open(${JSON.stringify(path)});
      process.stdout.write('open\\n');
      setInterval(() => {}, 1000);`;
    const other = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(other.stdout, 'data');
    expect(() => DataFolder.open(path)).toThrow('is open in another process');
    other.kill('SIGKILL');
    await once(other, 'exit');
    await DataFolder.open(path).close();
  }, 300_000);

  it('must be writable, and no folder of all accounts', () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    expect(() => DataFolder.open(join(file, 'data'))).toThrow(DataFolderError);
    // The system refuses it to everybody.
    expect(() => DataFolder.open('/proc/nope/data')).toThrow(DataFolderError);
    const shared = join(home, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    expect(() => DataFolder.open(shared)).toThrow('is a folder of all accounts');
    expect(modes(shared)).toEqual(['777 .']);
  });

  it('takes access away from other accounts where an earlier release gave it', async () => {
    const path = join(home, 'earlier');
    const outside = join(home, 'outside');
    writeFileSync(outside, '');
    chmodSync(outside, 0o644);
    mkdirSync(join(path, 'pg', 'base', '5'), { recursive: true });
    for (const name of ['lock', 'token-secret', 'pg/PG_VERSION', 'pg/base/5/1259']) {
      writeFileSync(join(path, name), '');
      chmodSync(join(path, name), 0o666);
    }
    for (const name of ['.', 'pg', 'pg/base', 'pg/base/5']) chmodSync(join(path, name), 0o755);
    symlinkSync(outside, join(path, 'link'));
    await DataFolder.open(path).close();
    expect(modes(path).filter((line) => !line.endsWith(' link'))).toEqual([
      '700 .',
      '600 lock',
      '700 pg',
      '600 pg/PG_VERSION',
      '700 pg/base',
      '700 pg/base/5',
      '600 pg/base/5/1259',
      '600 token-secret',
    ]);
    expect(statSync(outside).mode & 0o777).toBe(0o644);
  });
});

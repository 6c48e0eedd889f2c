import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync, statfsSync, writeSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Test support: a file system of some megabytes that really becomes full. */
export interface SmallDisk {
  /** An empty folder on it. */
  path: string;
  /** Writes a file until this many bytes are free. */
  fill(leftBytes?: number): void;
  /** Deletes that file. */
  free(): void;
  remove(): void;
}

/**
 * Mounts a tmpfs as root or in a user namespace of its own. Where both are forbidden, as in most containers, a folder of
 * /dev/shm takes its place, filled up to the wanted size.
 */
export async function createSmallDisk(megabytes: number): Promise<SmallDisk> {
  const size = megabytes * 1_048_576;
  const mounted = mountAsRoot(size) ?? (await mountInNamespace(size));
  if (mounted) return diskIn(mounted.path, mounted.unmount, 0);
  const path = mkdtempSync('/dev/shm/molde-');
  const { bavail, bsize } = statfsSync(path);
  if (bavail * bsize > 2_000_000_000)
    throw new Error('a small disk needs the right to mount, a user namespace, or a /dev/shm below 2 GB');
  return diskIn(path, () => rmSync(path, { recursive: true, force: true }), size);
}

function diskIn(path: string, remove: () => void, size: number): SmallDisk {
  const free = () => {
    rmSync(join(path, 'filler'), { force: true });
    if (size > 0) fillUp(join(path, 'filler'), size);
  };
  free();
  return {
    path,
    fill: (leftBytes = 0) => fillUp(join(path, 'filler'), leftBytes),
    free,
    remove,
  };
}

function fillUp(file: string, leftBytes: number): void {
  const descriptor = openSync(file, 'a');
  const chunk = Buffer.alloc(65_536, 1);
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(file);
      const rest = bavail * bsize - leftBytes;
      if (rest <= 0 && leftBytes > 0) return;
      writeSync(descriptor, chunk, 0, leftBytes > 0 ? Math.min(chunk.length, rest) : chunk.length);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(descriptor);
  }
}

interface Mounted {
  path: string;
  unmount(): void;
}

function mountAsRoot(size: number): Mounted | null {
  const path = mkdtempSync(join(tmpdir(), 'molde-disk-'));
  const unmount = () => {
    execFileSync('umount', ['--lazy', path], { stdio: 'ignore' });
    rmSync(path, { recursive: true });
  };
  for (const command of [[], ['sudo', '--non-interactive']]) {
    const [program = 'mount', ...args] = [
      ...command,
      'mount',
      '-t',
      'tmpfs',
      '-o',
      `size=${size}`,
      'tmpfs',
      path,
    ];
    try {
      execFileSync(program, args, { stdio: 'ignore' });
      return { path, unmount };
    } catch {
      // Not allowed here: the next way.
    }
  }
  rmSync(path, { recursive: true });
  return null;
}

/** The mount belongs to a process, through whose root folder others of the same account reach it. */
async function mountInNamespace(size: number): Promise<Mounted | null> {
  const script = `mount -t tmpfs -o size=${size} tmpfs /mnt && echo mounted && exec sleep infinity`;
  const child = spawn('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const started = await Promise.race([
    once(child.stdout, 'data').then(() => true),
    once(child, 'close').then(() => false),
    once(child, 'error').then(() => false),
  ]);
  return started ? { path: `/proc/${child.pid}/root/mnt`, unmount: () => void child.kill('SIGKILL') } : null;
}

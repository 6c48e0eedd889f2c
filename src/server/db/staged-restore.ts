import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from './log.ts';

/**
 * A restore of a data folder is prepared in DATA_DIR/restore.new. The file `complete` in it is the step that decides: without
 * it an interrupted restore is discarded, with it the next opening of the folder finishes it. The data from before goes to
 * DATA_DIR/before-restore-<time>.
 */

const STAGED = 'restore.new';
const COMPLETE = 'complete';

/** Returns an empty folder for the data of a restore. */
export function stageRestore(dataDir: string): string {
  const staged = join(dataDir, STAGED);
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true, mode: 0o700 });
  return staged;
}

/** Whether the folder has data that a restore would replace. */
export function hasData(dataDir: string): boolean {
  if (existsSync(join(dataDir, 'pg'))) return true;
  const files = join(dataDir, 'files');
  return existsSync(files) && readdirSync(files).some((name) => name !== 'tmp');
}

/**
 * Decides for the prepared data, which is safe on the disk, and puts it in its place.
 * @returns the folder with the data that was there before, or null if there was none
 */
export function installRestore(dataDir: string): string | null {
  const aside = `before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  const mark = join(dataDir, STAGED, COMPLETE);
  writeFileSync(`${mark}.new`, aside, { mode: 0o600, flush: true });
  renameSync(`${mark}.new`, mark);
  install(dataDir, aside);
  return existsSync(join(dataDir, aside)) ? join(dataDir, aside) : null;
}

/** Removes what was prepared for a restore that is not decided. */
export function discardStaged(dataDir: string): void {
  if (!existsSync(join(dataDir, STAGED, COMPLETE)))
    rmSync(join(dataDir, STAGED), { recursive: true, force: true });
}

/** Finishes or discards a restore that was interrupted. The caller holds the folder's lock. */
export function finishRestore(dataDir: string, log: Log): void {
  const staged = join(dataDir, STAGED);
  if (!existsSync(staged)) return;
  const mark = join(staged, COMPLETE);
  if (existsSync(mark)) {
    install(dataDir, readFileSync(mark, 'utf8'));
    log.warn({}, 'RESTORE_FINISHED: an interrupted restore was complete; its data is in place now');
    return;
  }
  discardStaged(dataDir);
  log.warn({}, 'RESTORE_DISCARDED: a restore was interrupted; the data from before it is unchanged');
}

/** Each step is a renaming, and is skipped when it was done before. */
function install(dataDir: string, aside: string): void {
  const staged = join(dataDir, STAGED);
  const old = join(dataDir, aside);
  const moveAside = (name: string): void => {
    if (!existsSync(join(dataDir, name)) || existsSync(join(old, name))) return;
    mkdirSync(old, { recursive: true, mode: 0o700 });
    renameSync(join(dataDir, name), join(old, name));
  };
  const names = readdirSync(staged).filter((name) => !name.startsWith(COMPLETE));
  for (const name of names) {
    moveAside(name);
    renameSync(join(staged, name), join(dataDir, name));
  }
  rmSync(staged, { recursive: true, force: true });
}

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keepAssets } from './kept-assets.mjs';

it('keeps files of earlier builds for a week, and replaces none of the new one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'molde-assets-'));
  try {
    const builds = ['a', 'b', 'c'].map((name) => join(folder, name));
    for (const build of builds) mkdirSync(build);
    writeFileSync(join(builds[0], 'page-1.js'), 'first');
    writeFileSync(join(builds[0], 'shared.js'), 'old');
    writeFileSync(join(builds[1], 'shared.js'), 'new');
    keepAssets(builds[0], builds[1]);
    expect(readdirSync(builds[1]).sort()).toEqual(['page-1.js', 'shared.js']);
    expect(readFileSync(join(builds[1], 'shared.js'), 'utf8')).toBe('new');
    // The age is that of the build that made it, however often it was taken over.
    expect(statSync(join(builds[1], 'page-1.js')).mtimeMs).toBeCloseTo(
      statSync(join(builds[0], 'page-1.js')).mtimeMs,
      -1,
    );
    keepAssets(builds[1], builds[2], Date.now() + 8 * 24 * 60 * 60 * 1000);
    expect(readdirSync(builds[2])).toEqual([]);
    keepAssets(join(folder, 'none'), builds[2]);
    expect(readdirSync(builds[2])).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

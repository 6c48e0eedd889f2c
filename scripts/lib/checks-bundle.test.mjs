import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDefinitions } from './definitions.mjs';
import { root } from './root.mjs';

const folder = mkdtempSync(join(tmpdir(), 'molde-checks-'));
const hooks = join(folder, 'hooks.mjs');
const log = join(folder, 'loaded.txt');

beforeAll(() => {
  writeFileSync(
    hooks,
    `import { appendFileSync } from 'node:fs';
     import { isMainThread } from 'node:worker_threads';
     import { register } from 'node:module';
     if (isMainThread) register(import.meta.url);
     export function load(url, context, next) {
       appendFileSync(${JSON.stringify(log)}, url + '\\n');
       return next(url, context);
     }`,
  );
  // The first run may make the bundle.
  check('screens/admin/user.form.json');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command. @returns its diagnostics, and the addresses of the modules that it loaded */
function check(...files) {
  writeFileSync(log, '');
  const args = ['--import', pathToFileURL(hooks).href, 'scripts/defs.mjs', 'check', '--json', ...files];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return { diagnostics: JSON.parse(stdout), loaded: readFileSync(log, 'utf8').trim().split('\n') };
}

describe('npm run defs check', () => {
  it('should load neither sources one by one nor the server for one file', () => {
    const { diagnostics, loaded } = check('screens/admin/user.form.json');
    expect(diagnostics).toEqual([]);
    expect(loaded.filter((url) => url.endsWith('.ts') || url.includes('/tsx/'))).toEqual([]);
    expect(loaded.filter((url) => /data-catalogue|\/(fastify|pg|kysely|esbuild)\//.test(url))).toEqual([]);
    expect(loaded.length).toBeGreaterThan(20);
    expect(loaded.length).toBeLessThan(250);
  });

  it('should find what the sources find: unknown routes, and filters that a dataset cannot take', async () => {
    const dataset = {
      kind: 'dataset',
      formatVersion: 2,
      id: 'by-unit',
      title: 'By unit',
      from: 'user',
      parameters: { unit: { type: 'text', title: 'Unit' } },
      where: { 'uo.title': { $expr: 'params.unit' } },
      group: [{ id: 'unit', field: 'uo' }],
      measures: { people: { count: true } },
    };
    const screen = {
      kind: 'screen',
      formatVersion: 2,
      id: 'a',
      path: '/a',
      title: 'A',
      access: { screen: 'admin-user', verb: 'read' },
      state: { filters: {} },
      sources: {
        rows: { dataset: 'by-unit', query: { unit: 'Norte,Sul' } },
        wrong: { get: '/adm/v2/ent/compny' },
        right: { get: '/adm/v2/ent/company' },
      },
      body: [],
    };
    const texts = Object.entries({ 'unit.dataset.json': dataset, 'a.screen.json': screen }).map(
      ([name, document]) => ({ file: join(folder, name), text: JSON.stringify(document, null, 2) }),
    );
    for (const { file, text } of texts) writeFileSync(file, text);
    const { diagnostics } = check(...texts.map(({ file }) => file));
    expect(diagnostics).toEqual(await checkDefinitions(texts));
    expect(diagnostics.map(({ code }) => code)).toContain('unknown-route');
  });
});

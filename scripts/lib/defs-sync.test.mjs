import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pull, push } from './defs-sync.mjs';

let folder;
let stored;
let calls;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'defs-'));
  stored = new Map([
    ['dashboard/dash-1', { version: 1, definition: { title: 'A', kind: 'dashboard', id: 'dash-1' } }],
  ]);
  calls = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A server in memory: a save from an older version is merged, unless its title changed on both sides. */
const connection = {
  async need(method, path) {
    if (path.startsWith('/adm/v2/def?')) {
      const rows = [...stored].map(([key]) => {
        const [kind, id] = key.split('/');
        return { kind, id, source: 'tenant', draftVersion: 1 };
      });
      return { rows, totalRows: rows.length };
    }
    return stored.get(/def\/(.*)\?/.exec(path)[1]);
  },
  async send(method, path, { definition, version }) {
    calls.push(`${method} ${path}`);
    const key = `${definition.kind}/${definition.id}`;
    const known = stored.get(key);
    if (definition.title === '')
      return { status: 422, message: 'invalid', errors: [{ path: '/title', message: 'empty' }] };
    const isStale = known && known.version !== version;
    if (isStale && known.definition.title !== 'A')
      return { status: 409, data: { conflicts: [{ nodeId: null, pointer: '/title' }] } };
    const merged = isStale ? { version: known.version, author: 'x', changes: [] } : null;
    const saved = {
      definition: { ...(isStale ? known.definition : {}), ...definition },
      version: (known?.version ?? 0) + 1,
      merged,
    };
    stored.set(key, saved);
    return { status: 200, data: saved };
  },
};
const file = (name = 'dash-1') => join(folder, 'dashboard', `${name}.json`);
const read = (name) => JSON.parse(readFileSync(file(name), 'utf8'));
const change = (values) => writeFileSync(file(), JSON.stringify({ ...read(), ...values }));
const outcomes = (list) =>
  list.map(({ key, outcome, detail }) => [key, outcome, ...(detail ? [detail] : [])]);

it('writes definitions in a fixed order, and nothing when nothing has changed', async () => {
  expect(outcomes(await pull(connection, folder))).toEqual([['dashboard/dash-1', 'written']]);
  expect(Object.keys(read())).toEqual(['kind', 'id', 'title']);
  const before = readFileSync(file(), 'utf8') + readFileSync(join(folder, '.base.json'), 'utf8');
  expect(outcomes(await pull(connection, folder))).toEqual([['dashboard/dash-1', 'same']]);
  expect(readFileSync(file(), 'utf8') + readFileSync(join(folder, '.base.json'), 'utf8')).toBe(before);
  expect(outcomes(await push(connection, folder))).toEqual([['dashboard/dash-1', 'same']]);
  expect(calls).toEqual([]);
});

it('saves what was changed, brings merged changes back, and creates new files', async () => {
  await pull(connection, folder);
  change({ title: 'B' });
  expect(outcomes(await push(connection, folder))).toEqual([['dashboard/dash-1', 'saved']]);
  stored.set('dashboard/dash-1', {
    version: 7,
    definition: { title: 'A', kind: 'dashboard', id: 'dash-1', theirs: 1 },
  });
  change({ mine: 1 });
  expect(outcomes(await push(connection, folder))).toEqual([['dashboard/dash-1', 'merged']]);
  expect(read()).toMatchObject({ mine: 1, theirs: 1 });
  writeFileSync(file('dash-2'), '{"kind":"dashboard","id":"dash-2","title":"New"}');
  expect(outcomes(await push(connection, folder))).toEqual([
    ['dashboard/dash-1', 'same'],
    ['dashboard/dash-2', 'created'],
  ]);
});

it('names conflicts, refusals and files that cannot be read, and loses nothing', async () => {
  await pull(connection, folder);
  change({ title: 'Mine' });
  stored.set('dashboard/dash-1', {
    version: 2,
    definition: { title: 'Theirs', kind: 'dashboard', id: 'dash-1' },
  });
  expect(outcomes(await push(connection, folder))).toEqual([['dashboard/dash-1', 'conflict', '/title']]);
  expect(outcomes(await pull(connection, folder))).toEqual([['dashboard/dash-1', 'changed-both']]);
  expect(read().title).toBe('Mine');
  change({ title: '' });
  expect(outcomes(await push(connection, folder))).toEqual([
    ['dashboard/dash-1', 'refused', 'invalid; /title empty'],
  ]);
  writeFileSync(file(), '{"kind":');
  expect(outcomes(await push(connection, folder))).toEqual([['dashboard/dash-1', 'unreadable']]);
  rmSync(file());
  expect(outcomes(await push(connection, folder))).toEqual([['dashboard/dash-1', 'gone']]);
});

import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './bootstrap.mjs';
import { filesUnder } from './lib/inputs.mjs';
import { changesIn, insertLine, insertSorted, namesOf, Refusal, writeAll } from './lib/scaffold.mjs';

/** What the checks read of the project. */
const folders = ['.storybook', 'docs', 'locales', 'schemas', 'screens', 'scripts', 'src', 'tests', 'widgets'];

describe('what is made by npm run new', { timeout: 300_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'molde-new-'));
  const made = new Set();

  /** Runs one of the project's tools in the copy. */
  function run(args, env = {}) {
    const inherited = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')),
    );
    const child = spawn(process.execPath, args, { cwd: copy, env: { ...inherited, ...env } });
    let told = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (told += text));
    }
    return new Promise((resolve) => child.on('close', (status) => resolve({ status, told })));
  }
  const bin = (path) => join('node_modules', path);
  const create = async (...args) => {
    const { status, told } = await run(['scripts/new.mjs', ...args]);
    if (status === 0)
      for (const path of told.split('\n')) if (/^(?!molde: ).*\.\w+$/.test(path)) made.add(path);
    return { status, told };
  };
  const sources = () => [...made].filter((path) => /\.tsx?$/.test(path));
  /** A fault that lies elsewhere is another check's business. */
  const about = (told) => told.split('\n').filter((line) => [...made].some((path) => line.includes(path)));

  async function vitest(project, ...files) {
    const report = join(copy, `${project}.json`);
    const { told } = await run(
      [
        bin('vitest/vitest.mjs'),
        'run',
        '--project',
        project,
        '--reporter=json',
        `--outputFile=${report}`,
        ...files,
      ],
      { NODE_ENV: 'test' },
    );
    expect(existsSync(report), told).toBe(true);
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    return {
      passed: tests.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
      failing: [
        ...testResults
          .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
          .map(({ name, message }) => `${name} ${message}`),
        ...tests
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => `${fullName} ${failureMessages.join(' ')}`),
      ],
    };
  }

  beforeAll(async () => {
    for (const folder of folders) cpSync(join(root, folder), join(copy, folder), { recursive: true });
    for (const { name } of readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile()))
      cpSync(join(root, name), join(copy, name));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    for (const [kind, name] of [
      ['widget', 'new-sign'],
      ['screen', 'sample/new-report'],
      ['entity', 'new-order'],
    ]) {
      const { status, told } = await create(kind, name);
      if (status !== 0) throw new Error(told);
    }
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('should be all the files that such a thing consists of', () => {
    const number = readdirSync(join(copy, 'src/server/db/migrations')).find((name) => /new_order/.test(name));
    expect([...made].sort()).toEqual(
      [
        'schemas/widgets/new-sign.schema.json',
        ...['index.ts', 'NewSign.tsx', 'NewSign.stories.tsx', 'NewSign.test.tsx'].map(
          (file) => `widgets/new-sign/${file}`,
        ),
        'widgets/index.ts',
        'screens/sample/new-report.screen.json',
        'screens/menu.json',
        'src/contracts/new-order.ts',
        `src/server/db/migrations/${number}`,
        'src/server/db/migrations/index.ts',
        'src/server/db/tables.ts',
        'src/server/resources/index.ts',
        'src/server/resources/new-order/new-order.resource.ts',
        'src/server/resources/new-order/new-order.test.ts',
        ...['-list.screen', '-create.screen', '-edit.screen', '.form'].map(
          (file) => `screens/new-order/new-order${file}.json`,
        ),
        ...[...made].filter((path) => /^locales\/(pt|en|es)\/\w+\.json$/.test(path)),
      ].sort(),
    );
    expect([...made].filter((path) => path.startsWith('locales/'))).toHaveLength(6);
  });

  it('should have types, and those of its schema', async () => {
    expect((await run(['scripts/schema-types.mjs', '--check'])).told).toBe('');
    expect(about((await run([bin('typescript/bin/tsc'), '-p', '.', '--pretty', 'false'])).told)).toEqual([]);
  });

  it('should be formatted, without a fault of lint or a forbidden import', async () => {
    const prettier = await run([bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', ...made]);
    expect(prettier).toEqual({ status: 0, told: '' });
    const lint = await run([bin('oxlint/bin/oxlint'), '--deny-warnings', ...sources()]);
    expect([lint.status, lint.told]).toEqual([0, expect.stringContaining('0 errors')]);
    const imports = await run(['scripts/check-imports.mjs']);
    expect(imports.told).toMatch(/\d+ modules/);
    expect(about(imports.told)).toEqual([]);
    const unused = await run([bin('knip/bin/knip.js'), '--no-progress']);
    expect(about(unused.told)).toEqual([]);
  });

  it('should be right definitions', async () => {
    expect((await run(['scripts/defs.mjs', 'check'])).told).toMatch(/errors: 0, warnings: 0/);
  });

  it('should pass the tests made with it, and the conformance tests', async () => {
    const conformance = ['definitions', 'locales', 'stories'].map(
      (name) => `tests/conformance/${name}.test.ts`,
    );
    const unit = await vitest('unit', ...conformance, 'widgets/new-sign');
    expect(unit.failing.filter((told) => /new-(sign|report|order)|NewSign/.test(told))).toEqual([]);
    expect(unit.passed).toEqual(
      expect.arrayContaining([
        'stories should show new-sign in every state, made by the one helper',
        'stories should be found by Storybook: new-sign',
        'bundled definitions new-order/new-order-list.screen.json is valid, without a warning',
        'new-sign should say its text, and nothing without one',
      ]),
    );
    const server = await vitest('server', 'src/server/resources/new-order');
    expect(server.failing).toEqual([]);
    expect(server.passed.length).toBeGreaterThanOrEqual(5);
  });

  it.each([
    [['widget', 'new-sign'], 'schemas/widgets/new-sign.schema.json exists already'],
    [['widget', 'New Sign'], 'is no name'],
    [['widget', 'constructor'], 'is no name'],
    [['screen', 'other/new-report'], 'has the id new-report already'],
    [['screen', 'admin-user'], 'has the id admin-user already'],
    [['screen', '../../etc'], 'is no name'],
    [['entity', 'new-order'], 'has a table new_order already'],
    [['entity', 'user'], 'src/contracts/user.ts exists already'],
    [['thing', 'x'], 'usage:'],
    [['widget'], 'usage:'],
  ])('should be refused for %j, in one line and without a trace', async (args, reason) => {
    const before = filesUnder(join(copy, 'src')).length;
    const { status, told } = await create(...args);
    expect([status, told.trim().split('\n').length]).toEqual([1, 1]);
    expect(told).toContain(reason);
    expect(filesUnder(join(copy, 'src'))).toHaveLength(before);
  });
});

describe('the dependencies of such a copy', () => {
  it('should not be installed through a link: they are of the folder behind it', () => {
    const copy = mkdtempSync(join(tmpdir(), 'molde-linked-'));
    try {
      cpSync(join(root, 'scripts'), join(copy, 'scripts'), { recursive: true });
      cpSync(join(root, 'package.json'), join(copy, 'package.json'));
      writeFileSync(join(copy, 'package-lock.json'), '{}');
      mkdirSync(join(copy, 'theirs'));
      symlinkSync(join(copy, 'theirs'), join(copy, 'node_modules'), 'junction');
      const { status, stderr } = spawnSync(process.execPath, ['scripts/bootstrap.mjs'], {
        cwd: copy,
        encoding: 'utf8',
      });
      expect([status, stderr.trim()]).toEqual([1, expect.stringContaining('node_modules is a link')]);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });
});

describe('the parts of scaffolding', () => {
  it('should make the forms of a name', () => {
    expect(namesOf('order-line2')).toEqual({
      name: 'order-line2',
      pascal: 'OrderLine2',
      camel: 'orderLine2',
      snake: 'order_line2',
      title: 'Order line2',
    });
  });

  it.each(['', 'A', 'a_b', 'a--b', '-a', 'a-', '1a', 'ação', 'a b', 'a/b', '..', 'default', 'x'.repeat(41)])(
    'should refuse the name %j',
    (name) => expect(() => namesOf(name)).toThrow(Refusal),
  );

  it('should put lines and keys at their alphabetical places', () => {
    const line = /^- (\w+)$/;
    expect(insertLine('x\n- a\n- c\ny', line, '- b')).toBe('x\n- a\n- b\n- c\ny');
    expect(insertLine('x\n- a\n- c\ny', line, '- d')).toBe('x\n- a\n- c\n- d\ny');
    expect(insertLine('x', line, '- d')).toBe('x');
    const object = { frame: 1, a: 2, c: 3 };
    insertSorted(object, 'd', 4);
    insertSorted(object, 'z', 5);
    expect(Object.keys(object)).toEqual(['d', 'frame', 'a', 'c', 'z']);
  });

  it('should leave everything as it was when something fails half-way', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'molde-scaffold-'));
    try {
      mkdirSync(join(folder, 'there'));
      cpSync(join(root, 'screens/menu.json'), join(folder, 'there/menu.json'));
      const before = readFileSync(join(folder, 'there/menu.json'), 'utf8');
      const changes = changesIn(folder);
      changes.add('new/deep/a.json', '{}');
      changes.editJson('there/menu.json', (menu) => menu.overview.pop());
      let undone = 0;
      const failing = () => {
        expect(existsSync(join(folder, 'new/deep/a.json'))).toBe(true);
        throw new Refusal('no');
      };
      await expect(writeAll(folder, changes, failing, () => (undone += 1))).rejects.toThrow('no');
      expect(undone).toBe(1);
      expect(existsSync(join(folder, 'new'))).toBe(false);
      expect(readFileSync(join(folder, 'there/menu.json'), 'utf8')).toBe(before);
      expect(() => changes.edit('there/menu.json', (text) => text)).toThrow('the edit finds no place');
      expect(() => changes.add('there/menu.json', '')).toThrow('exists already');
      expect(() => changes.addTexts({ pt: {} }, ['no', 'such'], 'x')).toThrow('locales');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

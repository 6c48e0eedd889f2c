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
import { root } from '../lib/root.mjs';
import { filesUnder } from '../lib/inputs.mjs';
import { changesIn, insertLine, insertSorted, namesOf, Refusal, writeAll } from '../lib/scaffold.mjs';

/** The folders of the project that the checks read. */
const folders = [
  '.storybook',
  'demo',
  'docs',
  'locales',
  'migrations',
  'schemas',
  'screens',
  'scripts',
  'src',
  'tests',
  'widgets',
];

// Ample: it ends what hangs. A busy machine took more than 300 s for the checks of the new files.
describe('the result of npm run new', { timeout: 1_800_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'molde-new-'));
  const created = new Set();

  /** Runs one of the project's tools in the copy. */
  function run(args, env = {}) {
    const inherited = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')),
    );
    const child = spawn(process.execPath, args, { cwd: copy, env: { ...inherited, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
  }
  const bin = (path) => join('node_modules', path);
  const create = async (...args) => {
    const { status, output } = await run(['scripts/new.mjs', ...args]);
    if (status === 0)
      for (const path of output.split('\n')) if (/^(?!molde: ).*\.\w+$/.test(path)) created.add(path);
    return { status, output };
  };
  const sources = () => [...created].filter((path) => /\.tsx?$/.test(path));
  /** Filters the lines about created files, since other checks report errors elsewhere. */
  const about = (text) => text.split('\n').filter((line) => [...created].some((path) => line.includes(path)));

  async function vitest(...files) {
    const report = join(copy, 'report.json');
    const { output } = await run(
      [bin('vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile=${report}`, ...files],
      { NODE_ENV: 'test' },
    );
    expect(existsSync(report), output).toBe(true);
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
    const fields =
      'serial:string! unique, bought:date, price:money, status:enum(ok|lost), active:boolean, owner:user';
    for (const args of [
      ['widget', 'new-sign'],
      ['screen', 'sample/new-report'],
      ['entity', 'new-order', '--fields', fields],
      // As npm passes it on for `npm run new entity new-tool --fields "…"`, without `--` before the option.
      ['entity', 'new-tool', 'serial:string! unique, bought:date, status:enum(ok|lost), owner:user'],
    ]) {
      const { status, output } = await create(...args);
      if (status !== 0) throw new Error(output);
    }
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('should be all files of a widget, a screen and an entity', () => {
    const migrations = readdirSync(join(copy, 'migrations')).filter((name) => /new_(order|tool)/.test(name));
    expect(migrations).toHaveLength(2);
    expect([...created].sort()).toEqual(
      [
        'schemas/widgets/new-sign.schema.json',
        ...['index.ts', 'NewSign.tsx', 'NewSign.stories.tsx', 'NewSign.test.tsx'].map(
          (file) => `widgets/new-sign/${file}`,
        ),
        'widgets/index.ts',
        'screens/sample/new-report.screen.json',
        'screens/menu.json',
        ...migrations.map((name) => `migrations/${name}`),
        ...['new-order', 'new-tool'].flatMap((name) =>
          ['.entity', '-list.screen', '-create.screen', '-edit.screen', '.form'].map(
            (file) => `screens/${name}/${name}${file}.json`,
          ),
        ),
        ...[...created].filter((path) => /^locales\/(pt|en|es)\/\w+\.json$/.test(path)),
      ].sort(),
    );
    expect([...created].filter((path) => path.startsWith('locales/'))).toHaveLength(6);
  });

  it('should name the record on the buttons that create one', () => {
    const list = JSON.parse(readFileSync(join(copy, 'screens/new-tool/new-tool-list.screen.json'), 'utf8'));
    const empty = list.body.find(({ id }) => id === 'list').slots.empty[0];
    expect([list.body[0].with.record, empty.with.record]).toEqual(Array(2).fill('$screens.new-tool.one'));
  });

  it('should say in the toolbar what its list counts', () => {
    const list = JSON.parse(readFileSync(join(copy, 'screens/new-tool/new-tool-list.screen.json'), 'utf8'));
    const { noun } = list.body.find(({ id }) => id === 'list').props;
    expect(noun).toEqual({ one: '$screens.new-tool.rows.one', other: '$screens.new-tool.rows.other' });
  });

  it('should be at most 200 lines of declarations for an entity, and 10 more for each further field', () => {
    const linesOf = (name) => {
      const own = [...created].filter((path) => name.test(path));
      expect(own.filter((path) => !/\.(json|sql)$/.test(path))).toEqual([]);
      return own.flatMap((path) => readFileSync(join(copy, path), 'utf8').trimEnd().split('\n')).length;
    };
    expect(linesOf(/new[-_]tool/)).toBeLessThanOrEqual(200);
    expect(linesOf(/new[-_]order/)).toBeLessThanOrEqual(220);
  });

  it('should stand in the menu beside the other records', () => {
    const { overview } = JSON.parse(readFileSync(join(copy, 'screens/menu.json'), 'utf8'));
    const group = overview.find(({ title }) => title === '$menu.basic');
    expect(group.submenu.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['basic-company', 'new-report', 'new-order', 'new-tool']),
    );
  });

  it('should keep texts of fields apart from the names of an entity', async () => {
    const { status, output } = await create('entity', 'new-song', 'title:string!, form:string, edit:date');
    expect([status, output]).toEqual([0, expect.stringContaining('screens/new-song/')]);
    const { screens } = JSON.parse(readFileSync(join(copy, 'locales/pt/screens.json'), 'utf8'));
    expect(screens['new-song']).toEqual({
      title: 'New songs',
      one: 'New song',
      rows: { one: 'new song', other: 'new songs' },
      create: 'New song: novo registro',
      edit: 'New song: editar registro',
      form: 'New song: formulário',
      'title-field': 'Title',
      'form-field': 'Form',
      'edit-field': 'Edit',
    });
  });

  it('should have types, also of its schema', async () => {
    expect(existsSync(join(copy, 'src/engine/core/generated/widgets/new-sign.ts'))).toBe(true);
    // With what they import, since the other files have the types that they have in this project.
    const project = join(copy, 'tsconfig.created.json');
    writeFileSync(
      project,
      JSON.stringify({ extends: './tsconfig.json', include: ['src/**/*.d.ts'], files: sources() }),
    );
    const { output } = await run([bin('typescript/bin/tsc'), '-p', project, '--pretty', 'false']);
    expect(about(output)).toEqual([]);
    expect(output).not.toContain('error TS18');
  });

  it('should be formatted, without lint errors and forbidden imports', async () => {
    const prettier = await run([
      bin('prettier/bin/prettier.cjs'),
      '--check',
      '--ignore-unknown',
      '--log-level=warn',
      ...created,
    ]);
    expect(prettier).toEqual({ status: 0, output: '' });
    const lint = await run([bin('oxlint/bin/oxlint'), '--deny-warnings', ...sources()]);
    expect([lint.status, lint.output]).toEqual([0, expect.stringContaining('0 errors')]);
    const imports = await run(['scripts/check-imports.mjs']);
    expect(imports.output).toMatch(/\d+ modules/);
    expect(about(imports.output)).toEqual([]);
    const unused = await run([bin('knip/bin/knip.js'), '--no-progress']);
    expect(about(unused.output)).toEqual([]);
  });

  it('should be valid definitions', async () => {
    expect((await run(['scripts/defs.mjs', 'check'])).output).toMatch(/errors: 0, warnings: 0/);
  });

  it('should pass its own tests and the conformance tests', async () => {
    const conformance = ['definitions', 'locales', 'reference', 'stories'].map(
      (name) => `tests/conformance/${name}.test.ts`,
    );
    const { failing, passed } = await vitest(
      ...conformance,
      'widgets/new-sign',
      'src/server/entities.test.ts',
    );
    expect(failing.filter((message) => /new-(sign|report|order)|NewSign/.test(message))).toEqual([]);
    expect(passed).toEqual(
      expect.arrayContaining([
        'stories should show new-sign in every state, created by widgetStories',
        'stories should be found by Storybook: new-sign',
        'bundled definitions new-order/new-order-list.screen.json is valid, without a warning',
        'bundled definitions have different names in the list of definitions, in pt',
        'new-sign should render its text, and nothing without one',
      ]),
    );
    expect(passed.filter((name) => name.startsWith('new-order')).length).toBeGreaterThanOrEqual(20);
  });

  it.each([
    ['widget', 'new-sign', 'schemas/widgets/new-sign.schema.json exists already'],
    ['widget', 'New Sign', 'is not a name'],
    ['widget', 'constructor', 'is not a name'],
    ['screen', 'other/new-report', 'has the id new-report already'],
    ['screen', 'admin-user', 'has the id admin-user already'],
    ['screen', '../../etc', 'is not a name'],
    ['screen', 'login', 'the address /login is reserved'],
    ['screen', 'help/docs', 'the address /docs is reserved'],
    ['entity', 'metrics', 'the address /metrics is reserved'],
    ['entity', 'new-order', 'the entity new-order exists already'],
    ['entity', 'x', 'is no field', 'a'],
    ['entity', 'x', 'is no type of a field', 'a:colour'],
    ['entity', 'x', 'has no values', 'a:enum()'],
    ['entity', 'x', 'the field a exists already', 'a:string, a:date'],
    ['entity', 'x', 'says nothing about a field', 'a:string! large'],
    ['entity', 'x', '"order" is a word of SQL', 'order:integer'],
    ['entity', 'user', 'the entity user exists already'],
  ])('should refuse the %s %j: %s', async (kind, name, reason, fields) => {
    const template = await import(`./${kind}.mjs`);
    const refuse = () => template.create(changesIn(copy), name, fields);
    expect(refuse).toThrow(Refusal);
    expect(refuse).toThrow(reason);
  });

  it.each([
    [['screen', 'other/new-report'], 'has the id new-report already'],
    [['entity', 'x', '--fields', 'a'], 'is no field'],
    [['other', 'x'], 'usage:'],
    [['widget'], 'usage:'],
  ])('should be refused for %j, in one line and without changing a file', async (args, reason) => {
    const before = folders.flatMap((folder) => filesUnder(join(copy, folder))).length;
    const { status, output } = await create(...args);
    expect([status, output.trim().split('\n').length]).toEqual([1, 1]);
    expect(output).toContain(reason);
    expect(folders.flatMap((folder) => filesUnder(join(copy, folder)))).toHaveLength(before);
  });
});

describe('the dependencies of a copy', () => {
  it('should not be installed through a link, since other projects share the folder behind it', () => {
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

describe('scaffolding', () => {
  it('should derive the forms of a name', () => {
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

  it('should insert lines and keys in alphabetical order', () => {
    const line = /^- (\w+)$/;
    expect(insertLine('x\n- a\n- c\ny', line, '- b')).toBe('x\n- a\n- b\n- c\ny');
    expect(insertLine('x\n- a\n- c\ny', line, '- d')).toBe('x\n- a\n- c\n- d\ny');
    expect(insertLine('x', line, '- d')).toBe('x');
    const object = { frame: 1, a: 2, c: 3 };
    insertSorted(object, 'd', 4);
    insertSorted(object, 'z', 5);
    expect(Object.keys(object)).toEqual(['d', 'frame', 'a', 'c', 'z']);
  });

  it('should restore everything when a step fails', async () => {
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
      expect(() => changes.edit('there/menu.json', (text) => text)).toThrow('the edit changes nothing');
      expect(() => changes.add('there/menu.json', '')).toThrow('exists already');
      expect(() => changes.addTexts({ pt: {} }, ['no', 'such'], 'x')).toThrow('locales');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

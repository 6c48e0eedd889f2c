import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './root.mjs';
import { frameOf, overlayOf } from './definition-overlay.mjs';
import { bundledTexts, checkDefinitions, lineOf } from './definitions.mjs';

const screen = (id, more = {}) => ({
  kind: 'screen',
  formatVersion: 2,
  id,
  path: `/${id}`,
  title: 'A',
  access: { screen: 'admin-user', verb: 'read' },
  body: [],
  ...more,
});
const fileOf = (file, document) => ({ file, text: JSON.stringify(document, null, 2) });
const positions = async (...texts) =>
  (await checkDefinitions(texts)).map(({ file, line, column, pointer, code }) => [
    `${file}:${line}:${column}`,
    pointer,
    code,
  ]);

describe('the check of definitions', () => {
  it('should report nothing in the bundled definitions', async () => {
    const texts = bundledTexts();
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.map(({ file }) => file)).toContain('screens/menu.json');
    expect(await checkDefinitions(texts)).toEqual([]);
  });

  it('should report line and column of an error', async () => {
    const wrong = screen('a', { body: [{ id: 'x', type: 'tabel' }], title: '$no.such.text' });
    expect(await positions(fileOf('a.screen.json', wrong))).toEqual([
      ['a.screen.json:6:12', '/title', 'unknown-text'],
      ['a.screen.json:14:15', '/body/0/type', 'unknown-type'],
    ]);
    expect(await positions(fileOf('a.screen.json', screen('a', { title: '$no.such.text' })))).toEqual([
      ['a.screen.json:6:12', '/title', 'unknown-text'],
    ]);
  });

  it('should name a filter whose values the parameter of a dataset does not take', async () => {
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
    const view = (options) =>
      screen('a', {
        state: { filters: {} },
        sources: { rows: { dataset: 'by-unit', query: { unit: { $expr: 'state.filters.unit' } } } },
        body: [
          {
            id: 'bar',
            type: 'filter-bar',
            props: {
              bind: 'state.filters',
              fields: [{ field: 'unit', control: 'combobox', label: 'Unit', options }],
            },
          },
        ],
      });
    const check = (options) =>
      positions(fileOf('by-unit.dataset.json', dataset), fileOf('a.screen.json', view(options)));
    expect((await check({ entity: 'organizational-unit' })).map(([, ...rest]) => rest)).toEqual([
      ['/body/0/props/fields/0/options', 'filter-key'],
    ]);
    expect(await check({ entity: 'organizational-unit', value: 'title' })).toEqual([]);
  });

  it('should report the position where a file is cut off, also of an empty one', async () => {
    expect(await positions({ file: 'a.screen.json', text: '{\n  "id": "a",\n  "path":' })).toEqual([
      ['a.screen.json:3:10', '', 'json'],
    ]);
    expect(await positions({ file: 'a.screen.json', text: '' })).toEqual([['a.screen.json:1:1', '', 'json']]);
    expect(await positions({ file: 'screens/menu.json', text: '{"overview":[' })).toEqual([
      ['screens/menu.json:1:14', '', 'json'],
    ]);
  });

  it('should require the kind that the file name states, or else the one of the document', async () => {
    expect(await positions(fileOf('a.form.json', screen('a')))).toContainEqual([
      'a.form.json:2:11',
      '/kind',
      'value',
    ]);
    expect(await positions(fileOf('stdin', screen('a')))).toEqual([]);
  });

  it.each(['null', '[]', '"x"', '7', '{"__proto__":1}', '{"kind":7}'])('should survive %s', async (text) => {
    const [first] = await checkDefinitions([{ file: 'stdin', text }]);
    expect(first).toMatchObject({ file: 'stdin', severity: 'error', message: expect.stringMatching(/./) });
  });

  it('should report an id and a path that another file has', async () => {
    expect(
      await positions(
        fileOf('a.screen.json', screen('a', { path: '/a/:id' })),
        fileOf('b.screen.json', screen('a')),
        fileOf('c.screen.json', screen('c', { path: '/a/:other' })),
      ),
    ).toEqual([
      ['b.screen.json:4:9', '/id', 'duplicate-id'],
      ['c.screen.json:5:11', '/path', 'path-taken'],
    ]);
  });

  it('should know the screens of other files and of the product, and suggest the nearest address', async () => {
    const goes = (...addresses) =>
      screen('a', {
        body: addresses.map((navigate, at) => ({
          id: `b${at}`,
          type: 'button',
          props: { text: 'x' },
          on: { press: [{ navigate }] },
        })),
      });
    const orders = fileOf('orders.screen.json', screen('orders', { path: '/orders/:id' }));
    const known = fileOf('a.screen.json', goes('/orders/{user.id}', '/admin-user', '/profile/{user.id}'));
    expect(await checkDefinitions([known, orders])).toEqual([]);
    const [first, second] = await checkDefinitions([
      fileOf('a.screen.json', goes('/ordres/7', '/admin-usr')),
      orders,
    ]);
    expect(first).toMatchObject({
      code: 'unknown-page',
      severity: 'warning',
      pointer: '/body/0/on/press/0/navigate',
    });
    expect(second.remedy).toContain("Did you mean '/admin-user'?");
  });

  it('should use the requested language, in one line', async () => {
    const texts = [fileOf('a.screen.json', screen('a', { body: [{ id: 'x', type: 'tabel' }] }))];
    const [inPortuguese] = await checkDefinitions(texts, 'pt');
    const [inEnglish] = await checkDefinitions(texts);
    expect(inPortuguese.message).not.toBe(inEnglish.message);
    expect(lineOf(inEnglish)).toBe(
      `a.screen.json:14:15 /body/0/type unknown-type ${inEnglish.message} — ${inEnglish.remedy}`,
    );
    expect(lineOf({ ...inEnglish, pointer: '', severity: 'warning', remedy: '' })).toBe(
      `a.screen.json:14:15 / unknown-type (warning) ${inEnglish.message}`,
    );
  });
});

describe('npm run defs', () => {
  const defs = (args, input = '') =>
    spawnSync(process.execPath, [join(root, 'scripts', 'defs.mjs'), ...args], { encoding: 'utf8', input });

  it('should read standard input and end with 1 on an error', () => {
    const { status, stdout } = defs(['check', '--json', '-'], '{"kind":');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([{ file: 'stdin', line: 1, column: 9, code: 'json' }]);
  });

  it('should report no errors in the bundled screens', () => {
    expect(defs(['check'])).toMatchObject({ status: 0, stdout: '' });
  });

  it.each([
    [[]],
    [['chek']],
    [['check', '--lang', 'fr']],
    [['check', 'no-such-file.json']],
    [['check', '-x']],
  ])('should refuse %j with one line', (args) => {
    const { status, stdout, stderr } = defs(args);
    expect([status, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
  });
});

describe('the overlay', () => {
  const diagnostic = {
    file: 'screens/a.screen.json',
    line: 2,
    column: 9,
    pointer: '/id',
    code: 'pattern',
    message: 'It is wrong.',
    remedy: 'Mend it.',
    severity: 'error',
  };
  const text = '{\n\t"id": "A B",\n  "path": "/a"\n}';

  it('should point at the line', () => {
    expect(overlayOf([diagnostic], () => text)).toEqual({
      type: 'error',
      err: {
        plugin: 'definitions',
        message: 'It is wrong. Mend it.\npattern at /id',
        loc: { file: join(root, 'screens/a.screen.json'), line: 2, column: 9 },
        frame: '1 | {\n2 | \t"id": "A B",\n  | \t       ^\n3 |   "path": "/a"\n4 | }\n',
        stack: '',
      },
    });
  });

  it('should list some of the other errors and count the rest', () => {
    const { err } = overlayOf(
      Array.from({ length: 12 }, () => diagnostic),
      () => text,
    );
    const lines = err.stack.split('\n');
    expect(lines).toHaveLength(9);
    expect(lines[0]).toBe(`${join(root, 'screens/a.screen.json')}:2:9 It is wrong.`);
    expect(lines[8]).toBe('and 3 more');
  });

  it('should not cover the page for a warning', () => {
    expect(overlayOf([{ ...diagnostic, severity: 'warning' }], () => text)).toBeNull();
    expect(overlayOf([], () => text)).toBeNull();
  });

  it('should frame the first and last lines of a file, and line numbers of different widths', () => {
    expect(frameOf('', 1, 1)).toBe('1 | \n  | ^\n');
    const long = Array.from({ length: 10 }, (_, at) => `l${at + 1}`).join('\n');
    expect(frameOf(long, 9, 2)).toBe('7  | l7\n8  | l8\n9  | l9\n   |  ^\n10 | l10\n');
  });
});

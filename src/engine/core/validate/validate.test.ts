import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { registry, screenDocument } from '../testing/fixtures.ts';
import { validateDocument } from './document.ts';
import { validateNode } from './nodes.ts';
import { parseDocument } from '../json/text.ts';

const diagnosticsOf = async (more: JsonObject): Promise<string[]> =>
  (await validateDocument(screenDocument(more), registry)).map(({ pointer, code }) => `${pointer} ${code}`);
const node = (more: JsonObject): JsonObject => ({ body: [{ id: 'a', type: 'label', ...more }] });
const press = (...steps: Json[]): JsonObject => ({
  body: [{ id: 'a', type: 'button', on: { press: steps } }],
});

describe('a valid document', () => {
  it('has no diagnostics', async () => {
    const document = screenDocument({
      $schema: '../../schemas/screen.schema.json',
      'x-note': 'n',
      state: { page: 1 },
      breadcrumb: [{ name: '$menu.a', link: '/a' }],
      sources: {
        users: {
          get: '/users',
          query: { page: { $expr: 'state.page' } },
          rows: 'data.rows',
          needs: ['state.page'],
        },
      },
      strings: { pt: { t: 'T' } },
      body: [
        {
          id: 'a',
          type: 'label',
          props: { text: '$t', count: { $expr: '$sum(data.users.rows.n)' } },
          visible: { $expr: 'can.read' },
        },
        {
          id: 'list',
          type: 'grid',
          source: 'users',
          props: {
            columns: [
              { title: 'A', field: 'a' },
              { title: 'B', value: { $expr: 'row.a & state.page' } },
            ],
            rowActions: [
              {
                id: 'off',
                text: 'Off',
                do: [
                  {
                    request: { put: '/users/{row.id}', body: { v: { $expr: 'row.v' } } },
                    onError: [{ toast: { error: { $expr: 'event.message' } } }],
                  },
                  { refresh: 'users' },
                ],
              },
            ],
          },
        },
        {
          id: 'open',
          type: 'button',
          on: {
            press: [
              { open: 'd' },
              { submit: 'f' },
              { each: { $expr: 'data.users.rows' }, do: [{ set: { 'state.last': { $expr: 'row.id' } } }] },
            ],
          },
        },
      ],
      dialogs: [
        { id: 'd', type: 'dialog', children: [{ id: 'f', type: 'form', on: { submit: [{ close: 'd' }] } }] },
      ],
    });
    expect(await validateDocument(document, registry)).toEqual([]);
  });
});

describe('diagnostics', () => {
  it.each<[string, JsonObject, string[]]>([
    ['unknown widget', node({ type: 'hologram' }), ['/body/0/type unknown-type']],
    ['unknown key of props', node({ props: { txet: 'a' } }), ['/body/0/props unknown-key']],
    ['wrong type of a prop', node({ props: { text: 5 } }), ['/body/0/props/text no-alternative']],
    ['unknown key of a node', node({ clicked: 1 }), ['/body/0 unknown-key']],
    ['missing id', { body: [{ type: 'label' }] }, ['/body/0 required']],
    ['bad id', { body: [{ id: '1 x', type: 'label' }] }, ['/body/0/id pattern-id']],
    ['node of the wrong type', { body: ['label'] }, ['/body/0 type']],
    ['body of the wrong type', { body: {} }, ['/body type']],
    ['dialogs of the wrong type', { dialogs: 3 }, ['/dialogs type']],
    [
      'equal ids',
      { body: [{ id: 'a', type: 'box', children: [{ id: 'a', type: 'box' }] }] },
      ['/body/0/children/0/id duplicate-id'],
    ],
    [
      'children of a widget without children',
      node({ children: [{ id: 'b', type: 'label' }] }),
      ['/body/0/children no-children'],
    ],
    ['unknown source of a node', node({ source: 'none' }), ['/body/0/source unknown-source']],
    [
      'unknown source in an expression',
      node({ visible: { $expr: 'data.none.total > 1' } }),
      ['/body/0/visible/$expr unknown-source'],
    ],
    ['bad expression', node({ visible: { $expr: 'state.a = ' } }), ['/body/0/visible/$expr expression-end']],
    ['unknown root', node({ visible: { $expr: 'stat.a' } }), ['/body/0/visible/$expr unknown-root']],
    [
      'unknown root in a JSONata expression',
      node({ visible: { $expr: '$sum(stat.a)' } }),
      ['/body/0/visible/$expr unknown-root'],
    ],
    ['row outside a row', node({ visible: { $expr: 'row.a' } }), ['/body/0/visible/$expr root-not-here']],
    [
      'event unknown to the type',
      { body: [{ id: 'a', type: 'button', on: { pres: [] } }] },
      ['/body/0/on/pres unknown-event'],
    ],
    ['rows without a source', { body: [{ id: 'a', type: 'grid' }] }, ['/body/0 needs-source']],
    [
      'query without an initial value',
      {
        state: { list: [], page: 1 },
        query: { page: 'state.page', list: 'state.list', unknown: 'state.unknown' },
      },
      ['/query/unknown query-state'],
    ],
    [
      'upload: accepted types and maximum size',
      press({ upload: { post: '/a', accept: ['*'], maxSize: 1e9 } }),
      ['/body/0/on/press/0/upload/accept/0 pattern-file-type', '/body/0/on/press/0/upload/maxSize too-big'],
    ],
    [
      'expressions of an upload and of item labels',
      press(
        { upload: { put: '/{nobody.x}', values: { a: { $expr: 'nobody.y' } } } },
        { each: { $expr: 'event' }, do: [], label: { $expr: 'nobody.z & row.id' } },
      ),
      [
        '/body/0/on/press/0/upload/values/a/$expr unknown-root',
        '/body/0/on/press/1/label/$expr unknown-root',
        '/body/0/on/press/0/upload/put unknown-root',
      ],
    ],
    ['unknown verb', press({ dance: 1 }), ['/body/0/on/press/0 unknown-verb']],
    ['unknown dialog', press({ open: 'd' }), ['/body/0/on/press/0/open unknown-dialog']],
    ['unknown form', press({ submit: 'a' }), ['/body/0/on/press/0/submit unknown-form']],
    ['unknown source to refresh', press({ refresh: ['x'] }), ['/body/0/on/press/0/refresh/0 unknown-source']],
    ['address with a backslash', press({ navigate: '/\\evil.example' }), ['/body/0/on/press/0/navigate url']],
    [
      'address with parent segments',
      press({ navigate: '/a/%2e%2e/{row.id}' }),
      ['/body/0/on/press/0/navigate url'],
    ],
    [
      'address of another origin',
      press({ navigate: '//evil.example' }),
      ['/body/0/on/press/0/navigate pattern-address'],
    ],
    [
      'malformed reference',
      press({ navigate: '/x/{a b}' }),
      ['/body/0/on/press/0/navigate address-reference'],
    ],
    ['set outside the state', press({ set: { 'user.id': 1 } }), ['/body/0/on/press/0/set key-name']],
    [
      'two methods in one request',
      press({ request: { get: '/a', post: '/b' } }),
      ['/body/0/on/press/0/request no-alternative'],
    ],
    [
      'cycle of sources',
      {
        sources: {
          a: { get: '/a/{data.b.total}' },
          b: { get: '/b', query: { q: { $expr: '$sum(data.a.total)' } } },
        },
      },
      ['/sources/a source-cycle'],
    ],
    [
      'source that needs itself',
      { sources: { a: { get: '/a', needs: ['data.a.total'] } } },
      ['/sources/a source-cycle'],
    ],
    [
      'need of an unknown source',
      { sources: { a: { get: '/a', needs: ['data.c.total'] } } },
      ['/sources/a/needs/0 unknown-source'],
    ],
    ['source without address', { sources: { a: {} } }, ['/sources/a source-origin']],
    ['bad path', { path: 'things' }, ['/path pattern-path']],
    ['newer format', { formatVersion: 3 }, ['/formatVersion newer-format']],
    ['newer widget', node({ typeVersion: 2 }), ['/body/0/typeVersion newer-type']],
    ['unknown kind', { kind: 'poem' }, ['/kind unknown-kind']],
  ])('%s', async (_, more, expected) => {
    expect(await diagnosticsOf(more)).toEqual(expected);
  });

  it('carry the values of their texts', async () => {
    const [expression] = await validateDocument(
      screenDocument(node({ visible: { $expr: 'state.a b' } })),
      registry,
    );
    expect(expression!.values).toMatchObject({ position: 8, line: 1, column: 9, code: 'S0201' });
    const [below] = await validateDocument(
      screenDocument(node({ visible: { $expr: 'state.a and\n  $sum(state.b' } })),
      registry,
    );
    expect(below!.values).toMatchObject({ line: 2 });
    const [unknown] = await validateDocument(screenDocument(node({ props: { txet: 'a' } })), registry);
    expect(unknown!.values).toEqual({ key: 'txet', nearest: 'text' });
  });

  it('of forbidden keys replace all others', async () => {
    const document: unknown = JSON.parse(
      '{"kind":"screen","state":{"__proto__":{"a":1}},"body":[{"id":"x","props":{"constructor":1}}]}',
    );
    expect(await validateDocument(document, registry)).toMatchObject([
      { pointer: '/body/0/props/constructor', code: 'forbidden-key' },
      { pointer: '/state/__proto__', code: 'forbidden-key' },
    ]);
  });

  it('of missing texts are reported when the known ones are given', async () => {
    const document = screenDocument({
      ...node({ props: { text: '$no.one' } }),
      strings: { pt: { mine: 'x' } },
      title: '$mine',
    });
    expect(await validateDocument(document, registry, { texts: new Set() })).toMatchObject([
      { pointer: '/body/0/props/text', code: 'unknown-text', values: { key: '$no.one' } },
    ]);
    expect(await validateDocument(document, registry, { texts: new Set(['no.one']) })).toEqual([]);
  });

  it('of missing texts name the nearest key, of the document or of the product', async () => {
    const nearestOf = async (text: string): Promise<unknown[]> => {
      const document = screenDocument({
        ...node({ props: { text } }),
        strings: { pt: { greeting: 'x' } },
      });
      const texts = new Set(['actions.save', 'screens.users.title', 'screens.company.count_other']);
      const found = await validateDocument(document, registry, { texts });
      return found.map(({ code, values }) => [code, values.nearest]);
    };
    expect(await nearestOf('$actions.svae')).toEqual([['unknown-text', '$actions.save']]);
    expect(await nearestOf('$screens.usres.title')).toEqual([['unknown-text', '$screens.users.title']]);
    expect(await nearestOf('$greetign')).toEqual([['unknown-text', '$greeting']]);
    expect(await nearestOf('$screens.company.count')).toEqual([]);
    expect(await nearestOf('$nothing.alike')).toEqual([['unknown-text', undefined]]);
  });

  it('of missing texts are named for the first of many only, since each is compared with all texts of a product', async () => {
    const texts = new Set(Array.from({ length: 3000 }, (_, at) => `screens.area${at}.someTitle`));
    const body = Array.from({ length: 2000 }, (_, at) => ({
      id: `n${at}`,
      type: 'label',
      props: { text: `$screens.area${at}.someTitel` },
    }));
    const found = await validateDocument(screenDocument({ body }), registry, { texts });
    expect(found.length).toBe(2000);
    const named = found.map(({ values }) => values?.['nearest']).filter((one) => one !== undefined);
    expect(named).toEqual(Array.from({ length: 20 }, (_, at) => `$screens.area${at}.someTitle`));
  });

  it.each<[string, string | undefined]>([
    ['actoin', 'action'],
    ['zzz', undefined],
  ])(
    'of a value that is none of the allowed ones name the nearest and list them: %s',
    async (kind, meant) => {
      const steps = [{ confirm: { kind, title: 'Sure?' } }];
      const [one, ...others] = await validateDocument(screenDocument(press(...steps)), registry);
      expect(others).toEqual([]);
      expect(one).toMatchObject({ pointer: '/body/0/on/press/0/confirm/kind', code: 'value' });
      expect(one!.values).toEqual({
        value: kind,
        expected: '"action", "delete"',
        ...(meant !== undefined && { nearest: meant }),
      });
    },
  );

  it('of forms cover their schema and their expressions', async () => {
    const form = {
      kind: 'form',
      formatVersion: 2,
      id: 'f',
      schema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
      ui: { sections: [{ id: 's', fields: ['a', 'b'] }] },
      rules: [{ when: { $expr: "form.a = 'x'" }, show: ['b'] }, { when: { $expr: 'row.a' } }],
      checks: [{ fails: { $expr: '$length(form.a) > ' }, message: 'm' }],
    };
    expect(
      (await validateDocument(form, registry)).map(({ pointer, code }) => `${pointer} ${code}`).sort(),
    ).toEqual(['/checks/0/fails/$expr expression-end', '/rules/1/when/$expr root-not-here']);
    const hostile = {
      ...form,
      rules: [],
      checks: [],
      schema: { ...form.schema, $async: true },
    };
    expect(await validateDocument(hostile, registry)).toMatchObject([
      { pointer: '/schema/$async', code: 'form-keyword' },
    ]);
    expect(await validateDocument({ ...form, ui: {} }, registry)).toMatchObject([
      { pointer: '/ui', code: 'required' },
    ]);
  });
});

describe('hostile documents', () => {
  it('of 10,000 nodes, 51 levels or 1 MB are rejected with a pointer', async () => {
    const body = Array.from({ length: 10_000 }, (_, index) => ({ id: `n${index}`, type: 'box' }));
    expect(await diagnosticsOf({ body })).toEqual(['/body/2000 too-many-nodes']);
    let deep: JsonObject = { id: 'n0', type: 'box' };
    for (let level = 1; level <= 51; level += 1) deep = { id: `n${level}`, type: 'box', children: [deep] };
    expect((await diagnosticsOf({ body: [deep] }))[0]).toMatch(/children too-deep$/);
    expect(await diagnosticsOf({ state: { big: 'x'.repeat(1_000_001) } })).toEqual([' too-large']);
  });

  it('of nested steps are validated in linear time', async () => {
    let steps: Json[] = [{ toast: { info: 'x' } }];
    for (let level = 0; level < 60; level += 1) {
      steps = [{ if: { $expr: 'true' }, then: [{ open: 'd', onError: steps }], else: [{ close: 'd' }] }];
    }
    const diagnostics = await diagnosticsOf(press(...steps));
    expect(diagnostics.filter((one) => !one.endsWith('unknown-dialog'))).toEqual([
      expect.stringMatching(/ too-deep$/),
    ]);
    let fewer: Json[] = [{ toast: { inof: 'x' } }];
    for (let level = 0; level < 15; level += 1)
      fewer = [{ close: 'd', onError: [{ if: { $expr: 'true' }, then: fewer }] }];
    expect(
      (await diagnosticsOf(press(...fewer))).filter((one) => !one.endsWith('unknown-dialog')),
    ).toHaveLength(2);
  });

  it('of any depth are rejected without overflow', async () => {
    let value: Json = 1;
    for (let level = 0; level < 100_000; level += 1) value = [value];
    expect((await diagnosticsOf({ state: { value } }))[0]).toMatch(/ too-deep$/);
  });

  it('never make the validator throw', async () => {
    const key = fc.constantFrom(
      'body',
      'dialogs',
      'id',
      'type',
      'props',
      'children',
      'on',
      'press',
      'visible',
      'source',
      'sources',
      'state',
      '$expr',
      'get',
      'query',
      'title',
      'strings',
      '__proto__',
      'columns',
      'rowActions',
      'do',
      'needs',
      'if',
      'then',
    );
    const anything = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<unknown>(
          'box',
          'grid',
          'button',
          'screen',
          'form',
          'state.a',
          '$x',
          '/x/{y}',
          null,
          1,
          true,
          'a.',
        ),
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(key, tie('node'), { maxKeys: 6 }),
      ),
    })).node;
    await fc.assert(
      fc.asyncProperty(anything, fc.dictionary(key, anything), async (loose, more) => {
        for (const document of [loose, { ...screenDocument(), ...more }]) {
          const diagnostics = await validateDocument(document, registry);
          for (const one of diagnostics) expect(one.pointer === '' || one.pointer.startsWith('/')).toBe(true);
        }
      }),
    );
  });
});

describe('definition texts', () => {
  it('are parsed', () => {
    expect(parseDocument('{"a": 1}')).toEqual({ document: { a: 1 }, diagnostics: [] });
  });

  it('report truncation with its line', () => {
    expect(parseDocument('{\n  "a": [1,\n')).toMatchObject({
      document: null,
      diagnostics: [{ code: 'json', values: { line: 3 } }],
    });
    expect(parseDocument('{\n  "a": 1,\n  oops\n}')).toMatchObject({
      diagnostics: [{ code: 'json', values: { line: 3, column: 3 } }],
    });
  });

  it('are rejected when too large or with forbidden keys', () => {
    expect(parseDocument(`"${'é'.repeat(600_000)}"`)).toMatchObject({ diagnostics: [{ code: 'too-large' }] });
    expect(parseDocument('{"__proto__": {}}')).toMatchObject({
      diagnostics: [{ pointer: '/__proto__', code: 'forbidden-key' }],
    });
  });
});

describe('a single node', () => {
  it.each(['state.__proto__.a', 'state.a.constructor', 'state.prototype'])('may not write to %s', (path) => {
    const written = { id: 'a', type: 'button', on: { press: [{ set: { [path]: 1 } }] } };
    expect(
      validateNode({ node: written, pointer: '/body/0', names: [] }, registry).map(
        ({ severity }) => severity,
      ),
    ).toContain('error');
  });

  it('is validated with its plain expressions, without its children', () => {
    const written = { id: 'a', type: 'box', visible: { $expr: 'unknown.name' }, children: ['broken'] };
    const diagnostics = validateNode({ node: written, pointer: '/body/3', names: [] }, registry);
    expect(diagnostics).toMatchObject([{ pointer: '/body/3/visible/$expr', code: 'unknown-root' }]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { valueAt } from '../../../contracts/json-pointer.ts';
import { startScreen, registry, screenDocument } from '../testing/fixtures.ts';
import { validateDocument, validateParts } from '../validate/document.ts';
import { expandWith } from '../validate/fragments.ts';

const fragment = (id: string, more: JsonObject): JsonObject => ({
  kind: 'fragment',
  formatVersion: 2,
  id,
  ...more,
});

/** A fragment of two nodes, a dialog and a source, which refer to each other. */
const picker = fragment('picker', {
  parameters: {
    caption: { type: 'text', required: true },
    person: { type: 'value', default: { name: 'Ana', address: { city: 'Natal' } } },
    target: { type: 'bind', default: 'state.person' },
    content: { type: 'nodes', default: [] },
    after: { type: 'steps', default: [] },
    big: { type: 'boolean' },
  },
  sources: { people: { get: '/people/{with.person.name}', rows: 'data.rows' } },
  body: [
    { id: 'title', type: 'label', props: { text: { $with: 'caption' } } },
    {
      id: 'frame',
      type: 'box',
      props: { title: '$heading' },
      children: [
        {
          id: 'open',
          type: 'button',
          props: { text: '$open', primary: { $with: 'big' } },
          on: { press: [{ open: 'choose' }] },
        },
        {
          id: 'city',
          type: 'label',
          props: { text: { $expr: "with.person.address.city & ' with.person'" } },
        },
        { $with: 'content' },
      ],
    },
  ],
  dialogs: [
    {
      id: 'choose',
      type: 'dialog',
      children: [
        {
          id: 'list',
          type: 'grid',
          source: 'people',
          props: { columns: [{ title: 'n', value: { $expr: 'row.name' } }] },
        },
        {
          id: 'ok',
          type: 'button',
          on: {
            press: [
              { set: { 'with.target': { $expr: 'data.people.rows[0]' } } },
              { $with: 'after' },
              { close: 'choose' },
              { refresh: ['people', 'users'] },
            ],
          },
        },
      ],
    },
  ],
  strings: { pt: { heading: 'Pessoa' }, en: { heading: 'Person' } },
});

function expand(body: Json[], fragments: readonly JsonObject[] = [picker], more: JsonObject = {}) {
  const known = new Map(fragments.map((one) => [String(one.id), one]));
  return expandWith(screenDocument({ body, ...more }), known, registry);
}

/** The expanded value at a path, as /body/0/id. */
const at = (document: JsonObject, pointer: string): unknown => valueAt(document, pointer.split('/').slice(1));

async function diagnosticsOf(document: JsonObject, fragments: readonly JsonObject[]): Promise<string[]> {
  const found = await validateDocument(document, registry, {
    fragments: (ids) =>
      Promise.resolve(
        new Map(fragments.filter(({ id }) => ids.includes(String(id))).map((one) => [String(one.id), one])),
      ),
  });
  return found.map(({ pointer, code, fragment: inside }) =>
    [pointer, code, ...(inside ? [`${inside.id}${inside.pointer}`] : [])].join(' '),
  );
}

const screenDiagnostics = (body: Json[], fragments: readonly JsonObject[], more: JsonObject = {}) =>
  diagnosticsOf(screenDocument({ body, ...more }), fragments);

describe('a use of a fragment', () => {
  const { document, diagnostics } = expand([
    { id: 'before', type: 'label' },
    { id: 'owner', use: 'picker', with: { caption: '$own', content: [{ id: 'more', type: 'label' }] } },
    { id: 'behind', type: 'label' },
  ]);

  it('is replaced by its nodes, whose ids get its id as a prefix', () => {
    expect(diagnostics).toEqual([]);
    expect((document.body as JsonObject[]).map(({ id }) => id)).toEqual([
      'before',
      'owner-title',
      'owner-frame',
      'behind',
    ]);
    expect(at(document, '/body/2/children/0/id')).toBe('owner-open');
  });

  it('brings dialogs, sources and texts along, and references inside follow', () => {
    expect(at(document, '/dialogs/0/id')).toBe('owner-choose');
    expect(at(document, '/body/2/children/0/on/press/0')).toEqual({ open: 'owner-choose' });
    expect(at(document, '/dialogs/0/children/0/source')).toBe('owner_people');
    expect(at(document, '/dialogs/0/children/1/on/press')).toEqual([
      { set: { 'state.person': { $expr: 'data.owner_people.rows[0]' } } },
      { close: 'owner-choose' },
      { refresh: ['owner_people', 'users'] },
    ]);
    expect(document.sources).toEqual({ owner_people: { get: '/people/Ana', rows: 'data.rows' } });
    expect(at(document, '/body/2/props/title')).toBe('$picker/heading');
    expect(at(document, '/strings/pt')).toEqual({ 'picker/heading': 'Pessoa' });
  });

  it('keeps the texts of the document that the fragment does not have', () => {
    expect(at(document, '/body/1/props/text')).toBe('$own');
    expect(at(document, '/body/2/children/0/props/text')).toBe('$open');
  });

  it('splices given nodes with their own ids, and leaves keys without a value out', () => {
    expect(at(document, '/body/2/children/2')).toEqual({ id: 'more', type: 'label' });
    expect(at(document, '/body/2/children/0/props')).toEqual({ text: '$open' });
  });

  it('renders', () => {
    const { screen } = startScreen({
      ...document,
      strings: { pt: { own: 'Dono' }, ...(document.strings as JsonObject) },
    });
    expect(screen.compiled.diagnostics).toEqual([]);
    expect([...screen.compiled.nodes.keys()]).toContain('owner-city');
    screen.dispose();
  });

  it('takes the id of the fragment when it has none', () => {
    expect(at(expand([{ use: 'picker', with: { caption: 'a' } }]).document, '/body/0/id')).toBe(
      'picker-title',
    );
  });

  it('is unchanged where nothing is used: the same object', () => {
    const plain = screenDocument({ body: [{ id: 'a', type: 'label' }] });
    expect(expandWith(plain, new Map(), registry).document).toBe(plain);
  });
});

describe('parameters in expressions', () => {
  const expressionOf = (source: string, person: Json): unknown => {
    const one = fragment('one', {
      parameters: {
        person: { type: 'value' },
        none: { type: 'text' },
        place: { type: 'bind', default: 'state.at' },
      },
      body: [{ id: 'a', type: 'label', props: { text: { $expr: source } } }],
    });
    const { document } = expand([{ use: 'one', with: { person } }], [one]);
    return at(document, '/body/0/props/text/$expr');
  };

  it.each<[string, Json, string]>([
    ['with.person.name', { $expr: 'row' }, 'row.name'],
    ['with.person.name', { $expr: 'row.user' }, 'row.user.name'],
    ['with.person.name', { $expr: 'a ? row : b' }, '(a ? row : b).name'],
    ['with.person + 1', { $expr: 'a + b' }, '(a + b) + 1'],
    ['with.person.name', { name: "O'Hara" }, '"O\'Hara"'],
    ['with.person.name', { name: { $expr: 'state.n' } }, 'state.n'],
    ['with.person', { name: { $expr: 'state.n' } }, '{"name": (state.n)}'],
    ['2 - with.person', -5, '2 - (-5)'],
    ['with.none = null', 1, 'null = null'],
    ['with.place.x', 1, 'state.at.x'],
    // Strings, fields, quoted names, variables and regular expressions stay as they are.
    ["'with.person' & row.with.person & `with`.person", 1, "'with.person' & row.with.person & `with`.person"],
    ['$with.person & $match("a", /with.person"/)', 1, '$with.person & $match("a", /with.person"/)'],
    ['row.x / with.person / 2', 4, 'row.x / 4 / 2'],
    // Inside of a filter names belong to the item, so the whole input is named.
    ['data.a.rows[id = with.person]', { $expr: 'state.id' }, 'data.a.rows[id = $$.state.id]'],
    ['data.a.rows[id = $$.with.person]', 7, 'data.a.rows[id = 7]'],
    ['data.a.rows.(x + with.person)', { $expr: 'a + b' }, 'data.a.rows.(x + $$.(a + b))'],
    ['[with.person, {"a": with.person}]', { $expr: 'state.a' }, '[state.a, {"a": state.a}]'],
    [
      '$map(data.a.rows, function($r) { $r.x = with.person })',
      1,
      '$map(data.a.rows, function($r) { $r.x = 1 })',
    ],
    // A text that is no expression is left to validation.
    ['with.person "', 1, 'with.person "'],
  ])('%s with %j is %s', (source, person, expected) => {
    expect(expressionOf(source, person)).toBe(expected);
  });

  it('stand in addresses: values percent-encoded, references as references', () => {
    const one = fragment('one', {
      parameters: {
        id: { type: 'value' },
        base: { type: 'address' },
        target: { type: 'bind', default: 'state.a' },
      },
      body: [
        {
          id: 'a',
          type: 'grid',
          props: { page: 'with.target.page' },
          on: { press: [{ navigate: '/x/{with.id}' }, { navigate: '{with.base}/{row.id}' }] },
        },
      ],
    });
    const navigations = (id: Json): unknown =>
      at(expand([{ use: 'one', with: { id, base: '/users' } }], [one]).document, '/body/0/on/press');
    expect(navigations('a/b')).toEqual([{ navigate: '/x/a%2Fb' }, { navigate: '/users/{row.id}' }]);
    expect(navigations({ $expr: 'params.id' })).toEqual([
      { navigate: '/x/{params.id}' },
      { navigate: '/users/{row.id}' },
    ]);
    expect(at(expand([{ use: 'one', with: {} }], [one]).document, '/body/0/props/page')).toBe('state.a.page');
  });
});

describe('what a use says about its content', () => {
  const rule = { verb: 'update' };
  const one = fragment('one', {
    access: { special: 'x' },
    body: [{ id: 'a', type: 'label', visible: { $expr: 'state.a' }, access: rule }],
    columns: [{ title: 'A' }, { title: 'B' }],
    steps: [{ refresh: 'users' }],
  });
  const at1 = { x: 0, y: 0, w: 4, h: 2 };

  it('applies to its nodes: both conditions, all rules, the position', () => {
    const use = { use: 'one', visible: { $expr: 'state.b' }, access: { verb: 'delete' }, at: at1 };
    expect(at(expand([use], [one]).document, '/body/0')).toEqual({
      id: 'one-a',
      type: 'label',
      visible: { $expr: '(state.b) and (state.a)' },
      access: { all: [{ verb: 'delete' }, { special: 'x' }, rule] },
      at: at1,
    });
  });

  it('works in lists of props, in any order', () => {
    const grid: JsonObject = {
      id: 'g',
      type: 'grid',
      props: { columns: [{ title: '0' }, { use: 'one', visible: false }, { title: '3' }] },
    };
    expect(at(expand([grid], [one]).document, '/body/0/props/columns')).toEqual([
      { title: '0' },
      { title: 'A', visible: false, access: { special: 'x' } },
      { title: 'B', visible: false, access: { special: 'x' } },
      { title: '3' },
    ]);
  });

  it('is refused where it has no meaning', async () => {
    const two = fragment('two', {
      body: [
        { id: 'a', type: 'label' },
        { id: 'b', type: 'label' },
      ],
    });
    expect(await screenDiagnostics([{ use: 'two', at: at1 }], [two])).toEqual(['/body/0 fragment-one-node']);
    const press = [{ use: 'one' }];
    expect(await screenDiagnostics([{ id: 'b', type: 'button', on: { press } }], [one])).toEqual([
      '/body/0/on/press/0 fragment-steps-key',
    ]);
  });
});

describe('fragments inside of fragments', () => {
  it('chain prefixes, pass parameters on and stay apart', () => {
    const inner = fragment('inner', {
      parameters: { name: { type: 'text' } },
      body: [{ id: 'a', type: 'label', props: { text: { $with: 'name' } } }],
    });
    const outer = fragment('outer', {
      parameters: { name: { type: 'text' } },
      body: [
        { id: 'x', use: 'inner', with: { name: { $with: 'name' } } },
        { id: 'y', use: 'inner', with: { name: { $expr: 'with.name & "!"' } } },
      ],
    });
    const { document } = expand(
      [{ id: 'o', use: 'outer', with: { name: { $expr: 'state.n' } } }],
      [inner, outer],
    );
    expect(document.body).toEqual([
      { id: 'o-x-a', type: 'label', props: { text: { $expr: 'state.n' } } },
      { id: 'o-y-a', type: 'label', props: { text: { $expr: 'state.n & "!"' } } },
    ]);
  });
});

describe('diagnostics', () => {
  const broken = fragment('broken', {
    body: [{ id: 'a', type: 'box', children: [{ id: 'b', type: 'lable' }] }],
  });
  const needy = fragment('needy', {
    parameters: {
      name: { type: 'string', required: true },
      count: { type: 'number' },
      target: { type: 'bind' },
    },
    body: [{ id: 'a', type: 'label', props: { count: { $with: 'count' } } }],
  });

  it('inside of a fragment name the use and the place in the fragment', async () => {
    expect(await screenDiagnostics([{ id: 'z', type: 'label' }, { use: 'broken' }], [broken])).toEqual([
      '/body/1 unknown-type broken/body/0/children/0/type',
    ]);
  });

  it('behind and inside of what is replaced keep their places in the document', async () => {
    const two = fragment('two', {
      parameters: { content: { type: 'nodes' } },
      body: [
        { id: 'a', type: 'label' },
        { id: 'b', type: 'box', children: [{ $with: 'content' }] },
      ],
    });
    const content = [
      { id: 'c', type: 'label' },
      { id: 'd', type: 'lable' },
    ];
    expect(
      await screenDiagnostics(
        [
          { use: 'two', with: { content } },
          { id: 'e', type: 'buton' },
        ],
        [two],
      ),
    ).toEqual(['/body/0/with/content/1/type unknown-type', '/body/1/type unknown-type']);
  });

  it.each<[string, JsonObject, string[]]>([
    ['an unknown fragment', { use: 'nobody' }, ['/body/0/use unknown-fragment']],
    ['a missing parameter', { use: 'needy' }, ['/body/0 fragment-missing']],
    [
      'an unknown parameter',
      { use: 'needy', with: { name: 'a', cuont: 1 } },
      ['/body/0/with/cuont fragment-unknown-parameter'],
    ],
    [
      'values of another type, each',
      { use: 'needy', with: { name: 1, count: 'a', target: 'params.id' } },
      [
        '/body/0/with/name fragment-parameter',
        '/body/0/with/count fragment-parameter',
        '/body/0/with/target fragment-parameter',
      ],
    ],
    [
      'a state path that is computed',
      { use: 'needy', with: { name: 'a', target: { $expr: 'state.a' } } },
      ['/body/0/with/target fragment-parameter'],
    ],
    ['an unknown key', { use: 'needy', with: { name: 'a' }, wiht: {} }, ['/body/0 unknown-key']],
    [
      'a list that the fragment has not',
      { id: 'b', type: 'button', on: { press: [{ use: 'needy' }] } },
      ['/body/0/on/press/0/use fragment-list'],
    ],
  ])('report %s', async (_, use, expected) => {
    expect(await screenDiagnostics([use, { id: 'alive', type: 'label' }], [needy])).toEqual(expected);
  });

  it('report a missing parameter as such where it is an argument of a dialog inside', async () => {
    const asking = fragment('asking', {
      parameters: { name: { type: 'string', required: true }, other: { type: 'string' } },
      body: [
        {
          id: 'open',
          type: 'button',
          on: {
            press: [
              { open: { dialog: 'ask', with: { name: { $with: 'name' }, other: { $with: 'other' } } } },
            ],
          },
        },
      ],
      dialogs: [
        {
          id: 'ask',
          type: 'dialog',
          children: [{ id: 'said', type: 'label', props: { text: { $expr: 'args.name & args.other' } } }],
        },
      ],
    });
    expect(await screenDiagnostics([{ use: 'asking' }], [asking])).toEqual(['/body/0 fragment-missing']);
    expect(await screenDiagnostics([{ use: 'asking', with: { name: 'a' } }], [asking])).toEqual([]);
  });

  it('suggest a name', async () => {
    const found = await validateDocument(
      screenDocument({ body: [{ use: 'needy', with: { name: 'a', cuont: 1 } }] }),
      registry,
      {
        fragments: () => Promise.resolve(new Map([['needy', needy]])),
      },
    );
    expect(found[0]?.values).toEqual({ fragment: 'needy', parameter: 'cuont', nearest: 'count' });
  });

  it('name a cycle, and the rest of the document lives', async () => {
    const a = fragment('a', { body: [{ use: 'b' }] });
    const b = fragment('b', { body: [{ id: 'ok', type: 'label' }, { use: 'a' }] });
    expect(await screenDiagnostics([{ use: 'a' }], [a, b])).toEqual(['/body/0 fragment-cycle b/body/1/use']);
    expect(await diagnosticsOf(a, [a, b])).toEqual(['/body/0 fragment-cycle b/body/1/use']);
    expect((expand([{ use: 'a' }], [a, b]).document.body as Json[])[0]).toEqual({
      id: 'a-b-ok',
      type: 'label',
    });
  });

  it('refuse a fragment that grows without end, quickly', async () => {
    const doubling = Array.from({ length: 18 }, (_, level) =>
      fragment(`level-${level}`, {
        parameters: { text: { type: 'text' } },
        body: [0, 1].map((side) => ({
          id: `n${side}`,
          ...(level === 17 ? { type: 'label' } : { use: `level-${level + 1}` }),
        })),
      }),
    );
    const found = await screenDiagnostics([{ use: 'level-0' }, { id: 'alive', type: 'label' }], doubling);
    expect(found).toEqual(['/body/0 fragment-too-large']);
    const texts = Array.from({ length: 18 }, (_, level) =>
      fragment(`level-${level}`, {
        parameters: { text: { type: 'text' } },
        body: [
          level === 17
            ? { id: 'a', type: 'label', props: { text: { $with: 'text' } } }
            : { use: `level-${level + 1}`, with: { text: { $expr: 'with.text & with.text & with.text' } } },
        ],
      }),
    );
    const use = { use: 'level-0', with: { text: { $expr: 'state.a' } } };
    expect(await screenDiagnostics([use], texts, { state: { a: 1 } })).toEqual([
      '/body/0 fragment-too-large',
    ]);
  });

  it('refuse more nodes than a document may have, at the use', async () => {
    const many = fragment('many', {
      body: Array.from({ length: 900 }, (_, n) => ({ id: `n${n}`, type: 'label' })),
    });
    const uses = ['a', 'b', 'c'].map((id) => ({ id, use: 'many' }));
    expect(await screenDiagnostics(uses, [many])).toEqual(['/body/2 too-many-nodes many/body/200']);
  });

  it('of a failed use are those of its notice, in the document that is served', () => {
    const { document } = expand(
      [
        { id: 'a', type: 'label' },
        { id: 'x', use: 'nobody', access: { verb: 'read' } },
      ],
      [],
    );
    expect(validateParts(document, registry)).toEqual([
      { pointer: '/body/1', code: 'unknown-fragment', values: { fragment: 'nobody' }, severity: 'error' },
    ]);
    const { screen } = startScreen(document);
    expect(screen.compiled.nodes.get('x')?.diagnostics).toMatchObject([{ code: 'unknown-fragment' }]);
    expect(screen.compiled.nodes.get('a')?.diagnostics).toEqual([]);
    screen.dispose();
  });
});

describe('a fragment by itself', () => {
  it('is valid, whatever its parameters stand for', async () => {
    expect(await diagnosticsOf(picker, [])).toEqual([]);
  });

  it('may name a parameter in the needs of its sources', async () => {
    const sources = { entry: { get: '/entries/{with.id}', needs: ['with.id'], record: 'data' } };
    const body = [{ id: 'a', type: 'label', props: { text: { $expr: 'data.entry.record.name' } } }];
    const parameters = { id: { type: 'value', required: true } };
    expect(await diagnosticsOf(fragment('one', { parameters, sources, body }), [])).toEqual([]);
    const unknown = { entry: { ...sources.entry, needs: ['with.no'] } };
    expect(await diagnosticsOf(fragment('one', { parameters, sources: unknown, body }), [])).toEqual([
      '/sources/entry/needs/0 fragment-no-parameter',
    ]);
  });

  it.each<[string, JsonObject, string[]]>([
    ['no content', {}, [' fragment-empty']],
    [
      'a parameter that is not declared',
      {
        body: [
          { id: 'a', type: 'label', props: { text: { $with: 'nmae' }, count: { $expr: 'with.x + 1' } } },
        ],
      },
      ['/body/0/props/text fragment-no-parameter', '/body/0/props/count/$expr fragment-no-parameter'],
    ],
    [
      'a default of another type',
      { parameters: { n: { type: 'number', default: 'a' } }, body: [] },
      ['/parameters/n/default fragment-default'],
    ],
    ['an unknown type', { parameters: { n: { type: 'nubmer' } }, body: [] }, ['/parameters/n/type value']],
    ['an unknown widget', { body: [{ id: 'a', type: 'lable' }] }, ['/body/0/type unknown-type']],
    ['an unknown verb', { steps: [{ rfresh: 'a' }] }, ['/steps/0 unknown-verb']],
    ['a use of itself before it is stored', { body: [{ use: 'one' }] }, ['/body/0/use fragment-cycle']],
    ['rules for steps', { steps: [], access: { verb: 'read' } }, ['/access fragment-steps-key']],
  ])('reports %s', async (_, more, expected) => {
    expect(await diagnosticsOf(fragment('one', more), [])).toEqual(expected);
  });
});

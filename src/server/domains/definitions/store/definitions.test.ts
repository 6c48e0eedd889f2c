import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Grants, Verb } from '../../../../contracts/access.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { readDefinitions, readMenu, type BrokenDefinition } from './bundled.ts';
import { jobs } from '../inspection/definition-jobs.ts';
import { noFragments } from '../inspection/inspect.ts';
import { createDefinitions, diagnosticLines, type DefinitionRefusal } from './definitions.ts';
import { matchPath } from '../../../../contracts/route-path.ts';

function grantsOf(verbs: Record<string, Verb[]>, specials: string[] = []): Grants {
  const screens = new Map(
    Object.entries(verbs).map(([screen, given]) => [
      screen,
      {
        read: given.includes('read'),
        create: given.includes('create'),
        update: given.includes('update'),
        delete: given.includes('delete'),
      },
    ]),
  );
  return { allScreens: false, screens, specials: new Set(specials) };
}

const reader = grantsOf({ people: ['read'] });
const editor = grantsOf({ people: ['read', 'update'] });
const everything: Grants = { allScreens: true, screens: new Map(), specials: new Set() };
const nothing = grantsOf({});

const people: JsonObject = {
  kind: 'screen',
  formatVersion: 2,
  id: 'people',
  path: '/people',
  title: 'People',
  access: { screen: 'people', verb: 'read' },
  breadcrumb: [{ name: 'visible-crumb' }, { name: 'secret-crumb', access: { verb: 'update' } }],
  state: { access: { verb: 'update', note: 'state-is-data' } },
  sources: {
    list: { get: '/list' },
    access: { get: '/a-source-called-access' },
    secret: { get: '/secret', query: { company: { $expr: 'data.companies.rows[0].id' } } },
    companies: { get: '/secret-companies' },
    idle: { get: '/idle' },
  },
  body: [
    {
      id: 'list',
      type: 'table',
      source: 'list',
      props: {
        columns: [{ field: 'name' }, { field: 'secret-column', access: { verb: 'update' } }],
        rowActions: [
          {
            id: 'secret-action',
            access: { verb: 'update' },
            do: [{ open: 'secret-dialog' }, { refresh: ['secret'] }],
          },
          { id: 'open', text: 'data of it', do: [{ navigate: '/people/{row.id}' }] },
        ],
      },
    },
    {
      id: 'box',
      type: 'stack',
      children: [
        {
          id: 'secret-node',
          type: 'text',
          access: { special: 'see-it' },
          source: 'secret',
          props: { text: 'x' },
        },
        { id: 'either', type: 'text', access: { any: [{ special: 'see-it' }, { verb: 'read' }] } },
      ],
    },
    { id: 'names', type: 'text', props: { text: { $expr: 'data.access.rows' } } },
  ],
  dialogs: [
    {
      id: 'secret-dialog',
      type: 'dialog',
      children: [{ id: 'next', type: 'button', on: { press: [{ open: 'second-secret' }] } }],
    },
    { id: 'second-secret', type: 'dialog' },
    { id: 'never-opened', type: 'dialog' },
  ],
};

const screen = (id: string, path: string): JsonObject => ({ ...people, id, path });
const definitions = createDefinitions([
  { kind: 'screen', id: 'people', file: '', document: people },
  { kind: 'screen', id: 'person', file: '', document: screen('person', '/people/:id') },
  { kind: 'screen', id: 'person-create', file: '', document: screen('person-create', '/people/create') },
  {
    kind: 'form',
    id: 'free',
    file: '',
    document: { kind: 'form', id: 'free', schema: { properties: { access: { type: 'string' } } } },
  },
]);

function served<T extends object>(answer: T | DefinitionRefusal): T {
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

describe('pruning', () => {
  const bytes = (grants: Grants) => JSON.stringify(served(definitions.get(grants, 'screen', 'people')));

  it('leaves nothing forbidden in the bytes', () => {
    const text = bytes(reader);
    expect(text).not.toMatch(/secret/);
    for (const part of [
      'visible-crumb',
      'state-is-data',
      'either',
      'never-opened',
      '/idle',
      '/a-source-called-access',
      '"open"',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('includes a node only for readers whose verbs or special permissions allow it', () => {
    expect(bytes(editor)).toContain('secret-column');
    expect(bytes(editor)).toContain('second-secret');
    expect(bytes(editor)).toContain('secret-crumb');
    expect(bytes(editor)).not.toContain('secret-node');
    const special = bytes(grantsOf({ people: ['read'] }, ['see-it']));
    expect(special).toContain('secret-node');
    expect(special).toContain('/secret-companies');
    expect(special).not.toContain('secret-dialog');
  });

  it('does not change the document it prunes', () => {
    const before = structuredClone(people);
    definitions.get(reader, 'screen', 'people');
    expect(people).toEqual(before);
  });

  it('keeps every source while an expression reads data as a whole', () => {
    const all = { ...people, title: { $expr: '$keys(data)' } };
    const one = createDefinitions([{ kind: 'screen', id: 'people', file: '', document: all }]);
    expect(JSON.stringify(served(one.get(reader, 'screen', 'people')))).toContain('/secret-companies');
  });

  it('treats the word access inside of a form’s data as a field', () => {
    expect(JSON.stringify(served(definitions.get(nothing, 'form', 'free')))).toContain(
      '"access":{"type":"string"}',
    );
  });
});

describe('an invalid definition', () => {
  const text = (id: string, props: JsonObject, more: JsonObject = {}) => ({
    id,
    type: 'text',
    props,
    ...more,
  });
  const body = [
    text('secret', { text: 7 }, { access: { verb: 'update' } }),
    text('fine', { text: 'x' }),
    text('bad', { text: 'x', variant: 'enormous' }),
  ];
  const invalid = createDefinitions([
    { kind: 'screen', id: 'people', file: '', document: { ...people, body, sources: {}, dialogs: [] } },
  ]);
  const diagnosticsFor = (grants: Grants) => served(invalid.get(grants, 'screen', 'people')).faults;

  it('is served with its diagnostics, whose pointers fit the pruned copy', () => {
    expect(diagnosticsFor(editor).map(({ pointer }) => pointer)).toEqual([
      '/body/0/props/text',
      '/body/2/props/variant',
    ]);
    expect(diagnosticsFor(reader)).toMatchObject([{ pointer: '/body/1/props/variant', code: 'value' }]);
  });
});

describe('serving', () => {
  it('distinguishes forbidden from unknown', () => {
    expect(definitions.get(nothing, 'screen', 'people')).toBe('forbidden');
    expect(definitions.get(everything, 'screen', 'nobody')).toBe('unknown');
    expect(definitions.get(everything, 'form', 'people')).toBe('unknown');
    expect(definitions.resolve(nothing, '/people/12')).toBe('forbidden');
    expect(definitions.resolve(everything, '/nowhere')).toBe('unknown');
    expect(definitions.resolve(everything, '/people/%E0%A4%A')).toBe('unknown');
  });

  it('finds the screen of an address, a literal segment first', () => {
    const resolve = (address: string) => {
      const found = served(definitions.resolve(reader, address));
      return [(found.definition as JsonObject).id, found.params];
    };
    expect(resolve('/people')).toEqual(['people', {}]);
    expect(resolve('/people/')).toEqual(['people', {}]);
    expect(resolve('/people/create')).toEqual(['person-create', {}]);
    expect(resolve('/people/12')).toEqual(['person', { id: '12' }]);
    expect(resolve('/people/a%2Fb')).toEqual(['person', { id: 'a/b' }]);
  });
});

it('matches whole paths only', () => {
  expect(matchPath('/a/:x', '/a')).toBeNull();
  expect(matchPath('/a/:x', '/a/b/c')).toBeNull();
  expect(matchPath('/a/:x/c/:y', '/a/1/c/2')).toEqual({ x: '1', y: '2' });
});

it('reads the bundled definitions and the menu', async () => {
  expect(readDefinitions().map((one) => one.id)).toContain('admin-user');
  expect(await diagnosticLines(readDefinitions(), [])).toEqual([]);
  expect(readMenu().overview.length).toBeGreaterThan(0);
});

describe('a file without a valid definition', () => {
  const hello = { id: 'hello', type: 'text', props: { text: 'x' } };
  const page = (id: string, body: unknown[]) =>
    JSON.stringify({
      kind: 'screen',
      formatVersion: 2,
      id,
      path: `/${id}`,
      title: 'Page',
      access: { screen: id, verb: 'read' },
      body,
    });
  const files: Record<string, string> = {
    'a.screen.json': page('people', [hello]),
    'b.screen.json': page('people', [hello]),
    'cut.screen.json': '{"kind": "screen", "id": "cut", "body": [',
    'kind.form.json': '{"kind": "screen", "id": "kind"}',
    'list.form.json': '[]',
    'open.screen.json': '{"kind": "screen", "id": "open", "path": "/open", "access": "everybody"}',
    'pathless.screen.json': '{"kind": "screen", "id": "pathless"}',
    'wrong.screen.json': page('wrong', [hello, { ...hello, id: 'x', type: 'nothing' }]),
  };
  const folder = mkdtempSync(join(tmpdir(), 'molde-screens-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  afterAll(() => rmSync(folder, { recursive: true }));
  const broken: BrokenDefinition[] = [];
  const whole = readDefinitions(folder, (one) => broken.push(one));
  const library = createDefinitions(whole, broken);

  it('is left out, and the others are served', () => {
    expect(whole.map(({ id }) => id)).toEqual(['people', 'wrong']);
    for (const id of ['cut', 'open', 'pathless'])
      expect(library.get(everything, 'screen', id)).toBe('broken');
    expect(library.get(everything, 'form', 'kind')).toBe('broken');
    expect(library.get(everything, 'screen', 'people')).toMatchObject({ definition: { id: 'people' } });
    expect(library.resolve(everything, '/people')).toMatchObject({ definition: { id: 'people' } });
  });

  it('is named in the log, one line each', async () => {
    const lines = await diagnosticLines(whole, broken);
    expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'screens/b.screen.json: DEFINITION_BROKEN',
      'screens/cut.screen.json: DEFINITION_BROKEN',
      'screens/kind.form.json: DEFINITION_BROKEN',
      'screens/list.form.json: DEFINITION_BROKEN',
      'screens/open.screen.json: DEFINITION_BROKEN',
      'screens/pathless.screen.json: DEFINITION_BROKEN',
      'screens/wrong.screen.json/body/1/type: unknown-type',
    ]);
    expect(lines.every((line) => !line.includes('\n'))).toBe(true);
  });

  it('raises an error without a callback, as in the tests of the bundle', () => {
    expect(() => readDefinitions(folder)).toThrow('screens/b.screen.json: the screen "people" is defined in');
  });
});

describe('a source of an entity', () => {
  const entity: JsonObject = {
    kind: 'entity',
    formatVersion: 2,
    id: 'thing',
    title: 'Thing',
    access: { screen: 'people' },
    fields: { id: { type: 'integer', title: 'Id', auto: true } },
  };
  const things: JsonObject = {
    kind: 'screen',
    formatVersion: 2,
    id: 'things',
    path: '/things',
    title: 'Things',
    access: { screen: 'people', verb: 'read' },
    sources: {
      all: { entity: 'thing' },
      one: { entity: 'thing', record: 'params.id' },
      no: { entity: 'nobody' },
    },
    body: [],
  };
  const resolved = {
    all: { get: '/adm/v2/ent/thing', rows: 'data.rows', total: 'data.totalRows' },
    one: { get: '/adm/v2/ent/thing/{params.id}', record: 'data' },
    no: { entity: 'nobody' },
  };
  const library = createDefinitions([
    { kind: 'entity', id: 'thing', file: 'thing.entity.json', document: entity },
    { kind: 'screen', id: 'things', file: 'things.screen.json', document: things },
  ]);

  it('is served with its address; the document to edit keeps the entity', () => {
    const found = library.get(reader, 'screen', 'things');
    expect(found).toMatchObject({ definition: { sources: resolved } });
    expect(library.document('screen', 'things')?.sources).toEqual(things.sources);
  });

  it('is served with its address in a tenant’s definition too', async () => {
    const text = JSON.stringify(things);
    const expanded = await jobs.expand({ text, fragments: noFragments, entities: library.entities });
    const copy = await jobs.copy({ text: expanded, allowed: [] });
    expect(copy.definition).toMatchObject({ sources: resolved });
  });
});

describe('texts of screens', () => {
  const document: JsonObject = {
    kind: 'screen',
    formatVersion: 2,
    id: 'texts',
    path: '/texts',
    title: '$screens.users.title',
    access: { screen: 'people', verb: 'read' },
    body: [
      {
        id: 'a',
        type: 'text',
        props: { text: { $expr: "state.x ? '$screens.users.new' : '$actions.save'" } },
      },
      { id: 'b', type: 'text', props: { text: '$screens.users.all' } },
      { id: 'c', type: 'text', access: { verb: 'delete' }, props: { text: '$screens.users.empty' } },
    ],
    strings: { pt: { 'screens.users.all': 'Todas' } },
  };
  const library = createDefinitions([{ kind: 'screen', id: 'texts', file: 'texts.screen.json', document }]);

  it('come with the documents that name them, as far as the reader sees them; own texts win', () => {
    const found = library.get(reader, 'screen', 'texts');
    expect(found).toMatchObject({ definition: { title: '$screens.users.title' } });
    const { strings } = (found as { definition: JsonObject }).definition;
    expect(strings).toEqual({
      pt: {
        'screens.users.all': 'Todas',
        'screens.users.title': 'Usuários',
        'screens.users.new': 'Usuário',
      },
      en: { 'screens.users.title': 'Users', 'screens.users.new': 'User' },
      es: { 'screens.users.title': 'Usuarios', 'screens.users.new': 'Usuario' },
    });
    expect(library.document('screen', 'texts')?.strings).toEqual(document.strings);
  });

  it('come with every plural form, unless the document has a form of its own', () => {
    const counted = (id: string, key: string, strings?: JsonObject): JsonObject => ({
      kind: 'screen',
      formatVersion: 2,
      id,
      path: `/${id}`,
      title: 'Counts',
      access: { screen: 'people', verb: 'read' },
      body: [{ id: 'n', type: 'text', props: { text: { $text: key, values: { count: 2 } } } }],
      ...(strings && { strings }),
    });
    const stringsOf = (sent: JsonObject) => {
      const id = String(sent['id']);
      const counts = createDefinitions([{ kind: 'screen', id, file: `${id}.screen.json`, document: sent }]);
      return (counts.get(reader, 'screen', id) as { definition: JsonObject }).definition['strings'];
    };
    expect(stringsOf(counted('counts', '$records.bulk.removed'))).toEqual({
      pt: {
        'records.bulk.removed_one': '{{count}} registro excluído',
        'records.bulk.removed_other': '{{count}} registros excluídos',
      },
      en: {
        'records.bulk.removed_one': '{{count}} record deleted',
        'records.bulk.removed_other': '{{count}} records deleted',
      },
      es: {
        'records.bulk.removed_one': '{{count}} registro eliminado',
        'records.bulk.removed_other': '{{count}} registros eliminados',
      },
    });
    const own = { pt: { 'records.bulk.removed_other': 'Foram {{count}}' } };
    expect(stringsOf(counted('own-counts', '$records.bulk.removed', own))).toEqual({
      ...own,
      en: {},
      es: {},
    });
  });
});

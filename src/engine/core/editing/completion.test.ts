import { describe, expect, it } from 'vitest';
import { widgets } from '../../../../widgets/index.ts';
import type { DataCatalogue } from '../../../contracts/data-catalogue.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { createRegistry, loadSpecs } from '../language/registry.ts';
import { validateText } from './validate-text.ts';
import { completionsAt } from './completion.ts';

const registry = createRegistry(await loadSpecs(widgets));
const user = { type: 'object', properties: { id: {}, name: { type: 'string' }, email: { type: 'string' } } };
const reads = { access: 'session', reads: true, summary: 'People' } as const;
const catalogue: DataCatalogue = {
  routes: [
    {
      ...reads,
      method: 'GET',
      path: '/api/user',
      query: { type: 'object', properties: { page: {}, isActive: {} } },
      reply: { type: 'object', properties: { rows: { type: 'array', items: user }, totalRows: {} } },
    },
    { ...reads, method: 'GET', path: '/api/user/:id', reply: user },
    {
      ...reads,
      reads: false,
      method: 'PUT',
      path: '/api/user/:id',
      body: { type: 'object', properties: { name: {}, email: {} } },
    },
  ],
  entities: [],
  texts: { 'actions.save': 'Save' },
  permissions: [{ screen: 'admin-user', title: 'Users' }],
  screens: [{ path: '/admin-user/:id', title: 'User' }],
  fragments: [
    {
      id: 'person-picker',
      title: 'Person picker',
      lists: ['body', 'columns'],
      parameters: [
        { name: 'person', type: 'value', title: 'Person', description: 'Chosen person.', required: true },
        { name: 'verb', type: 'string', required: false, enum: ['create', 'update'] },
        { name: 'target', type: 'bind', required: false },
        { name: 'from', type: 'source', required: false },
        { name: 'large', type: 'boolean', required: false },
      ],
    },
    { id: 'saves', title: 'Saves', lists: ['steps'], parameters: [] },
  ],
};

const document = (body: JsonObject[], more: JsonObject = {}): JsonObject => ({
  kind: 'screen',
  formatVersion: 2,
  id: 'people',
  path: '/people/:person',
  title: 'People',
  access: { screen: 'people', verb: 'read' },
  state: { filters: { name: '' } },
  sources: {
    users: { get: '/api/user', rows: 'data.rows', total: 'data.totalRows' },
    user: { get: '/api/user/{params.person}', record: 'data' },
  },
  body,
  strings: { en: { hello: 'Hello' } },
  ...more,
});

/** Completions at `|` in the text of a document, and what a choice of one makes of the text. */
function at(value: JsonObject) {
  const marked = JSON.stringify(value, null, 1);
  const offset = marked.indexOf('|');
  const source = marked.slice(0, offset) + marked.slice(offset + 1);
  const found = completionsAt(source, offset, registry, { catalogue });
  return {
    labels: found.map(({ label }) => label),
    choose(label: string): JsonObject {
      const { from, to, insert } = found.find((one) => one.label === label)!;
      const inserted = insert.replace(/\$\{\d\}/g, '').replace(/\\([\\$])/g, '$1');
      return JSON.parse(source.slice(0, from) + inserted + source.slice(to)) as JsonObject;
    },
  };
}

const labels = (value: JsonObject): string[] => at(value).labels;
const textNode = (text: unknown): JsonObject => ({ id: 'a', type: 'text', props: { text } as JsonObject });
const table = (props: JsonObject): JsonObject => ({ id: 'list', type: 'table', source: 'users', props });

describe('completionsAt', () => {
  it('should complete references of expressions: state, sources and their fields, parameters', () => {
    const found = labels(document([textNode({ $expr: "'a' & data.users.r|" })]));
    expect(found).toEqual(
      expect.arrayContaining([
        'state.filters.name',
        'data.users.rows.email',
        'data.user.record.name',
        'params.person',
      ]),
    );
    const chosen = at(document([textNode({ $expr: "'a' & data.users.r|" })])).choose('data.users.rows.name');
    expect(chosen).toMatchObject({ body: [{ props: { text: { $expr: "'a' & data.users.rows.name" } } }] });
  });

  it('should complete what a row and an event have', () => {
    const press = [{ set: { 'state.x': { $expr: 'event.|' } } }];
    const column = { field: 'name', title: 'Name', value: { $expr: 'row.|' } };
    expect(labels(document([table({ columns: [column] })]))).toContain('row.email');
    const list = { ...table({ columns: [{ field: 'name', title: 'Name' }] }), on: { rowPress: press } };
    expect(labels(document([list]))).toContain('event');
  });

  it('should complete addresses by method, and references in their braces', () => {
    const request = (call: JsonObject) =>
      document([{ ...textNode('a'), on: { press: [{ request: call }] } }]);
    expect(labels(request({ put: '|' }))).toEqual(['/api/user/{params.id}']);
    expect(labels(document([], { sources: { users: { get: '/|' } } }))).toEqual([
      '/api/user',
      '/api/user/{params.id}',
    ]);
    const braces = at(request({ put: '/api/user/{par|}' }));
    expect(braces.choose('params.person')).toMatchObject({
      body: [{ on: { press: [{ request: { put: '/api/user/{params.person}' } }] } }],
    });
    expect(labels(request({ put: '/api/user/1', body: { '|': 1 } }))).toEqual(['name', 'email']);
    expect(labels(document([], { sources: { users: { get: '/api/user', query: { '|': 1 } } } }))).toEqual([
      'page',
      'isActive',
    ]);
  });

  it('should complete fields of the node’s source, and paths into the answer', () => {
    expect(labels(document([table({ columns: [{ field: '|' }] })]))).toEqual(['id', 'name', 'email']);
    expect(labels(document([], { sources: { users: { get: '/api/user', rows: '|' } } }))).toContain(
      'data.rows',
    );
  });

  it('should complete texts, icons, sources, dialogs, permissions and links', () => {
    expect(labels(document([textNode('$|')]))).toEqual(['$actions.save', '$hello']);
    const button = (step: JsonObject, icon = 'add'): JsonObject => ({
      id: 'go',
      type: 'button',
      props: { text: 'Go', icon },
      on: { press: [step] },
    });
    expect(labels(document([button({}, '|')]))).toEqual(expect.arrayContaining(['add', 'people']));
    expect(labels(document([button({ refresh: '|' })]))).toEqual(['users', 'user']);
    expect(labels(document([button({ navigate: '|' })]))).toEqual(['/admin-user/{params.id}']);
    const dialogs = [{ id: 'ask', type: 'dialog', props: { title: 'Ask' } }];
    expect(labels(document([button({ open: '|' })], { dialogs }))).toEqual(['ask']);
    expect(labels(document([], { access: { screen: '|', verb: 'read' } }))).toEqual(['admin-user']);
  });

  it('should insert nodes that are valid, made from the document’s sources', async () => {
    const source = JSON.stringify(document([])).replace('"body":[]', '"body":[|]');
    const offset = source.indexOf('|');
    const text = source.replace('|', '');
    const found = completionsAt(text, offset, registry, { catalogue });
    expect(found.map(({ label }) => label)).toEqual(['list: users', 'details: user', 'form: user']);
    for (const { insert, from, to } of found) {
      const inserted = insert.replace(/\$\{\d\}/g, 'x').replace(/\\([\\$])/g, '$1');
      const { diagnostics } = await validateText(
        text.slice(0, from) + inserted + text.slice(to),
        'screen',
        registry,
        { catalogue },
      );
      expect(diagnostics).toEqual([]);
    }
  });

  it('should insert the common shapes with stops for source and fields where no source is declared', async () => {
    const source = JSON.stringify(document([], { sources: {} })).replace('"body":[]', '"body":[|]');
    const [before, after] = source.split('|') as [string, string];
    const found = completionsAt(before + after, before.length, registry, { catalogue });
    expect(found.map(({ label }) => label)).toEqual(['list: new', 'details: new', 'form: new']);
    const stops: Record<string, string> = { 1: 'user', 2: 'name', 3: '/api/user/{params.person}' };
    for (const { insert } of found) {
      const inserted = insert
        .replace(/\$\{(\d)\}/g, (_, stop: string) => stops[stop]!)
        .replace(/\\([\\$])/g, '$1');
      const { diagnostics } = await validateText(before + inserted + after, 'screen', registry, {});
      expect(diagnostics.map(({ code }) => code)).toEqual(
        expect.arrayContaining([expect.stringMatching(/source/)]),
      );
      expect(diagnostics.filter(({ code }) => !/source/.test(code))).toEqual([]);
    }
  });

  it('should offer nothing in a text that is no document', () => {
    expect(completionsAt('', 0, registry)).toEqual([]);
    expect(completionsAt('[1, 2', 3, registry)).toEqual([]);
    expect(completionsAt('{ "body": [{ "id": "', 20, registry)).toEqual([]);
  });
});

describe('completion of uses of fragments', () => {
  const use = (given: JsonObject): JsonObject => document([{ use: 'person-picker', with: given }]);

  it('names the fragments that have content for the place, with their titles', () => {
    expect(labels(document([{ use: '|' }]))).toEqual(['person-picker']);
    const rows = { id: 't', type: 'table', props: { columns: [{ use: '|' }] } };
    expect(labels(document([rows]))).toEqual(['person-picker']);
    const button = { id: 'b', type: 'button', on: { press: [{ use: '|' }] } };
    expect(labels(document([button]))).toEqual(['saves']);
    expect(
      labels(document([{ id: 'b', type: 'button', on: { press: [{ if: true, then: [{ use: '|' }] }] } }])),
    ).toEqual(['saves']);
    expect(labels(document([{ ...rows, props: { rowActions: [{ id: 'a', do: [{ use: '|' }] }] } }]))).toEqual(
      ['saves'],
    );
    expect(labels(document([{ id: 'b', type: 'text', props: { text: 'use |' } }]))).toEqual([]);
  });

  it('names the parameters that have no value yet, with types and explanations', () => {
    const source = JSON.stringify(use({ verb: 'create', '|': 1 }), null, 1);
    const offset = source.indexOf('|');
    const found = completionsAt(source.replace('|', ''), offset, registry, { catalogue });
    expect(found.map(({ label, detail, info }) => [label, detail, info])).toEqual([
      ['person', 'value *', 'Person. Chosen person.'],
      ['target', 'bind', undefined],
      ['from', 'source', undefined],
      ['large', 'boolean', undefined],
    ]);
  });

  it('completes the value of a parameter by its type', () => {
    expect(labels(use({ verb: '|' }))).toEqual(['create', 'update']);
    expect(labels(use({ target: '|' }))).toContain('state.filters.name');
    expect(labels(use({ from: '|' }))).toEqual(['users', 'user']);
    expect(labels(use({ person: { $expr: '|' } }))).toContain('data.user.record.email');
    const source = JSON.stringify(use({ large: '@' })).replace('"@"', '');
    const offset = source.indexOf('"large":') + '"large":'.length;
    expect(completionsAt(source, offset, registry, { catalogue }).map(({ label }) => label)).toEqual([
      'true',
      'false',
    ]);
  });

  it('names the own parameters of a fragment, which does not use itself', () => {
    const own: JsonObject = {
      kind: 'fragment',
      formatVersion: 2,
      id: 'person-picker',
      parameters: { name: { type: 'text' } },
      body: [{ id: 'a', type: 'text', props: { text: { $with: '|' } } }],
    };
    expect(labels(own)).toEqual(['name']);
    expect(labels({ ...own, body: [{ use: '|' }] })).toEqual([]);
  });
});

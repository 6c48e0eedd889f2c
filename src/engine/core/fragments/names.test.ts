import { beforeAll, describe, expect, it } from 'vitest';
import { widgets } from '../../../../widgets/index.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { createRegistry, loadSpecs, type Registry } from '../language/registry.ts';
import { screenDocument } from '../testing/fixtures.ts';
import { validateDocument } from '../validate/document.ts';
import { expandWith } from '../validate/fragments.ts';
import { fragmentLists, itemLists } from './lists.ts';

let registry: Registry;
beforeAll(async () => {
  registry = createRegistry(await loadSpecs(widgets));
});

const fragment = (more: JsonObject): JsonObject => ({
  kind: 'fragment',
  formatVersion: 2,
  id: 'one',
  ...more,
});

/** Nodes and a source that the fragment declares, so that references to them get its prefix. */
const own: JsonObject = {
  sources: { people: { get: '/adm/v2/sec/user', rows: 'data.rows' } },
  dialogs: [{ id: 'sure', type: 'dialog', props: { title: 'a' }, children: [{ id: 'data', type: 'form' }] }],
};
const steps: Json = [
  { open: 'sure' },
  { open: { dialog: 'sure', with: { sure: 'sure' } } },
  { close: 'sure' },
  { submit: ['data', 'other'] },
  { reset: 'data' },
  { refresh: ['people', 'others'] },
  { if: true, then: [{ open: 'sure' }], else: [{ close: 'sure' }] },
  { each: { $expr: 'state.a' }, do: [{ submit: 'data' }] },
  {
    request: { post: '/x', optimistic: { source: 'people', values: {} }, undo: [{ refresh: 'people' }] },
    onError: [{ open: 'sure' }],
  },
];
const prefixed: Json = [
  { open: 'u-sure' },
  { open: { dialog: 'u-sure', with: { sure: 'sure' } } },
  { close: 'u-sure' },
  { submit: ['u-data', 'other'] },
  { reset: 'u-data' },
  { refresh: ['u_people', 'others'] },
  { if: true, then: [{ open: 'u-sure' }], else: [{ close: 'u-sure' }] },
  { each: { $expr: 'state.a' }, do: [{ submit: 'u-data' }] },
  {
    request: { post: '/x', optimistic: { source: 'u_people', values: {} }, undo: [{ refresh: 'u_people' }] },
    onError: [{ open: 'u-sure' }],
  },
];

function expanded(one: JsonObject, document: JsonObject, more: readonly JsonObject[] = []): JsonObject {
  const known = new Map([one, ...more].map((each) => [String(each.id), each]));
  const expansion = expandWith(screenDocument(document), known, registry);
  expect(expansion.diagnostics).toEqual([]);
  return expansion.document;
}

const node = (type: string, props: JsonObject): JsonObject => ({ id: 'n', type, props });

/** Where steps stand in the props of a widget, with props that have them there. */
interface StepsPlace {
  path: readonly string[];
  props(steps: Json): Json;
}

const isSteps = (schema: JsonObject): boolean => String(schema.$ref ?? '').includes('action.schema.json');

/** Every place for steps in a schema; the objects around it have the keys that they need. */
function stepsPlaces(schema: JsonObject, root: JsonObject, depth = 0): StepsPlace[] {
  if (depth > 12) return [];
  if (isSteps(schema)) return [{ path: [], props: (list) => list }];
  if (String(schema.$ref ?? '').startsWith('#/$defs/')) {
    const name = String(schema.$ref).slice('#/$defs/'.length);
    return stepsPlaces((root.$defs as Record<string, JsonObject>)[name]!, root, depth + 1);
  }
  const {
    properties = {},
    items,
    required = [],
  } = schema as {
    properties?: Record<string, JsonObject>;
    items?: JsonObject;
    required?: string[];
  };
  const stubs = Object.fromEntries(required.map((key) => [key, 'a']));
  const alternatives = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((one) =>
    Array.isArray(one) ? (one as JsonObject[]) : [],
  );
  return [
    ...Object.entries(properties).flatMap(([key, below]) =>
      stepsPlaces(below, root, depth + 1).map(({ path, props }) => ({
        path: [key, ...path],
        props: (list: Json): Json => ({ ...stubs, [key]: props(list) }),
      })),
    ),
    ...(items ? stepsPlaces(items, root, depth + 1) : []).map(({ path, props }) => ({
      path: ['0', ...path],
      props: (list: Json): Json => [props(list)],
    })),
    ...alternatives.flatMap((one) => stepsPlaces(one, root, depth + 1)),
  ];
}

const placesIn = (type: string): StepsPlace[] => {
  const schema = registry.get(type)!.propsSchema as JsonObject;
  return stepsPlaces(schema, schema);
};
const button = (press: Json): JsonObject => ({
  id: 'n',
  type: 'button',
  props: { text: 'a' },
  on: { press },
});

describe('steps inside of a fragment follow its names', () => {
  it('at every place in the props of every widget', () => {
    const found: string[] = [];
    for (const type of registry.types) {
      for (const { path, props } of placesIn(type)) {
        const one = fragment({ ...own, body: [node(type, props(steps) as JsonObject)] });
        const { body } = expanded(one, { body: [{ id: 'u', use: 'one' }] });
        expect(body).toEqual([{ ...node(type, props(prefixed) as JsonObject), id: 'u-n' }]);
        found.push(`${type} ${path.join('.')}`);
      }
    }
    expect(found).toEqual(
      expect.arrayContaining([
        'list actions.0.do',
        'menu-button items.0.do',
        'table columns.0.edit.save',
        'table rowActions.0.do',
        'table selection.actions.0.do',
      ]),
    );
  });

  it('at every place in its lists of items', () => {
    const found: string[] = [];
    for (const type of registry.types) {
      for (const { path, props } of placesIn(type)) {
        const [list = '', index, ...rest] = path;
        if (!itemLists.includes(list) || index !== '0') continue;
        const itemsOf = (written: Json): Json => (props(written) as JsonObject)[list]!;
        const one = fragment({ ...own, [list]: itemsOf(steps) });
        const used = { ...(props([]) as JsonObject), [list]: [{ id: 'u', use: 'one' }] };
        const { body } = expanded(one, { body: [node(type, used)] });
        expect(body).toEqual([node(type, { ...used, [list]: itemsOf(prefixed) })]);
        found.push(`${list} ${rest.join('.')}`);
      }
    }
    expect(found).toEqual(expect.arrayContaining(['items do', 'rowActions do', 'columns edit.save']));
  });

  it('at events, in its own steps, and in a parameter that it gives to another fragment', () => {
    const uses = { body: [{ id: 'u', use: 'one' }] };
    expect(expanded(fragment({ ...own, body: [button(steps)] }), uses).body).toEqual([
      { ...button(prefixed), id: 'u-n' },
    ]);
    const step = [{ id: 'u', use: 'one' }];
    expect(expanded(fragment({ ...own, steps }), { body: [button(step)] }).body).toEqual([button(prefixed)]);
    const inner: JsonObject = {
      ...fragment({ parameters: { list: { type: 'columns' }, more: { type: 'steps' } } }),
      id: 'inner',
      body: [node('table', { columns: [{ $with: 'list' }] }), { ...button([{ $with: 'more' }]), id: 'b' }],
    };
    const column = (list: Json): JsonObject => ({ field: 'a', title: 'a', edit: { save: list } });
    const outer = fragment({
      ...own,
      body: [{ id: 'i', use: 'inner', with: { list: [column(steps)], more: steps } }],
    });
    const { body } = expanded(outer, uses, [inner]);
    expect(body).toEqual([
      { ...node('table', { columns: [column(prefixed)] }), id: 'u-i-n' },
      { ...button(prefixed), id: 'u-i-b' },
    ]);
  });
});

describe('other references inside of a fragment follow its names', () => {
  it('of children in its columns, and of sources in options', () => {
    const one = fragment({
      ...own,
      body: [{ id: 'cell', type: 'text', props: { text: 'a' } }],
      columns: [{ title: 'a', child: 'cell' }],
      fields: [{ field: 'a', control: 'select', options: { source: 'people', value: 'id', label: 'name' } }],
    });
    const table = {
      ...node('table', { columns: [{ id: 'u', use: 'one' }] }),
      slots: { cell: [{ id: 'u', use: 'one' }] },
    };
    const bar = node('filter-bar', { bind: 'state.f', fields: [{ id: 'u', use: 'one' }] });
    const { body } = expanded(one, { body: [table, { ...bar, id: 'm' }] });
    expect(body).toMatchObject([
      { props: { columns: [{ child: 'u-cell' }] }, slots: { cell: [{ id: 'u-cell' }] } },
      { props: { fields: [{ options: { source: 'u_people' } }] } },
    ]);
  });

  it('of sources in a form that a node contains', () => {
    const form = {
      ui: {
        sections: [
          { title: 'a', fields: [{ field: 'a', options: { source: 'people', value: 'id', label: 'name' } }] },
        ],
      },
    };
    const one = fragment({ ...own, body: [node('form', { document: form })] });
    const text = JSON.stringify(expanded(one, { body: [{ id: 'u', use: 'one' }] }).body);
    expect(text).toContain('"source":"u_people"');
  });
});

it('follows its own sources in addresses and topics', () => {
  const one = fragment({
    sources: {
      job: { get: '/jobs/{state.job}', record: 'data' },
      log: { get: '/jobs/{data.job.record.id}/log', rows: 'data', on: ['job.{data.job.record.id}'] },
    },
    body: [
      {
        ...node('button', { text: 'a' }),
        on: { press: [{ navigate: '/jobs/{ data.job.record.id }/{data.other.id}' }] },
      },
    ],
  });
  const { body, sources } = expanded(one, { body: [{ id: 'u', use: 'one' }] });
  expect(body).toMatchObject([
    { on: { press: [{ navigate: '/jobs/{ data.u_job.record.id }/{data.other.id}' }] } },
  ]);
  expect(sources).toMatchObject({
    u_log: { get: '/jobs/{data.u_job.record.id}/log', on: ['job.{data.u_job.record.id}'] },
  });
});

describe('parameters in paths, keys and topics', () => {
  const parameters: JsonObject = {
    key: { type: 'value', required: true },
    target: { type: 'bind', default: 'state.grants' },
    list: { type: 'address', default: '/people' },
  };
  const made = (content: JsonObject, key: Json): JsonObject =>
    expanded(fragment({ parameters, ...content }), { body: [{ id: 'u', use: 'one', with: { key } }] });
  const field = (bind: string): JsonObject => node('field', { bind, control: 'switch', label: 'a' });

  it.each<[string, Json, string]>([
    ['state.grants.{with.key}.read', 'users', 'state.grants.users.read'],
    ['state.grants.{with.key}', { $expr: 'row.id' }, 'state.grants.{row.id}'],
    ['state.grants.{with.key.id}', { $expr: 'row' }, 'state.grants.{row.id}'],
    ['state.grants.{ with.key.id }', { id: 'users' }, 'state.grants.users'],
    ['with.target.{with.key}.{group.id}', 'users', 'state.grants.users.{group.id}'],
    ['with.target.read', 'users', 'state.grants.read'],
  ])('the place %s with %j is %s', (bind, key, expected) => {
    const { body } = made({ body: [field(bind)] }, key);
    expect(body).toMatchObject([{ props: { bind: expected } }]);
  });

  it('keys that a step writes, paths and topics of a source', () => {
    const { body, sources } = made(
      {
        sources: {
          one: {
            entity: 'user',
            record: 'with.key',
            needs: ['with.key', 'with.target.id'],
            on: ['users', 'users.{with.key}', { topic: 'users.{with.key}', key: 'id', patch: true }],
          },
        },
        body: [
          {
            id: 'n',
            type: 'button',
            props: { text: 'a' },
            on: { press: [{ set: { 'with.target.open': true, 'state.grants.{with.key}': 1 } }] },
          },
        ],
      },
      { $expr: 'params.id' },
    );
    expect(body).toMatchObject([
      { on: { press: [{ set: { 'state.grants.open': true, 'state.grants.{params.id}': 1 } }] } },
    ]);
    expect(sources).toEqual({
      u_one: {
        entity: 'user',
        record: 'params.id',
        needs: ['params.id', 'state.grants.id'],
        on: ['users', 'users.{params.id}', { topic: 'users.{params.id}', key: 'id', patch: true }],
      },
    });
  });

  const reported = async (content: JsonObject, key: Json): Promise<string[]> => {
    const one = fragment({ parameters, ...content });
    const found = await validateDocument(
      screenDocument({ body: [{ id: 'u', use: 'one', with: { key } }], state: { grants: {} } }),
      registry,
      { fragments: () => Promise.resolve(new Map([['one', one]])) },
    );
    return found.map(({ pointer, code, fragment: inside }) => `${pointer} ${code} ${inside?.pointer ?? ''}`);
  };
  const text = (value: string): JsonObject => ({ body: [node('text', { text: value })] });

  it.each<[string, JsonObject, Json, string[]]>([
    [
      'a reference in a text',
      text('Bom dia, {with.key}'),
      'Ana',
      ['/body/0 fragment-reference /body/0/props/text'],
    ],
    [
      'a path to a value that is no path',
      { body: [node('field', { bind: 'with.key', control: 'switch', label: 'a' })] },
      'users',
      ['/body/0 fragment-path /body/0/props/bind', '/body/0 pattern-bind /body/0/props/bind'],
    ],
    [
      'an unknown parameter in a path',
      { body: [field('state.grants.{with.kye}')] },
      'a',
      ['/body/0 fragment-no-parameter /body/0/props/bind'],
    ],
    [
      'an unknown parameter in an address',
      { body: [button([{ navigate: '/a/{with.kye}' }])] },
      'a',
      ['/body/0 fragment-no-parameter /body/0/on/press/0/navigate'],
    ],
    [
      'a computed key',
      { body: [field('state.grants.{with.key}')] },
      { $expr: 'state.a & 1' },
      ['/body/0 fragment-address /body/0/props/bind'],
    ],
    [
      'a value that is no key',
      { body: [field('state.grants.{with.key}')] },
      '__proto__',
      ['/body/0 pattern-bind /body/0/props/bind'],
    ],
  ])('reports %s', async (_, content, key, expected) => {
    const found = await reported(content, key);
    expect(found.filter((one) => !one.includes('unknown-state'))).toEqual(expected);
  });
});

describe('values given to a fragment', () => {
  it('are among those that the parameter names, if it names any', async () => {
    const chosen = fragment({
      parameters: { verb: { type: 'string', enum: ['create', 'update'] } },
      body: [],
    });
    const used = (verb: Json) =>
      validateDocument(screenDocument({ body: [{ id: 'u', use: 'one', with: { verb } }] }), registry, {
        fragments: () => Promise.resolve(new Map([['one', chosen]])),
      });
    expect(await used('update')).toEqual([]);
    expect(await used({ $expr: 'state.verb' })).not.toContainEqual(
      expect.objectContaining({ code: 'value' }),
    );
    expect(await used('crate')).toMatchObject([
      { pointer: '/body/0/with/verb', code: 'value', values: { expected: 'create, update' } },
    ]);
  });

  const one = fragment({
    parameters: { form: { type: 'object' }, page: { type: 'string' } },
    body: [
      node('form', { document: { $with: 'form' } }),
      { id: 'p', type: 'button', props: { text: { $with: 'page' } } },
    ],
  });
  const outer: JsonObject = {
    ...fragment({ parameters: { form: { type: 'object' } } }),
    id: 'outer',
    body: [{ id: 'i', use: 'one', with: { form: { $with: 'form' }, page: 'a' } }],
  };
  const form: JsonObject = {
    kind: 'form',
    formatVersion: 2,
    id: 'f',
    schema: { type: 'object', properties: { a: { type: 'string' } } },
    ui: { sections: [{ id: 's', title: 'a', fields: [{ field: 'b' }] }] },
  };

  it.each([['one'], ['outer']])(
    'a form document is validated, with diagnostics where it is given (%s)',
    async (use) => {
      const found = await validateDocument(
        screenDocument({ body: [{ id: 'u', use, with: { form, ...(use === 'one' ? { page: 'a' } : {}) } }] }),
        registry,
        {
          fragments: () => Promise.resolve(new Map([one, outer].map((each) => [String(each.id), each]))),
        },
      );
      expect(found.map(({ pointer, code, fragment: inside }) => [pointer, code, inside])).toEqual([
        ['/body/0/with/form/ui/sections/0/fields/0', 'form-field-unknown', undefined],
      ]);
    },
  );

  it('have their place in the document, simple ones with that in the fragment too', () => {
    const expansion = expandWith(
      screenDocument({ body: [{ id: 'u', use: 'one', with: { form, page: 'x' } }] }),
      new Map([['one', one]]),
      registry,
    );
    expect(expansion.placeOf('/body/1/props/text')).toEqual({
      pointer: '/body/0/with/page',
      fragment: { id: 'one', pointer: '/body/1/props/text' },
    });
    expect(expansion.placeOf('/body/1/props')).toEqual({
      pointer: '/body/0',
      fragment: { id: 'one', pointer: '/body/1/props' },
    });
  });
});

describe('the lists that take uses', () => {
  it('are those whose items can repeat, in the props of any widget, and actions', () => {
    const names = new Set(['actions']);
    const repeats = (value: unknown): boolean => JSON.stringify(value).includes('repeat.schema.json');
    const visit = (value: unknown, root: JsonObject): void => {
      if (typeof value !== 'object' || value === null) return;
      const { properties } = value as JsonObject;
      for (const [name, list] of Object.entries((properties ?? {}) as Record<string, JsonObject>)) {
        const items = list.items as JsonObject | undefined;
        const shape = String(items?.$ref ?? '').startsWith('#/$defs/')
          ? (root.$defs as JsonObject)[String(items?.$ref).slice('#/$defs/'.length)]
          : items;
        const isOptions = String(list.$ref ?? '').endsWith('options.schema.json');
        if (isOptions || (shape !== undefined && repeats(shape))) names.add(name);
      }
      for (const below of Object.values(value)) visit(below, root);
    };
    for (const type of registry.types) {
      const { propsSchema } = registry.get(type)!;
      visit(propsSchema, propsSchema as JsonObject);
    }
    expect([...itemLists].sort()).toEqual([...names].sort());
    expect(fragmentLists).toEqual(['body', 'dialogs', ...itemLists, 'steps']);
  });
});

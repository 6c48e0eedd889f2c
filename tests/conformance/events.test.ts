import { describe, expect, it } from 'vitest';
import { loadSpecs, createRegistry, validateDocument, validateParts } from '../../src/engine/core/index.ts';
import type { JsonObject } from '../../src/contracts/json.ts';
import { localNamesAt } from '../../src/engine/core/editing/local-names.ts';
import { widgets } from '../../widgets/index.ts';

const specs = await loadSpecs(widgets);
const registry = createRegistry(specs);

const screenWith = (node: JsonObject): JsonObject => ({
  kind: 'screen',
  formatVersion: 2,
  id: 'events',
  path: '/events',
  title: 'Events',
  access: { screen: 'events', verb: 'read' },
  state: { at: null },
  body: [{ id: 'it', ...node }],
});
const setting = (source: string) => [{ set: { 'state.at': { $expr: source } } }];
async function diagnosticsOf(node: JsonObject) {
  const found = await validateDocument(screenWith(node), registry);
  return found
    .filter(({ severity }) => severity === 'error')
    .map(({ code, values }) => [code, values.nearest]);
}
const form = {
  kind: 'form',
  formatVersion: 2,
  id: 'inner',
  schema: { type: 'object', properties: { amount: { type: 'integer' } } },
  ui: { sections: [{ id: 's', fields: ['amount'] }] },
};

describe.each(specs.filter(({ events }) => events && events.length > 0))('events of $type', (spec) => {
  it('have a declared payload each, or null', () => {
    const declared = spec.propsSchema['x-events'] as JsonObject;
    expect(Object.keys(declared).sort()).toEqual(spec.events!.map(({ name }) => name).sort());
  });
});

it('knows the gestures of the widgets', () => {
  const found = specs.flatMap(({ type, events }) =>
    (events ?? []).flatMap(({ name, gesture }) => (gesture ? [`${type}.${name} ${gesture}`] : [])),
  );
  expect(found).toEqual(
    expect.arrayContaining([
      'table.rowPress select',
      'tree.select select',
      'list.rowPress select',
      'file-list.drop drop',
    ]),
  );
});

describe('fields of event', () => {
  it.each<[string, JsonObject, string]>([
    [
      'a misspelt field of a form',
      { type: 'form', props: { form: 'x' }, on: { submit: setting('event.valeus.a') } },
      'values',
    ],
    [
      'a field that the inner form does not have',
      { type: 'form', props: { document: form }, on: { submit: setting('event.values.amuont + 1') } },
      'amount',
    ],
    [
      'a field in a function of JSONata',
      { type: 'form', props: { form: 'x' }, on: { submit: setting('$keys(event.change)') } },
      'changes',
    ],
    [
      'a field of a failure',
      {
        type: 'button',
        props: { text: 'a' },
        on: { press: [{ request: { get: '/x' }, onError: setting('event.mesage') }] },
      },
      'message',
    ],
    [
      'a field of an error of a failure, through its list',
      {
        type: 'button',
        props: { text: 'a' },
        on: { press: [{ request: { get: '/x' }, onError: setting('event.errors.pth') }] },
      },
      'path',
    ],
    [
      'a field of a selection',
      {
        type: 'table',
        source: 'a',
        props: { columns: [], selection: { actions: [{ id: 'a', text: 'A', do: setting('event.row') }] } },
      },
      'rows',
    ],
    [
      'a field in an address',
      { type: 'form', props: { form: 'x' }, on: { submit: [{ navigate: '/x/{event.valuse.id}' }] } },
      'values',
    ],
  ])('reports %s with the nearest name', async (_, node, nearest) => {
    expect((await diagnosticsOf(node)).filter(([code]) => code !== 'unknown-source')).toEqual([
      ['unknown-field', nearest],
    ]);
  });

  it.each<[string, JsonObject]>([
    [
      'an event without a value',
      { type: 'button', props: { text: 'a' }, on: { press: setting('event.id') } },
    ],
    ['a key', { type: 'tree', props: { title: { field: 'a' } }, on: { select: setting('event.id') } }],
  ])('reports a field of %s', async (_, node) => {
    expect((await diagnosticsOf(node)).map(([code]) => code)).toEqual(['no-fields']);
  });

  it.each<[string, JsonObject]>([
    [
      'values of a form elsewhere',
      { type: 'form', props: { form: 'x' }, on: { submit: setting('event.values.any.name') } },
    ],
    [
      'values that keep adds',
      {
        type: 'form',
        props: { document: form, keep: ['other'] },
        on: { submit: setting('event.values.other') },
      },
    ],
    [
      'a field of the inner form',
      { type: 'form', props: { document: form }, on: { submit: setting('event.values.amount') } },
    ],
    [
      'data of a failure',
      {
        type: 'button',
        props: { text: 'a' },
        on: { press: [{ request: { get: '/x' }, onError: setting('event.data.results[0].row') }] },
      },
    ],
    ['a key itself', { type: 'tree', props: { title: { field: 'a' } }, on: { select: setting('event') } }],
  ])('allows %s', async (_, node) => {
    expect(await diagnosticsOf(node)).toEqual([]);
  });

  it('render with an unknown field: a published screen keeps working', () => {
    const document = screenWith({
      type: 'form',
      props: { form: 'x' },
      on: { submit: setting('event.valeus') },
    });
    expect(validateParts(document, registry)).toEqual([]);
  });
});

it('offers the fields of event for completion', () => {
  const submit = [{ request: { get: '/x/{event.values.amount}' }, onError: setting('event.m') }];
  const document = screenWith({ type: 'form', props: { document: form }, on: { submit } });
  expect(localNamesAt(document, '/body/0/on/submit/0/request/get', registry)).toEqual(
    expect.arrayContaining([
      'event',
      'event.values',
      'event.values.amount',
      'event.changes.amount',
      'row',
      'form',
    ]),
  );
  const failure = localNamesAt(document, '/body/0/on/submit/0/onError/0/set/state.at/$expr', registry);
  expect(failure).toEqual(expect.arrayContaining(['event.message', 'event.errors.path']));
  expect(failure).not.toContain('event.values');
});

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { compileDocument } from './compile.ts';
import { documentTypes } from './node-lists.ts';
import { needLabel } from '../sources/source-needs.ts';
import { createScreen } from '../screen/screen.ts';
import { createFakeHost } from '../testing/fake-host.ts';
import { registry, widget } from '../testing/fixtures.ts';
import { createRegistry } from './registry.ts';
import { validateParts } from '../validate/document.ts';
import { validateDocument } from '../validate/document.ts';

const bar = widget('bar', {
  bind: { $ref: '../bind.schema.json' },
  fields: { type: 'array', items: { type: 'object' } },
});
const widgets = createRegistry([...registry.types.map((type) => registry.get(type)!), bar]);

const dashboard = (more: JsonObject = {}): JsonObject => ({
  kind: 'dashboard',
  formatVersion: 2,
  id: 'sales',
  title: 'Sales',
  access: { screen: 'sales', verb: 'read' },
  state: { filters: {} },
  sources: {
    needy: { get: '/needy', rows: 'data', needs: ['state.filters.company'] },
    free: { get: '/free', rows: 'data' },
  },
  header: [{ id: 'title', type: 'label', props: { text: 'Sales' } }],
  filters: [
    {
      id: 'filters',
      type: 'bar',
      props: { bind: 'state.filters', fields: [{ field: 'company', label: '$company' }] },
    },
  ],
  body: [
    { id: 'a', type: 'label', props: { text: 'a' }, at: { x: 0, y: 0, w: 6, h: 4 } },
    { id: 'b', type: 'label', props: { text: 'b' }, at: { x: 6, y: 0, w: 6, h: 4 } },
  ],
  strings: { pt: { company: 'Empresa' } },
  ...more,
});

describe('a dashboard', () => {
  it('is valid, and renders header, filters and a grid around its body', async () => {
    const document = dashboard();
    expect(await validateDocument(document, widgets)).toEqual([]);
    const compiled = compileDocument(document, widgets);
    expect(compiled.body.map(({ id, type }) => [id, type])).toEqual([
      ['title', 'label'],
      ['filters', 'bar'],
      ['layout', 'grid'],
    ]);
    expect(compiled.body[2]!.children.map(({ id, pointer, at }) => [id, pointer, at?.x])).toEqual([
      ['a', '/body/0', 0],
      ['b', '/body/1', 6],
    ]);
    expect(documentTypes(document)).toEqual(['label', 'bar', 'grid']);
    expect(compileDocument(dashboard({ layout: 'nested' }), widgets).body[2]!.type).toBe('stack');
  });

  it('reports diagnostics at their nodes only', async () => {
    const document = dashboard({
      header: [{ id: 'title', type: 'hologram' }],
      body: [
        { id: 'a', type: 'label', props: { text: 5 } },
        { id: 'b', type: 'label', props: { text: 'b' } },
        { id: 'title', type: 'label' },
      ],
    });
    expect((await validateDocument(document, widgets)).map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/header/0/type', 'unknown-type'],
      ['/body/0/props/text', 'no-alternative'],
      ['/body/2/id', 'duplicate-id'],
    ]);
    const { body } = compileDocument(document, widgets, validateParts(document, widgets));
    expect(body.map(({ diagnostics }) => diagnostics.length)).toEqual([1, 0, 0]);
    expect(body[2]!.children.map(({ diagnostics }) => diagnostics.length)).toEqual([1, 0, 1]);
    expect(await validateDocument(dashboard({ layout: 'round' }), widgets)).toMatchObject([
      { pointer: '/layout', code: 'value' },
    ]);
  });

  it('reports tiles that overlap, once and as a warning, since a page moves the later one down', async () => {
    const tile = (id: string, x: number, more: JsonObject = {}) => ({
      id,
      type: 'label',
      props: { text: id },
      at: { x, y: 0, w: 6, h: 2 },
      ...more,
    });
    const body = [tile('a', 0), tile('b', 5), tile('c', 5, { visible: { $expr: 'can.read' } })];
    const found = await validateDocument(dashboard({ body }), widgets);
    expect(found.map(({ pointer, code, severity }) => [pointer, code, severity])).toEqual([
      ['/body/1/at', 'grid-overlap', 'warning'],
    ]);
    expect(await validateDocument(dashboard({ body, layout: 'nested' }), widgets)).toEqual([]);
  });

  it("waits only with sources that need an empty filter, and finds the filter's label", () => {
    const host = createFakeHost();
    const compiled = compileDocument(dashboard(), widgets);
    const screen = createScreen(compiled, host, {});
    screen.start();
    expect([...host.loads.keys()]).toEqual(['/free']);
    const { status, missing } = screen.source('needy');
    expect([status, missing.map((name) => needLabel(compiled, name))]).toEqual(['missing', ['$company']]);
    expect(needLabel(compiled, 'state.filters.other')).toBeUndefined();
    screen.store.set(['state', 'filters', 'company'], 3);
    expect([...host.loads.keys()]).toEqual(['/free', '/needy']);
  });

  it('loads a source with the first mounted node that reads it, and what that one reads', () => {
    const host = createFakeHost();
    const sources = {
      seen: { get: '/seen', rows: 'data' },
      base: { get: '/base', rows: 'data' },
      derived: { value: { $expr: 'data.base.rows' } },
      pressed: { get: '/pressed', rows: 'data' },
    };
    const tile = (id: string, more: JsonObject = {}) => ({ id, type: 'label', props: { text: id }, ...more });
    const read = (source: string) => ({ props: { text: { $expr: `data.${source}.total` } } });
    const body = [
      tile('near', read('seen')),
      tile('far', read('derived')),
      tile('press', {
        on: { press: [{ set: { 'state.n': { $expr: 'data.pressed.total' } } }] },
        ...read('pressed'),
      }),
    ];
    const compiled = compileDocument(dashboard({ sources, body }), widgets);
    expect([...compiled.deferred]).toEqual(['seen', 'base', 'derived']);
    const screen = createScreen(compiled, host, {});
    screen.start();
    expect([...host.loads.keys()]).toEqual(['/pressed']);
    expect(screen.source('seen').status).toBe('loading');
    const release = screen.observeNode(compiled.nodes.get('near')!).subscribe(() => undefined);
    expect([...host.loads.keys()]).toEqual(['/pressed', '/seen']);
    screen.observeNode(compiled.nodes.get('far')!).subscribe(() => undefined);
    expect([...host.loads.keys()]).toEqual(['/pressed', '/seen', '/base']);
    // Sources that have been loaded stay loaded when their node is out of view again.
    release();
    expect(screen.source('seen').status).toBe('loading');
    screen.dispose();
  });

  it('may contain a node of its own with the id layout', () => {
    const compiled = compileDocument(dashboard({ body: [{ id: 'layout', type: 'label' }] }), widgets);
    expect(compiled.nodes.size).toBe(4);
    expect(compiled.nodes.get('layout')!.type).toBe('label');
  });
});

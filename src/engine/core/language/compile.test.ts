import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { compileDocument as compileUnchecked } from './compile.ts';
import { counters } from '../counters.ts';
import type { CompiledNode } from '../compiled-screen.ts';
import { bindingsOf, resolveProps } from './props.ts';
import { createRegistry } from './registry.ts';
import { grid, label, registry, screenDocument, widget } from '../testing/fixtures.ts';
import { validateParts } from '../validate/document.ts';
import { validateRegistry } from '../validate/schema-diagnostics.ts';

/** Compiles as a browser does, with the diagnostics of the server's validation. */
const compileDocument = (document: unknown) =>
  compileUnchecked(document, registry, validateParts(document, registry));

const compileBody = (...body: JsonObject[]): readonly CompiledNode[] =>
  compileDocument(screenDocument({ body })).body;

describe('compiling a document', () => {
  it('happens once per document object and registry revision', () => {
    const document = screenDocument();
    const { compiles, cacheHits } = counters;
    expect(compileDocument(document)).toBe(compileDocument(document));
    expect([counters.compiles, counters.cacheHits]).toEqual([compiles + 1, cacheHits + 1]);
  });

  it('finds computed props by the schema alone', () => {
    const [node] = compileBody({
      id: 'a',
      type: 'label',
      props: {
        text: '$a.b',
        count: { $expr: 'state.n' },
        map: { Y: '$yes', N: 'No', M: { $expr: 'state.m' } },
      },
      visible: { $expr: 'can.read' },
      source: 'things',
    });
    expect(node!.diagnostics).toEqual([]);
    expect(node!.bindings.map(({ path, kind }) => [path.join('.'), kind])).toEqual([
      ['text', 'text'],
      ['count', 'expression'],
      ['map.Y', 'text'],
      ['map.M', 'text'],
    ]);
    expect(node!.refs).toEqual([
      ['lang'],
      ['state', 'n'],
      ['state', 'm'],
      ['can', 'read'],
      ['data', 'things'],
    ]);
  });

  it('leaves row expressions and steps to the widget', () => {
    const [node] = compileBody({
      id: 'a',
      type: 'grid',
      source: 's',
      props: {
        columns: [{ title: '$t', value: { $expr: 'row.a & row.b' } }],
        rowActions: [{ id: 'x', text: 'X', do: [{ set: { 'state.a': { $expr: 'row.id' } } }] }],
        page: 'state.page',
      },
    });
    expect(node!.bindings.map(({ path }) => path.join('.'))).toEqual(['columns.0.title']);
  });

  it('keeps an invalid node in its position and its siblings unaffected', () => {
    const [bad, unknown, good] = compileBody(
      { id: 'bad', type: 'label', props: { text: 5 } },
      { id: 'unknown', type: 'hologram' },
      { id: 'good', type: 'label', props: { text: 'fine' } },
    );
    expect(bad!.diagnostics).toMatchObject([{ pointer: '/body/0/props/text', code: 'no-alternative' }]);
    expect(unknown!.diagnostics).toMatchObject([
      { pointer: '/body/1/type', code: 'unknown-type', values: { type: 'hologram' } },
    ]);
    expect(good!.diagnostics).toEqual([]);
  });

  it('gives a node its own diagnostics only, not those of its children', () => {
    const [outer] = compileBody({
      id: 'outer',
      type: 'box',
      props: { title: 5 },
      children: [
        { id: 'fine', type: 'box' },
        { id: 'bad', type: 'label', props: { text: 5 } },
      ],
    });
    const pointersOf = (node: CompiledNode) => node.diagnostics.map(({ pointer }) => pointer);
    expect(pointersOf(outer!)).toEqual(['/body/0/props/title']);
    expect(outer!.children.map(pointersOf)).toEqual([[], ['/body/0/children/1/props/text']]);
  });

  it('leaves out an invalid source and reports it', () => {
    const compiled = compileDocument(
      screenDocument({ sources: { bad: { get: 'https://elsewhere' }, good: { get: '/x' } } }),
    );
    expect([...compiled.sources.keys()]).toEqual(['good']);
    expect(compiled.diagnostics).toMatchObject([{ pointer: '/sources/bad/get' }]);
  });

  it('reports the second of two equal ids and keeps both nodes', () => {
    const compiled = compileDocument(
      screenDocument({ body: [{ id: 'a', type: 'box', children: [{ id: 'a', type: 'box' }] }] }),
    );
    const [first] = compiled.body;
    expect(first!.diagnostics).toEqual([]);
    expect(first!.children[0]!.diagnostics).toMatchObject([
      { code: 'duplicate-id', values: { first: '/body/0' } },
    ]);
    expect(compiled.nodes.size).toBe(2);
  });

  it('leaves out sources that need each other', () => {
    const source = (needs: string): JsonObject => ({
      get: '/x',
      query: { q: { $expr: needs } },
      record: 'data',
    });
    const compiled = compileDocument(
      screenDocument({
        sources: { a: source('data.b.total'), b: source('data.a.total'), c: source('data.a.total') },
      }),
    );
    expect([...compiled.sources.keys()]).toEqual(['c']);
    expect(compiled.diagnostics).toMatchObject([{ pointer: '/sources/a', code: 'source-cycle' }]);
  });

  it('compiles the first 2,000 of 10,000 nodes and reports the limit', () => {
    const body = Array.from({ length: 10_000 }, (_, index) => ({ id: `n${index}`, type: 'box' }));
    const compiled = compileDocument(screenDocument({ body }));
    expect(compiled.body).toHaveLength(2_000);
    expect(compiled.diagnostics).toMatchObject([{ code: 'too-many-nodes' }]);
  });

  it('stops at 50 levels and does not overflow at 100,000', () => {
    const nested = (levels: number): JsonObject => {
      let node: JsonObject = { id: 'n0', type: 'box' };
      for (let level = 1; level < levels; level += 1)
        node = { id: `n${level}`, type: 'box', children: [node] };
      return node;
    };
    expect(compileDocument(screenDocument({ body: [nested(50)] })).diagnostics).toEqual([]);
    expect(compileDocument(screenDocument({ body: [nested(51)] })).diagnostics).toMatchObject([
      { code: 'too-deep' },
    ]);
    expect(compileDocument(screenDocument({ body: [nested(100_000)] })).diagnostics).toMatchObject([
      { code: 'too-deep' },
    ]);
  });

  it('compiles no node of a document in a newer format', () => {
    const compiled = compileDocument(screenDocument({ formatVersion: 9, body: [{ id: 'a', type: 'box' }] }));
    expect(compiled.body).toEqual([]);
    expect(compiled.diagnostics).toMatchObject([{ code: 'newer-format' }]);
  });

  it('never throws for any input', () => {
    const key = fc.constantFrom(
      'body',
      'dialogs',
      'id',
      'type',
      'props',
      'children',
      'on',
      'visible',
      'source',
      'sources',
      'state',
      'text',
      '$expr',
      'get',
      'query',
      'title',
      'strings',
      '__proto__',
      'constructor',
      'columns',
      'rowActions',
      'do',
      'needs',
    );
    const anything = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<unknown>(
          'box',
          'grid',
          'label',
          'state.a',
          '$x',
          '/x/{y}',
          null,
          1,
          true,
          '',
          'a.',
          [],
        ),
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(key, tie('node'), { maxKeys: 6 }),
      ),
    })).node;
    fc.assert(
      fc.property(anything, fc.dictionary(key, anything), (loose, more) => {
        for (const document of [loose, { ...screenDocument(), ...more }]) {
          expect(Array.isArray(compileDocument(document).body)).toBe(true);
          expect(Array.isArray(compileUnchecked(structuredClone(document), registry).body)).toBe(true);
        }
      }),
    );
  });
});

describe('resolving props', () => {
  const props: JsonObject = { text: '$a', map: { Y: '$y' }, other: { same: true } } as JsonObject;

  it('copies only objects on the paths of computed values', () => {
    const bindings = bindingsOf(label, props);
    const first = resolveProps(props, bindings, ['A', 'Yes'], null);
    expect(first.props).toEqual({ text: 'A', map: { Y: 'Yes' }, other: { same: true } });
    expect(first.props.other).toBe(props.other);
    expect(props.text).toBe('$a');
    expect(resolveProps(props, bindings, ['A', 'Yes'], first)).toBe(first);
    expect(resolveProps(props, bindings, ['B', 'Yes'], first).props).not.toBe(first.props);
  });
});

describe('the registry', () => {
  it('rejects two widgets of one type and names it', () => {
    expect(() => createRegistry([label, label])).toThrow('"label"');
  });

  it('rejects defaults that do not match their schema, naming type and path', () => {
    const wrong = widget('wrong', { size: { type: 'number' } }, { defaults: { size: 'big' } });
    expect(() => validateRegistry(createRegistry([label, wrong]))).toThrow(/"wrong".*\/size/);
  });

  it("rejects a widget with another type's schema, naming both", () => {
    const other = { ...label, type: 'other' };
    expect(() => validateRegistry(createRegistry([other]))).toThrow(/"other".*label\.schema\.json/);
  });

  it('has no entry for names on Object.prototype', () => {
    expect(createRegistry([grid]).get('constructor')).toBeUndefined();
  });
});

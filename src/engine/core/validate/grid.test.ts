import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { createRegistry } from '../language/registry.ts';
import { box, label, screenDocument, widget } from '../testing/fixtures.ts';
import { validateDocument, validateParts } from './document.ts';

const board = widget('board', { first: { $ref: '../child.schema.json' } }, { children: 'placed' });
const registry = createRegistry([board, box, label]);

const boardOf = (children: JsonObject[], props: JsonObject = {}): JsonObject =>
  screenDocument({ body: [{ id: 'board', type: 'board', props, children }] });
const child = (id: string, more: JsonObject): JsonObject => ({ id, type: 'label', ...more });
const diagnosticsOf = async (document: JsonObject) =>
  (await validateDocument(document, registry)).map(({ pointer, code, values, severity }) =>
    [pointer.replace('/body/0/children', ''), code, JSON.stringify(values), severity].join(' '),
  );

describe('node positions', () => {
  it('are valid side by side, and may overlap for nodes that are conditional', async () => {
    const children = [
      child('a', { at: { x: 0, y: 0, w: 6, h: 2, small: { w: 6 } } }),
      child('b', { at: { x: 6, y: 0, w: 6, h: 2, medium: { y: 2, x: 0 } } }),
      child('c', { at: { x: 0, y: 4, w: 6, h: 2 }, visible: { $expr: 'can.read' } }),
      child('d', { at: { x: 0, y: 4, w: 6, h: 2 }, access: { verb: 'update' } }),
      child('e', { at: { x: 0, y: 6, w: 6, h: 2, small: { hidden: true } } }),
    ];
    expect(await diagnosticsOf(boardOf(children))).toEqual([]);
  });

  it('beyond the last column are reported at their pointer, for the node alone too', async () => {
    const document = boardOf([
      child('a', { at: { x: 8, y: 0, w: 5, h: 2 } }),
      child('b', { at: { x: 6, y: 2, w: 6, h: 2, medium: { w: 8 } } }),
    ]);
    const wide = [
      '/0/at grid-width {"x":8,"w":5,"limit":12} error',
      '/1/at/medium grid-width {"x":6,"w":8,"limit":12} error',
    ];
    expect(await diagnosticsOf(document)).toEqual(wide);
    expect(validateParts(document, registry).map(({ pointer }) => pointer)).toEqual([
      '/body/0/children/0/at',
      '/body/0/children/1/at/medium',
    ]);
  });

  it('that overlap are reported once, at the widest layout', async () => {
    const children = [
      child('a', { at: { x: 0, y: 0, w: 6, h: 2 } }),
      child('b', { at: { x: 5, y: 1, w: 6, h: 2 } }),
      child('c', { at: { x: 0, y: 3, w: 6, h: 2, medium: { y: 2, x: 6 } } }),
    ];
    expect(await diagnosticsOf(boardOf(children))).toEqual([
      '/1/at grid-overlap {"id":"b","other":"a","width":"large"} error',
      '/2/at/medium grid-overlap {"id":"c","other":"b","width":"medium"} error',
    ]);
  });

  it('that are missing are reported as warnings', async () => {
    expect(await diagnosticsOf(boardOf([child('a', {})]))).toEqual(['/0 grid-no-place {"id":"a"} warning']);
  });

  it('of the wrong shape are reported by their schema alone', async () => {
    const odd: Json[] = [
      { x: 0, y: 0, w: 99, h: 1 },
      { x: 'a', y: 0, w: 1, h: 1 },
      7,
      { x: 0, y: 9, w: 1, h: 1, small: null },
    ];
    const codes = (await validateDocument(boardOf(odd.map((at, n) => child(`n${n}`, { at }))), registry)).map(
      ({ pointer, code }) => `${pointer.replace('/body/0/children', '')} ${code}`,
    );
    expect(codes).toEqual(['/0/at/w too-big', '/1/at/x type', '/2/at type', '/3/at/small type']);
  });
});

describe('props that name a child', () => {
  it('are valid if the child exists', async () => {
    const children = [child('a', { at: { x: 0, y: 0, w: 6, h: 2 } })];
    expect(await diagnosticsOf(boardOf(children, { first: 'a' }))).toEqual([]);
    expect(await diagnosticsOf(boardOf(children, { first: 'z' }))).toEqual([
      '/body/0/props/first unknown-child {"child":"z"} error',
    ]);
    // A reader without access to a child receives the document without it, and no diagnostic.
    expect(validateParts(boardOf(children, { first: 'z' }), registry)).toEqual([]);
  });
});

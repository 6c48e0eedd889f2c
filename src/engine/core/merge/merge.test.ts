import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { mergeDocuments } from './document.ts';

interface Node {
  id: string;
  type: string;
  visible?: boolean;
  props: JsonObject;
  children: Node[];
}

/** Shape of the base document, for changes that access its nodes. */
interface Shape {
  title: string;
  body: [box: Node, three: Node, ...more: Node[]];
  sources: Record<string, JsonObject>;
  state: { filters: JsonObject };
}

const text = (id: string, value = id): Node =>
  ({ id, type: 'text', props: { text: value } }) as unknown as Node;
const stack = (id: string, ...children: Node[]): Node => ({ id, type: 'stack', children }) as unknown as Node;
const screen = (body: Node[], more: JsonObject = {}): JsonObject => ({
  kind: 'screen',
  id: 'a',
  title: 'A',
  body: body as unknown as Json,
  ...more,
});

const base = screen([stack('box', text('one'), text('two')), text('three')], {
  sources: { people: { get: '/people' }, units: { get: '/units' } },
  state: { page: 1, filters: { a: 1, b: 2 } },
});

/** A copy of the base after some changes. */
function changed(change: (document: Shape) => unknown): JsonObject {
  const copy = structuredClone(base) as unknown as Shape & JsonObject;
  change(copy);
  return copy;
}

const outcome = (mine: JsonObject, theirs: JsonObject, from = base) => {
  const before = JSON.stringify([from, mine, theirs]);
  const merged = mergeDocuments(from, mine, theirs);
  expect(JSON.stringify([from, mine, theirs])).toBe(before);
  return merged;
};

describe('merging two changes of one document', () => {
  it('returns a side unchanged when only that side changed', () => {
    const mine = changed((one) => (one.body[0].children[0]!.props.text = 'mine'));
    expect(outcome(mine, base)).toEqual({ document: mine, changes: [], conflicts: [] });
    const theirs = outcome(base, mine);
    expect(theirs).toMatchObject({ document: mine, conflicts: [] });
    expect(theirs.changes).toEqual([{ nodeId: 'one', pointer: '/props/text' }]);
    expect(JSON.stringify(outcome(mine, mine).document)).toBe(JSON.stringify(mine));
  });

  it('combines changes of different nodes, and of different keys of one node', () => {
    const { document, conflicts } = outcome(
      changed((one) => {
        one.body[0].children[0]!.props.text = 'mine';
        one.body[1].props.tone = 'muted';
        one.state.filters.a = 10;
        one.sources.extra = { get: '/extra' };
      }),
      changed((one) => {
        one.body[0].children[1]!.props.text = 'theirs';
        one.body[1].visible = false;
        one.state.filters.b = 20;
        delete one.sources.units;
        one.title = 'B';
      }),
    );
    expect(conflicts).toEqual([]);
    expect(document).toEqual(
      changed((one) => {
        one.body[0].children[0]!.props.text = 'mine';
        one.body[0].children[1]!.props.text = 'theirs';
        one.body[1].props.tone = 'muted';
        one.body[1].visible = false;
        one.state.filters = { a: 10, b: 20 };
        one.sources.extra = { get: '/extra' };
        delete one.sources.units;
        one.title = 'B';
      }),
    );
  });

  it('follows a node that one side moved and the other changed', () => {
    const { document, conflicts, changes } = outcome(
      changed((one) => (one.body[0].children[0]!.props.text = 'mine')),
      changed((one) => one.body.push(one.body[0].children.shift()!)),
    );
    expect(conflicts).toEqual([]);
    expect(document.body).toEqual([stack('box', text('two')), text('three'), text('one', 'mine')]);
    expect(changes).toContainEqual({ nodeId: 'one', pointer: '/-parent' });
  });

  it('adds the new nodes of both sides, each behind its predecessor', () => {
    const { document, conflicts } = outcome(
      changed((one) => one.body[0].children.splice(1, 0, text('mine'))),
      changed((one) => {
        one.body[0].children.push(text('theirs'));
        one.body.unshift(text('first'));
      }),
    );
    expect(conflicts).toEqual([]);
    expect(document.body).toEqual([
      text('first'),
      stack('box', text('one'), text('mine'), text('two'), text('theirs')),
      text('three'),
    ]);
  });

  it('removes a node that one side removed and the other did not change', () => {
    const { document, conflicts, changes } = outcome(
      changed((one) => (one.body[1].props.text = 'mine')),
      changed((one) => one.body.shift()),
    );
    expect(conflicts).toEqual([]);
    expect(document.body).toEqual([text('three', 'mine')]);
    expect(changes.map((one) => one.nodeId)).toEqual(expect.arrayContaining(['box', 'one', 'two']));
  });

  it('takes the order of the side that changed it, with the other’s new nodes', () => {
    const { document, conflicts } = outcome(
      changed((one) => one.body[0].children.push(text('mine'))),
      changed((one) => one.body[0].children.reverse()),
    );
    expect(conflicts).toEqual([]);
    expect(document.body).toEqual([stack('box', text('two'), text('mine'), text('one')), text('three')]);
  });

  it('merges lists of identified items item by item', () => {
    const columns = (...fields: [string, string][]): Json =>
      fields.map(([field, title]) => ({ field, title }));
    const table = (value: Json): JsonObject =>
      screen([{ ...text('t'), type: 'table', props: { columns: value } }]);
    const { document, conflicts } = outcome(
      table(columns(['a', 'Mine'], ['b', 'B'])),
      table(columns(['b', 'B'], ['a', 'A'], ['c', 'C'])),
      table(columns(['a', 'A'], ['b', 'B'])),
    );
    expect(conflicts).toEqual([]);
    expect(document).toEqual(table(columns(['b', 'B'], ['a', 'Mine'], ['c', 'C'])));
  });

  it('keeps a key called __proto__', () => {
    const odd = (value: number): JsonObject => JSON.parse(`{"kind":"screen","x-a":{"__proto__":${value}}}`);
    const { document } = outcome(odd(1), { ...odd(1), title: 'T' }, { kind: 'screen' });
    expect(JSON.stringify(document)).toBe('{"kind":"screen","x-a":{"__proto__":1},"title":"T"}');
  });
});

describe('a conflict', () => {
  it('has its three versions, and mine in the document', () => {
    const { document, conflicts } = outcome(
      changed((one) => (one.body[1].props.text = 'mine')),
      changed((one) => (one.body[1].props.text = 'theirs')),
    );
    expect(conflicts).toEqual([
      { nodeId: 'three', pointer: '/props/text', base: 'three', mine: 'mine', theirs: 'theirs' },
    ]);
    expect(document).toEqual(changed((one) => (one.body[1].props.text = 'mine')));
  });

  it('does not arise when both sides made the same change', () => {
    const same = changed((one) => (one.body[1].props.text = 'same'));
    expect(outcome(same, structuredClone(same))).toEqual({ document: same, changes: [], conflicts: [] });
  });

  it('arises from a removal and a change, on either side', () => {
    const removed = changed((one) => one.body.pop());
    const updated = changed((one) => (one.body[1].props.text = 'edited'));
    const own = text('three', 'edited');
    expect(outcome(updated, removed)).toMatchObject({
      conflicts: [{ nodeId: 'three', pointer: '', base: text('three'), mine: own }],
    });
    expect(outcome(removed, updated)).toMatchObject({
      conflicts: [{ nodeId: 'three', pointer: '', theirs: own }],
    });
  });

  it('arises from a removed node in which the other side added a node', () => {
    const { conflicts } = outcome(
      changed((one) => one.body[0].children.push(text('new'))),
      changed((one) => one.body.shift()),
    );
    expect(conflicts).toMatchObject([{ nodeId: 'box', pointer: '' }]);
  });

  it('arises from a node moved to two parents, and from two nodes moved into each other', () => {
    const two = screen([stack('a'), stack('b'), text('c')]);
    const moved = (into: number): JsonObject => {
      const copy = structuredClone(two) as unknown as { body: Node[] } & JsonObject;
      copy.body[into]!.children.push(copy.body.pop()!);
      return copy;
    };
    expect(outcome(moved(0), moved(1), two).conflicts).toEqual([
      { nodeId: 'c', pointer: '/-parent', base: '/body', mine: 'a/children', theirs: 'b/children' },
    ]);
    const circle = outcome(
      screen([stack('b', stack('a')), text('c')]),
      screen([stack('a', stack('b')), text('c')]),
      two,
    );
    expect(circle.conflicts.length).toBeGreaterThan(0);
    expect(JSON.stringify(circle.document)).toContain('"id":"a"');
  });

  it('arises from two different orders', () => {
    const of = (...ids: string[]): JsonObject => screen(ids.map((id) => text(id)));
    const { conflicts, document } = outcome(of('b', 'a', 'c'), of('a', 'c', 'b'), of('a', 'b', 'c'));
    expect(conflicts).toEqual([
      {
        nodeId: null,
        pointer: '/body',
        base: ['a', 'b', 'c'],
        mine: ['b', 'a', 'c'],
        theirs: ['a', 'c', 'b'],
      },
    ]);
    expect(document).toEqual(of('b', 'a', 'c'));
  });

  it('of documents without ids contains plain values', () => {
    const odd = (value: string): JsonObject => screen([{ type: value } as unknown as Node]);
    expect(outcome(odd('mine'), odd('theirs'), odd('base')).conflicts).toMatchObject([
      { nodeId: null, pointer: '/body' },
    ]);
    expect(outcome(odd('base'), odd('theirs'), odd('base')).document).toEqual(odd('theirs'));
  });
});

/** A generator of reproducible integers (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

/** Changes the nodes of one side: each fourth node belongs to `side` 0, the next one to 1. */
function edited(
  from: JsonObject,
  side: 0 | 1,
  next: (below: number) => number,
): { document: JsonObject; texts: Set<string> } {
  const document = structuredClone(from);
  const texts = new Set<string>();
  const visit = (nodes: Node[]): void => {
    for (const node of nodes.slice()) {
      visit(node.children ?? []);
      if (Number(node.id.slice(1)) % 2 !== side) continue;
      const what = next(4);
      const annotation = `${side}-${node.id}`;
      if (what === 0) node.props = { ...node.props, text: annotation };
      if (what === 1) node.props = { ...node.props, [`own${side}`]: annotation };
      if (what === 2) nodes.splice(nodes.indexOf(node) + 1, 0, text(`new-${annotation}`, annotation));
      if (what < 3) texts.add(annotation);
    }
  };
  visit(document.body as unknown as Node[]);
  (document.state as JsonObject)[`side${side}`] = next(100);
  return { document, texts };
}

function random(next: (below: number) => number): JsonObject {
  let count = 0;
  const nodes = (depth: number): Node[] =>
    Array.from({ length: 1 + next(4) }, () => {
      count += 1;
      const id = `n${count}`;
      return depth > 0 && next(3) === 0 ? stack(id, ...nodes(depth - 1)) : text(id);
    });
  return screen(nodes(3), { state: {} });
}

it.each(Array.from({ length: 300 }, (_, seed) => seed))(
  'keeps all changes of different values (%i)',
  (seed) => {
    const next = numbers(seed);
    const from = random(next);
    const mine = edited(from, 0, next);
    const theirs = edited(from, 1, next);
    const { document, conflicts } = outcome(mine.document, theirs.document, from);
    expect(conflicts).toEqual([]);
    const written = JSON.stringify(document);
    for (const annotation of [...mine.texts, ...theirs.texts]) expect(written).toContain(`"${annotation}"`);
    expect(document.state).toEqual({
      ...(mine.document.state as JsonObject),
      ...(theirs.document.state as JsonObject),
    });
    // Merging the result again with either side changes nothing.
    expect(outcome(document, theirs.document, from).document).toEqual(document);
    expect(outcome(mine.document, document, from).conflicts).toEqual([]);
    // Ids stay unique.
    const ids = [...written.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  },
);

import { describe, expect, it } from 'vitest';
import { widgets } from '../../../widgets/index.ts';
import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import { createEditor } from '../../editor/index.ts';
import { createRegistry, formatJson, loadSpecs } from '../../engine/core/index.ts';
import { createJsonSync } from './json-sync.ts';

const registry = createRegistry(await loadSpecs(widgets.filter(({ type }) => type === 'stat')));

const view = (label: string, rest: JsonObject = {}): JsonObject => ({
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  title: 'Vendas',
  access: { screen: 'dash-1', verb: 'read' },
  body: [
    { id: 'stat', type: 'stat', at: { x: 0, y: 0, w: 4, h: 2 }, props: { label } },
    { use: 'first-step', with: { n: 1 } },
  ],
  ...rest,
});

/** A text beside an editor, as the person sees it. */
function open(document = view('Pedidos')) {
  const editor = createEditor(document, registry);
  const sync = createJsonSync(editor);
  let text = sync.initial;
  const release = editor.store.subscribe(() => {
    text = sync.changed() ?? text;
  });
  return {
    editor,
    sync,
    release,
    text: () => text,
    type(next: string) {
      text = next;
      text = sync.typed(next) ?? text;
    },
    set: (path: string[], value: Json) => editor.dispatch({ type: 'set', key: 'stat', path, value }),
  };
}

describe('the text of a view', () => {
  it('is the view at every letter at which it is a document, and stays as it is typed', () => {
    const { editor, text, type } = open();
    const written = text();
    const at = written.indexOf('Pedidos') + 'Pedidos'.length;
    for (const letters of [
      ' ',
      ' d',
      ' de',
      ' de hoje',
      ' de hoje"',
      ' de hoje"  ,"x":',
      ' de hoje"  ,"x":1,"y":"',
    ]) {
      const typed = written.slice(0, at) + letters + written.slice(at);
      type(typed);
      expect(text()).toBe(typed);
      let value: unknown = null;
      try {
        value = JSON.parse(typed);
      } catch {
        continue;
      }
      expect(JSON.stringify(editor.document())).toBe(JSON.stringify(value));
    }
    editor.seal();
    const steps = editor.store.getState().history.past.length;
    expect(steps).toBeGreaterThan(0);
    while (editor.undo());
    expect(text()).toBe(written);
  });

  it('follows what changes in the layout, and is no step of its own then', () => {
    const { editor, text, set } = open();
    set(['props', 'label'], 'Receita');
    expect(text()).toBe(formatJson(view('Receita')));
    expect(editor.store.getState().history.past).toHaveLength(1);
    editor.undo();
    expect(text()).toBe(formatJson(view('Pedidos')));
  });

  it('keeps what was typed while it is no document, and brings both sides together once it is one', () => {
    const { editor, text, type, set, sync } = open();
    const broken = text().replace('"Vendas"', '"Vendas de hoje');
    type(broken);
    expect(sync.isPending()).toBe(true);
    set(['props', 'label'], 'Receita');
    expect(text()).toBe(broken);
    type(broken.replace('de hoje', 'de hoje"'));
    expect(sync.isPending()).toBe(false);
    const both = view('Receita', { title: 'Vendas de hoje' });
    expect(editor.document()).toEqual(both);
    expect(text()).toBe(formatJson(both));
  });

  it('keeps the view when all of it is removed, for a moment or for good', () => {
    const { editor, text, type, set } = open();
    set(['props', 'label'], 'Receita');
    type('');
    expect(editor.document()).toEqual(view('Receita'));
    expect(text()).toBe('');
    type(formatJson(view('Colado')));
    expect(editor.document()).toEqual(view('Colado'));
  });

  it('keeps the order of keys as it is typed', () => {
    const { editor, type } = open();
    const { id, ...rest } = view('Pedidos');
    type(JSON.stringify({ ...rest, id }));
    expect(Object.keys(editor.document()).at(-1)).toBe('id');
  });
});

/** A generator of whole numbers that is the same in each run. */
function seeded(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const odd: readonly Json[] = [
  null,
  0,
  '',
  'stat',
  [],
  {},
  [null],
  ['stat', {}],
  { id: 'stat' },
  { id: '__proto__', type: 'stat', at: 3 },
  { id: 'constructor', at: {}, children: [{ id: 'stat', children: {} }] },
  { type: 'stat', slots: { a: [{ at: null }], '': [1], __proto__x: [], 'a/b~c': [{ id: 'a/b' }] } },
  [{ id: 'stat' }, { id: 'stat', children: [{ id: 'stat' }] }],
];

/** A copy with another value at a random place, and sometimes at another key. */
function mutated(value: Json, random: (below: number) => number): Json {
  const keys = isObject(value) ? Object.keys(value) : Array.isArray(value) ? [...value.keys()] : [];
  if (keys.length === 0 || random(6) === 0) return odd[random(odd.length)]!;
  const at = keys[random(keys.length)]!;
  if (Array.isArray(value)) return value.map((one, index) => (index === at ? mutated(one, random) : one));
  const own = value as JsonObject;
  return Object.fromEntries(
    Object.entries(own).map(([key, one]) => {
      if (key !== at) return [key, one];
      return random(5) === 0
        ? [['children', 'slots', 'at', 'id', 'body'][random(5)]!, one]
        : [key, mutated(one, random)];
    }),
  );
}

it('is never rewritten while it is typed, whatever half of a document it is', () => {
  const random = seeded(11);
  const { editor, text, type } = open();
  let value: Json = view('Pedidos');
  for (let step = 0; step < 1_500; step += 1) {
    value = random(12) === 0 ? view('Pedidos') : mutated(value, random);
    const typed = JSON.stringify(value);
    type(typed);
    if (text() !== typed) throw new Error(`step ${step}: ${typed}\nbecame ${text()}`);
    if (isObject(value) && JSON.stringify(editor.document()) !== typed)
      throw new Error(`step ${step}: ${typed}\nis ${JSON.stringify(editor.document())}`);
  }
  while (editor.undo());
  expect(editor.store.getState().history.past).toEqual([]);
});

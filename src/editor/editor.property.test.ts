import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { widgets } from '../../widgets/index.ts';
import { isObject, type Json, type JsonObject } from '../contracts/json.ts';
import { createRegistry, formatJson, loadSpecs, type Registry } from '../engine/core/index.ts';
import { clipOf } from './commands/paste.ts';
import type { Command, Place } from './commands/command.ts';
import { createEditor, type Editor } from './editor.ts';
import { breakpoints } from './model/document-model.ts';

let registry: Registry;
beforeAll(async () => {
  registry = createRegistry(await loadSpecs(widgets));
});

const bundled = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../screens/${path}`, import.meta.url), 'utf8')) as JsonObject;

const dashboard: JsonObject = {
  kind: 'dashboard',
  formatVersion: 2,
  id: 'dash-1',
  'x-kept': { unknown: [1, { b: 2, a: 1 }] },
  title: 'Vendas',
  access: { screen: 'dash-1', verb: 'read' },
  sources: { people: { entity: 'user', rows: 'data.rows' }, sum: { value: { $expr: 'data.people.total' } } },
  header: [{ id: 'header', type: 'page-header', props: { title: 'Vendas' } }],
  filters: [],
  body: [
    { at: { h: 3, w: 4, y: 0, x: 0, small: { h: 2 } }, id: 'stat', type: 'stat', props: { label: '$total' } },
    {
      id: 'list',
      type: 'table',
      source: 'people',
      slots: { details: [{ id: 'note', type: 'text', props: { text: 'x' } }] },
      at: { x: 4, y: 0, w: 8, h: 6 },
    },
    {
      id: 'group',
      type: 'section',
      at: { x: 0, y: 6, w: 12, h: 4 },
      children: [
        {
          id: 'inner',
          type: 'grid',
          children: [{ id: 'deep', type: 'text', at: { x: 0, y: 0, w: 6, h: 2 } }],
        },
      ],
      on: {},
    },
    { use: 'first-step', with: { n: 1 } },
    { use: 'first-step', with: { n: 2 } },
  ],
  strings: { pt: { total: 'Total' }, en: { total: 'Total' } },
};

/** A generator of whole numbers that is the same in each run. */
function seeded(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomCommand(editor: Editor, random: (below: number) => number, step: number): Command {
  const { model } = editor.store.getState();
  const keys = Object.keys(model.nodes);
  const slots = Object.keys(model.children);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const isForm = model.document['kind'] === 'form';
  const some = () => Array.from({ length: 1 + random(3) }, () => pick(keys));
  const place = (): Place => ({ x: random(12), y: random(40), w: 1 + random(12), h: 1 + random(8) });
  const node = (): Json =>
    isForm
      ? { field: `campo${step}`, fields: [`dentro${step}`] }
      : { id: `novo${random(20)}`, type: 'section', children: [{ id: 'stat', type: 'stat' }] };
  const values: (Json | undefined)[] = [
    'texto',
    3,
    null,
    undefined,
    { $expr: 'state.a' },
    [1, { z: 1, a: 2 }],
  ];
  const kinds: (() => Command)[] = [
    () => ({
      type: 'insert',
      slot: pick(slots),
      index: random(4),
      nodes: [node()],
      places: [random(2) ? place() : null],
    }),
    () => ({ type: 'remove', keys: some().slice(0, 1) }),
    () => ({ type: 'move', keys: some(), slot: pick(slots), index: random(5) }),
    () => ({ type: 'place', at: pick(breakpoints), places: { [pick(keys)]: random(5) ? place() : null } }),
    () => ({
      type: 'set',
      key: pick(keys),
      path: pick([['props', 'title'], ['visible'], ['props', 'columns', 0], ['on', 'press'], ['hint']]),
      value: pick(values),
    }),
    () => ({
      type: 'set',
      key: null,
      path: pick([['title'], ['strings', 'es', `t${random(9)}`], ['sources', 'people', 'every'], ['x-kept']]),
      value: pick(values),
    }),
    () => ({ type: 'rename', key: pick(keys), to: `nome${random(30)}` }),
    () => ({ type: 'paste', slot: pick(slots), clip: clipOf(model, some()) }),
    () => {
      const copy = structuredClone(editor.document());
      const list = isForm ? (copy['ui'] as JsonObject)['sections'] : copy['body'];
      if (Array.isArray(list) && list.length > 1) list.push(list.shift()!);
      return { type: 'replace', document: { ...copy, title: `t${step}` } };
    },
    () => ({
      type: 'batch',
      commands: [1, 2].map(() => ({
        type: 'place' as const,
        at: 'large' as const,
        places: { [pick(keys)]: place() },
      })),
    }),
  ];
  // Nodes pasted again and again would grow without end.
  return keys.length > 120 ? { type: 'remove', keys: [pick(keys)] } : pick(kinds)();
}

describe.each([
  ['a dashboard', () => dashboard, 1],
  ['a screen', () => bundled('admin/user-edit.screen.json'), 2],
  ['a form', () => bundled('admin/user.form.json'), 3],
])('%s', (_, read, seed) => {
  it('is written as it was read, and opening it is no step', () => {
    const document = read();
    const editor = createEditor(document, registry);
    expect(formatJson(editor.document())).toBe(formatJson(document));
    expect(editor.store.getState().history.past).toEqual([]);
    expect(editor.undo()).toBeNull();
  });

  it('has its original bytes after 500 random commands, a reload half way, and as many steps back', () => {
    const document = read();
    const original = formatJson(document);
    const random = seeded(seed);
    let time = 0;
    const open = () => createEditor(document, registry, { now: () => (time += 300), limit: 1_000 });
    let editor = open();
    const states: string[] = [];
    let refused = 0;
    for (let step = 0; step < 500; step += 1) {
      if (step === 250) {
        const { model, history } = structuredClone(editor.store.getState());
        editor = open();
        editor.restore({ model, history });
      }
      const outcome = editor.dispatch(randomCommand(editor, random, step), {
        ...(random(3) === 0 && { typing: 'x' }),
      });
      if (!outcome.done) refused += 1;
      else if (outcome.changed) states.push(JSON.stringify(editor.document()));
    }
    // Most commands must have done something for the test to say anything.
    expect(refused).toBeLessThan(250);
    const final = formatJson(editor.document());
    expect(editor.store.getState().history.past.length).toBeGreaterThan(150);
    const seen = new Set([JSON.stringify(document), ...states]);
    while (editor.undo())
      if (!seen.has(JSON.stringify(editor.document()))) throw new Error('a state of its own');
    expect(formatJson(editor.document())).toBe(original);
    while (editor.redo());
    expect(formatJson(editor.document())).toBe(final);
    expect(isObject(editor.document())).toBe(true);
  });
});

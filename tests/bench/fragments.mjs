// Measures the expansion of fragments in Node: `node tests/bench/fragments.mjs [runs]`. A document of 500 nodes uses one
// fragment of ten nodes fifty times, with parameters in texts, expressions, addresses and steps.
import { register } from 'tsx/esm/api';
import { median, printTable } from './lib/table.mjs';

register();
const { expandWith } = await import('../../src/engine/core/index.ts');
const { registry } = await import('../../src/server/domains/definitions/store/registry.ts');

const runs = Number(process.argv[2] ?? 200);
const usesOf = (count, body) => ({
  kind: 'screen',
  formatVersion: 2,
  id: 'bench',
  path: '/bench',
  title: 'Bench',
  access: { screen: 'admin-user', verb: 'read' },
  body: Array.from({ length: count }, (_, index) => body(index)),
});

const person = {
  kind: 'fragment',
  formatVersion: 2,
  id: 'person',
  parameters: {
    title: { type: 'text', required: true },
    person: { type: 'value', required: true },
    target: { type: 'bind', default: 'state.person' },
  },
  body: [
    {
      id: 'box',
      type: 'section',
      props: { title: { $with: 'title' } },
      children: Array.from({ length: 9 }, (_, index) => ({
        id: `part${index}`,
        type: 'button',
        visible: { $expr: 'with.person.active and state.level > 2' },
        props: {
          text: { $expr: "with.person.name & ' (' & $string(with.person.age) & ')'" },
          icon: 'person',
        },
        on: {
          press: [
            { set: { 'with.target': { $expr: 'with.person.id' } } },
            { navigate: '/admin-user/{with.person.id}' },
          ],
        },
      })),
    },
  ],
};
const inner = { ...person, id: 'inner' };
const outer = {
  ...person,
  id: 'outer',
  body: [{ id: 'person', use: 'inner', with: { title: { $with: 'title' }, person: { $with: 'person' } } }],
};
const fragments = new Map([person, inner, outer].map((fragment) => [fragment.id, fragment]));
const personFrom = (id) => (index) => ({
  id: `p${index}`,
  use: id,
  with: { title: `Person ${index}`, person: { $expr: `data.people.rows[${index}]` } },
});

const cases = [
  ['one level', usesOf(50, personFrom('person'))],
  ['two levels', usesOf(50, personFrom('outer'))],
];
printTable(
  ['case', 'nodes', 'characters', 'ms', 'ms per 1,000 nodes', 'runs'],
  cases.map(([name, document]) => {
    const times = [];
    let expanded = document;
    for (let run = 0; run < runs; run += 1) {
      const start = performance.now();
      expanded = expandWith(document, fragments, registry).document;
      times.push(performance.now() - start);
    }
    const text = JSON.stringify(expanded);
    const nodes = text.split('"type":').length - 1;
    const time = median(times);
    return [name, nodes, text.length, time.toFixed(2), ((time / nodes) * 1000).toFixed(2), runs];
  }),
);

import { describe, expect, it } from 'vitest';
import { widgets } from '../../../../widgets/index.ts';
import { createRegistry, loadSpecs } from '../language/registry.ts';
import { validateText } from './validate-text.ts';

const registry = createRegistry(await loadSpecs(widgets));

const document = (rest: object) => ({
  kind: 'screen',
  formatVersion: 2,
  id: 'orders',
  path: '/orders',
  title: 'Pedidos',
  access: { screen: 'orders', verb: 'read' },
  state: { filters: { competence: '' } },
  sources: { orders: { get: '/orders', rows: 'data' } },
  body: [],
  ...rest,
});
const text = (value: string | { $expr: string }) => [{ id: 'a', type: 'text', props: { text: value } }];

/** The text after its only fix; null when nothing is fixed. */
async function fixed(written: string): Promise<string | null> {
  const { diagnostics } = await validateText(written, 'screen', registry);
  const fixes = diagnostics.flatMap(({ fix }) => (fix ? [fix] : []));
  if (fixes.length !== 1) return null;
  const { start, end, text: replacement } = fixes[0]!;
  return written.slice(0, start) + replacement + written.slice(end);
}
const written = (rest: object) => JSON.stringify(document(rest), null, 2);

describe('fixes', () => {
  it.each([
    ['a key', { sorces: {}, state: {} }, { sources: {}, state: {} }, '"sorces"', '"sources"'],
    [
      'a state path in an expression',
      { body: text({ $expr: "state.filters.competencia & 'x'" }) },
      {},
      'filters.competencia ',
      'filters.competence ',
    ],
    ['a source', { body: text({ $expr: 'data.order.rows[0].id' }) }, {}, 'data.order.', 'data.orders.'],
    [
      'a function',
      { body: text({ $expr: '$uppercas(state.filters.competence)' }) },
      {},
      '$uppercas',
      '$uppercase',
    ],
    ['a widget', { body: [{ id: 'a', type: 'txt', props: { text: 'x' } }] }, {}, '"txt"', '"text"'],
    [
      'a verb',
      { body: [{ id: 'a', type: 'button', props: { text: 'x' }, on: { press: [{ refrsh: 'orders' }] } }] },
      {},
      '"refrsh"',
      '"refresh"',
    ],
    [
      'the former key of an option',
      {
        body: [
          {
            id: 'a',
            type: 'field',
            props: {
              bind: 'state.filters.competence',
              control: 'select',
              label: 'x',
              options: [{ value: 'a', text: 'A' }],
            },
          },
        ],
      },
      {},
      '"text": "A"',
      '"label": "A"',
    ],
    [
      'a value among the allowed ones',
      { body: [{ id: 'a', type: 'badge', props: { text: 'x', tone: 'dangr' } }] },
      {},
      '"dangr"',
      '"danger"',
    ],
    [
      'a value where an expression may stand too',
      { body: [{ id: 'a', type: 'steps', props: { items: [{ id: 's', title: 'x', state: 'dome' }] } }] },
      {},
      '"dome"',
      '"done"',
    ],
    [
      'an event',
      { body: [{ id: 'a', type: 'button', props: { text: 'x' }, on: { pres: [{ refresh: 'orders' }] } }] },
      {},
      '"pres"',
      '"press"',
    ],
  ])('should respell %s', async (_, rest, __, wrong, right) => {
    const before = { ...document(rest), ...('sorces' in rest ? { sources: undefined } : {}) };
    const source = JSON.stringify(before, null, 2);
    expect(source).toContain(wrong);
    expect(await fixed(source)).toBe(source.replace(wrong, right));
  });

  it('should lower a version that is newer than the widget', async () => {
    const source = written({ body: [{ id: 'a', type: 'text', typeVersion: 99, props: { text: 'x' } }] });
    const { version } = registry.get('text')!;
    expect(await fixed(source)).toBe(source.replace('99', String(version)));
  });

  it('should write a missing format', async () => {
    const source = written({}).replace('  "formatVersion": 2,\n', '');
    expect(await fixed(source)).toBe(source.replace('{\n', '{\n  "formatVersion": 2,\n'));
  });

  it('should change nothing where the name is not near to another one, or stands twice', async () => {
    expect(await fixed(written({ zebra: 1 }))).toBeNull();
    expect(await fixed(written({ body: text({ $expr: 'data.order.rows & data.order.total' }) }))).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import palette from '../../locales/en/palette.json' with { type: 'json' };
import panel from '../../locales/en/panel.json' with { type: 'json' };
import { positionInWords, valueInWords, type DocumentWords } from './definition-words.ts';
import { isObject, type Json, type JsonObject } from './json.ts';

const texts = { ...panel, ...palette } as JsonObject;

const words: DocumentWords = {
  find(key) {
    let at: Json | undefined = texts;
    for (const name of key.split('.')) at = isObject(at) ? at[name] : undefined;
    return typeof at === 'string' ? at : null;
  },
  shown: (text) => (text === '$month' ? 'Month' : text),
  nodeName: (id) => ({ sales: 'Sales', staff: 'Staff' })[id] ?? id,
  sourceName: (id) => ({ orders: 'Orders' })[id] ?? id,
};

const table: JsonObject = {
  id: 'sales',
  type: 'table',
  source: 'orders',
  props: {
    columns: [
      { field: 'month', title: '$month', width: 120 },
      { field: 'total', title: 'Total', align: 'end' },
    ],
    rowActions: [{ id: 'open', text: 'Open', do: [{ navigate: '/x' }] }],
  },
  on: { rowPress: [{ navigate: '/dashboard/1' }] },
};
const position = (pointer: string, owner: JsonObject = table) =>
  positionInWords(owner, typeof owner.type === 'string' ? owner.type : null, pointer, words);

describe('a position', () => {
  it('is named by tab, property and item, as the panel names them', () => {
    expect(position('/props/columns/month/width')).toBe('Properties › Columns › Month › Width');
    expect(position('/props/columns/1/align')).toBe('Properties › Columns › Total › Alignment');
    expect(position('/props/rowActions/open/do/0/navigate')).toBe(
      'Properties › Row actions › Open › Do › 1. Open a screen › Screen',
    );
    expect(position('/on/rowPress/0/navigate')).toBe(
      'Actions › When a row is pressed › 1. Open a screen › Screen',
    );
    expect(position('/source')).toBe('Data');
    expect(position('/at/x')).toBe('Position and size › x');
    expect(position('')).toBe('The whole component');
    expect(position('/visible/$expr')).toBe('When it shows');
  });

  it('of the document names sources and languages', () => {
    const document: JsonObject = { kind: 'dashboard', sources: { orders: { query: { page: 1 } } } };
    expect(position('/title', document)).toBe('Title');
    expect(position('/strings/pt/month', document)).toBe('Texts › Portuguese › month');
    expect(position('/sources/orders', document)).toBe('Data › Orders');
    expect(position('/body', document)).toBe('Content');
  });
});

describe('a value', () => {
  it('is a text, a choice or yes and no', () => {
    expect(valueInWords('$month', '/props/title', words)).toBe('Month');
    expect(valueInWords(true, '/props/columns/month/sort', words)).toBe('Yes');
    expect(valueInWords({ $expr: 'row.total > 0' }, '/visible', words)).toBe('row.total > 0');
    expect(valueInWords('orders', '/source', words)).toBe('Orders');
  });

  it('names components in an order, and the one that contains another', () => {
    expect(valueInWords(['staff', 'sales'], '/children', words)).toBe('Staff, Sales');
    expect(valueInWords('sales/children', '/-parent', words)).toBe('Sales');
    expect(valueInWords('/body', '/-parent', words)).toBe('Content');
  });

  it('of several properties is a line for each, without marks of JSON', () => {
    expect(valueInWords({ x: 0, w: 6 }, '/at', words)).toBe('x: 0\nWidth: 6');
    expect(valueInWords((table.props as JsonObject).columns!, '/props/columns', words)).toBe(
      'Month\n  Field: month\n  Title: Month\n  Width: 120\nTotal\n  Field: total\n  Title: Total\n  Alignment: End',
    );
    expect(valueInWords([{ navigate: '/x' }], '/on/press', words)).toBe('1. Open a screen\n  Screen: /x');
  });
});

import { describe, expect, it } from 'vitest';
import { flatLines, windowOf } from '../lines.ts';
import type { Column, Row } from '../view.ts';
import { arranged, moved, ordered, readArrangement } from './arrangement.ts';
import { cellForSheet, tsv } from './copy.ts';
import { applyPatches, parseEdit, withValue } from './edits.ts';
import { groupRows } from './groups.ts';
import { mixedLines } from './mixed-lines.ts';
import { filterRows, sortRows } from '../order.ts';
import { choose, chosenCount, everybody, isChosen, nobody } from './selection.ts';
import { totalOf } from './totals.ts';
import { childrenOf, openRows, treeOfChildren, treeOfParents, withAncestors } from './tree.ts';

const collator = new Intl.Collator('pt', { numeric: true });
const all = (count: number) => filterRows(count, null);
const column = (over: Partial<Column> = {}): Column => ({ field: 'x', title: 'X', ...over });
const sorted = (values: unknown[], descending = false, over: Partial<Column> = {}) =>
  [
    ...sortRows(
      all(values.length),
      column(over),
      descending,
      (row) => values[row],
      (row) => over.map?.[String(values[row])] ?? String(values[row]),
      collator,
    ),
  ].map((row) => values[row]);

describe('sorting in memory', () => {
  it('should follow the language, not the code points', () => {
    expect(sorted(['zebra', 'Ícaro', 'ana', 'Ávila', 'item 10', 'item 9'])).toEqual([
      'ana',
      'Ávila',
      'Ícaro',
      'item 9',
      'item 10',
      'zebra',
    ]);
  });

  it('should sort numbers by size and leave missing values last, either way', () => {
    expect(sorted([10, null, 9, undefined, 100, ''])).toEqual([9, 10, 100, null, undefined, '']);
    expect(sorted([10, null, 9], true)).toEqual([10, 9, null]);
  });

  it('should leave equal rows as they were, either way', () => {
    const values = ['b', 'a', 'b', 'a'];
    const order = (descending: boolean) => [
      ...sortRows(
        all(4),
        column(),
        descending,
        (row) => values[row],
        (row) => values[row] ?? '',
        collator,
      ),
    ];
    expect(order(false)).toEqual([1, 3, 0, 2]);
    expect(order(true)).toEqual([0, 2, 1, 3]);
  });

  it('should sort a mapped column by what people read', () => {
    expect(sorted(['Y', 'N'], false, { map: { Y: 'Ativo', N: 'Inativo' } })).toEqual(['Y', 'N']);
  });
});

describe('groups', () => {
  const rows = [
    ['b', 1],
    [null, 1],
    ['a', 2],
    ['b', 2],
    ['a', 2],
  ] as const;
  const grouped = groupRows(all(5), [(row) => rows[row]?.[0], (row) => rows[row]?.[1]]);

  it('should stand as their first rows do, the one without a value last, inner ones inside', () => {
    expect(grouped.groups.map(({ value, level, from, to }) => [value, level, from, to])).toEqual([
      ['b', 0, 0, 2],
      [1, 1, 0, 1],
      [2, 1, 1, 2],
      ['a', 0, 2, 4],
      [2, 1, 2, 4],
      [null, 0, 4, 5],
      [1, 1, 4, 5],
    ]);
    expect([...grouped.order]).toEqual([0, 3, 2, 4, 1]);
  });

  it('should keep their places when the rows are sorted another way', () => {
    const turned = groupRows(Uint32Array.from([4, 3, 2, 1, 0]), [(row) => rows[row]?.[0]]);
    expect(turned.groups.map((group) => group.value)).toEqual(['b', 'a', null]);
    expect([...turned.order]).toEqual([3, 0, 4, 2, 1]);
  });

  it('should be lines between the rows; a closed one hides its rows and its inner groups', () => {
    const closed = new Set([grouped.groups[0]?.key]);
    const lines = mixedLines({
      order: grouped.order,
      grouped,
      isOpenGroup: (key) => !closed.has(key),
      isOpenRow: (row) => row === 2,
      detailHeight: () => 100,
      keyOfRow: (row) => row,
    });
    const kinds = Array.from({ length: lines.count }, (_, line) => [lines.kind(line), lines.rowOf(line)]);
    expect(kinds).toEqual([
      ['group', 0],
      ['group', 3],
      ['group', 4],
      ['row', 2],
      ['detail', 2],
      ['row', 4],
      ['group', 5],
      ['group', 6],
      ['row', 1],
    ]);
    const keys = kinds.map((_, line) => lines.keyOf(line)).filter((key) => key !== null);
    expect(new Set(keys).size).toBe(6);
  });

  it('should find the line at a place in a long list of unequal lines', () => {
    const order = all(10_000);
    const lines = mixedLines({
      order,
      grouped: groupRows(order, [(row) => Math.floor(row / 100)]),
      isOpenGroup: () => true,
      isOpenRow: (row) => row % 1000 === 0,
      detailHeight: () => 160,
      keyOfRow: (row) => row,
    });
    expect(lines.count).toBe(10_110);
    for (const line of [0, 1, 2, 3, 5000, 10_109]) {
      const top = lines.topOf(line, 35);
      expect(lines.lineAt(top, 35)).toBe(line);
      expect(lines.lineAt(lines.topOf(line + 1, 35) - 1, 35)).toBe(line);
    }
    expect(lines.topOf(lines.count, 35)).toBe(10_000 * 35 + 100 * 41 + 10 * 160);
  });
});

describe('the window', () => {
  it('should draw all of a short list and at most 60 lines of a long one, at any size and height', () => {
    expect(windowOf(flatLines(100), 35, 0, 900, -1)).toEqual({ from: 0, to: 100, pinned: -1 });
    for (const count of [101, 5_000, 100_000]) {
      for (const height of [300, 900, 4_000]) {
        for (const top of [0, 1_000, count * 35]) {
          const { from, to, pinned } = windowOf(flatLines(count), 35, top, height, 50);
          expect(to - from).toBeGreaterThan(0);
          expect(to - from + (pinned >= 0 ? 1 : 0)).toBeLessThanOrEqual(60);
        }
      }
    }
  });

  it('should hold on to the line that has the focus', () => {
    expect(windowOf(flatLines(1_000), 35, 20_000, 700, 3).pinned).toBe(3);
    expect(windowOf(flatLines(1_000), 35, 0, 700, 3).pinned).toBe(-1);
    expect(windowOf(flatLines(1_000), 35, 0, 700, 2_000).pinned).toBe(-1);
  });
});

describe('trees', () => {
  const nested: Row[] = [
    { id: 1, below: [{ id: 2, below: [{ id: 3 }] }, { id: 4 }] },
    { id: 5, below: 'no list' },
  ];

  it('should lay nested rows flat, with who holds whom', () => {
    const tree = treeOfChildren(nested, 'below');
    expect(tree.rows.map((row) => row.id)).toEqual([1, 2, 3, 4, 5]);
    expect([...tree.parents]).toEqual([-1, 0, 1, 0, -1]);
    expect([...tree.levels]).toEqual([1, 2, 3, 2, 1]);
    const children = childrenOf(tree, all(5));
    expect([...openRows(children, (row) => row === 0)]).toEqual([0, 1, 3, 4]);
    expect([...openRows(children, () => true)]).toEqual([0, 1, 2, 3, 4]);
    expect([...withAncestors(tree, Uint32Array.from([2]))]).toEqual([0, 1, 2]);
  });

  it('should find parents by their key, in any order', () => {
    const rows: Row[] = [{ id: 'c', in: 'b' }, { id: 'b', in: 'a' }, { id: 'a' }, { id: 'd', in: 'nobody' }];
    const tree = treeOfParents(rows, 'in', (row) => String(rows[row]?.id));
    expect([...tree.parents]).toEqual([1, 2, -1, -1]);
    expect([...tree.levels]).toEqual([3, 2, 1, 1]);
  });

  it('should lose no row to a circle', () => {
    const rows: Row[] = [
      { id: 1, in: 2 },
      { id: 2, in: 1 },
      { id: 3, in: 3 },
      { id: 4, in: 1 },
    ];
    const tree = treeOfParents(rows, 'in', (row) => Number(rows[row]?.id));
    const seen = openRows(childrenOf(tree, all(4)), () => true);
    expect([...seen].sort()).toEqual([0, 1, 2, 3]);
  });
});

describe('choosing', () => {
  it('should keep nothing for each row of all', () => {
    const some = choose(everybody, [['b', { id: 'b' }]], false);
    expect(some.rows.size).toBe(1);
    expect([isChosen(some, 'a'), isChosen(some, 'b')]).toEqual([true, false]);
    expect(chosenCount(some, 100_000)).toBe(99_999);
    expect(chosenCount(choose(some, [['b', {}]], true), 100_000)).toBe(100_000);
  });

  it('should keep rows of other pages', () => {
    const two = choose(choose(nobody, [[1, { id: 1 }]], true), [[2, { id: 2 }]], true);
    expect([...two.rows.keys()]).toEqual([1, 2]);
    expect(chosenCount(choose(two, [[1, {}]], false), 50)).toBe(1);
  });
});

describe('totals', () => {
  const values = [3, '4.5', null, '', 'words', 1.5];
  const total = (kind: Parameters<typeof totalOf>[0]) => totalOf(kind, values.length, (at) => values[at]);

  it('should count what is there and compute with what is a number', () => {
    expect(total('sum')).toBe(9);
    expect(total('avg')).toBe(3);
    expect(total('count')).toBe(4);
    expect([total('min'), total('max')]).toEqual([1.5, 4.5]);
    expect(totalOf('sum', 0, () => 1)).toBeNull();
  });
});

describe('columns of one’s own', () => {
  const columns = ['a', 'b', 'c'].map((field) =>
    column({ field, ...(field === 'b' ? { hidden: true } : {}) }),
  );
  const fields = (list: readonly Column[]) => list.map((one) => one.field).join('');

  it('should start as the definition says', () => {
    expect(fields(arranged(columns, readArrangement(null, columns)))).toBe('ac');
    expect(fields(arranged(columns, readArrangement('what', columns)))).toBe('ac');
  });

  it('should follow what is kept, with new columns where the definition has them', () => {
    const kept = { order: ['c', 'gone', 'a'], hidden: [], widths: { a: 9_999, c: 'x' } };
    const own = readArrangement(kept, columns);
    expect(fields(ordered(columns, own))).toBe('cab');
    expect(arranged(columns, own).map((one) => one.width)).toEqual([undefined, 1200, undefined]);
  });

  it('should move a column past those that are shown', () => {
    const own = readArrangement(null, columns);
    expect(fields(arranged(columns, moved(columns, own, 'a', 1)))).toBe('ca');
    expect(moved(columns, own, 'a', -1)).toBe(own);
  });

  it('should never leave a table without columns', () => {
    expect(fields(arranged(columns, { order: [], hidden: ['a', 'b', 'c'], widths: {} }))).toBe('a');
  });
});

describe('edits', () => {
  const edit = (kind: 'text' | 'number' | 'date' | 'select', over = {}) =>
    column({ edit: { kind, save: [], ...over } });

  it('should read what people type, and say why not', () => {
    expect(parseEdit(edit('number'), '1.234,5', 0)).toEqual({ value: 1234.5 });
    expect(parseEdit(edit('number'), '12.5', 0)).toEqual({ value: 12.5 });
    expect(parseEdit(edit('number', { max: 10 }), '11', 0)).toEqual({ fault: 'max', limit: 10 });
    expect(parseEdit(edit('number'), 'many', 0)).toEqual({ fault: 'number' });
    expect(parseEdit(edit('date'), '7/2/2026', '')).toEqual({ value: '2026-02-07' });
    expect(parseEdit(edit('date'), '31/02/2026', '')).toEqual({ fault: 'date' });
    expect(parseEdit(edit('text', { required: true }), '  ', 'x')).toEqual({ fault: 'required' });
    expect(parseEdit(edit('text', { maxLength: 2 }), 'abc', '')).toEqual({ fault: 'long', limit: 2 });
    expect(parseEdit(edit('text'), '', 'x')).toEqual({ value: null });
    expect(parseEdit(edit('select'), '3', 1)).toEqual({ value: 3 });
    expect(parseEdit(edit('select'), 'Y', 'N')).toEqual({ value: 'Y' });
  });

  it('should stand over the loaded row until another one is loaded', () => {
    const rows: Row[] = [{ id: 1, a: { b: 1 } }, { id: 2 }];
    const source = rows[0] as Row;
    const patches = new Map([[1, { source, row: withValue(source, ['a', 'b'], 2) }]]);
    const keyOf = (row: Row) => row.id;
    expect(applyPatches(rows, patches, keyOf)).toEqual([{ id: 1, a: { b: 2 } }, { id: 2 }]);
    expect(applyPatches(rows, patches, keyOf)[1]).toBe(rows[1]);
    expect(applyPatches([{ id: 1, a: { b: 9 } }], patches, keyOf)).toEqual([{ id: 1, a: { b: 9 } }]);
    expect(applyPatches(rows, new Map(), keyOf)).toBe(rows);
  });
});

describe('what leaves the table', () => {
  it('should be cells, never formulas', () => {
    expect(cellForSheet('=1+1')).toBe("'=1+1");
    expect(cellForSheet('@SUM(A1)')).toBe("'@SUM(A1)");
    expect(cellForSheet('-12,5')).toBe('-12,5');
    expect(cellForSheet('-cmd')).toBe("'-cmd");
    expect(tsv([['a\tb', 'c\nd'], ['e']])).toBe('a b\tc d\ne');
  });
});

import { describe, expect, it } from 'vitest';
import type { Column } from '../columns.ts';
import { filterRows } from '../lines.ts';
import type { Row } from '../view.ts';
import {
  arrangedColumns,
  moveColumn,
  moveColumnTo,
  orderedColumns,
  readArrangement,
} from './column-setup.tsx';
import { applyPatches, parseEdit, withValue } from './edit-values.ts';
import { groupRows } from './grouping.tsx';
import { toTsv } from './keyboard.ts';
import { allSelected, isSelected, noneSelected, select, selectedCount } from './selection.tsx';
import { totalOf } from './totals.tsx';
import { childrenOf, openRows, treeOfChildren, treeOfParents, withAncestors } from './tree.ts';
import { mixedLines } from './useFeatureLines.ts';

const all = (count: number) => filterRows(count, null);
const column = (over: Partial<Column> = {}): Column => ({ field: 'x', title: 'X', ...over });

describe('groups', () => {
  const rows = [
    ['b', 1],
    [null, 1],
    ['a', 2],
    ['b', 2],
    ['a', 2],
  ] as const;
  const grouped = groupRows(all(5), [(row) => rows[row]?.[0], (row) => rows[row]?.[1]]);

  it('should keep the order of their first rows, inner ones inside, the one without a value last', () => {
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

  it('should keep their order when the rows are sorted another way', () => {
    const turned = groupRows(Uint32Array.from([4, 3, 2, 1, 0]), [(row) => rows[row]?.[0]]);
    expect(turned.groups.map((group) => group.value)).toEqual(['b', 'a', null]);
    expect([...turned.order]).toEqual([3, 0, 4, 2, 1]);
  });

  it('should be lines among the rows; a closed one hides its rows and inner groups', () => {
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

  it('should find the line at a distance from the top in a long list of unequal lines', () => {
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

describe('trees', () => {
  const nested: Row[] = [
    { id: 1, below: [{ id: 2, below: [{ id: 3 }] }, { id: 4 }] },
    { id: 5, below: 'no list' },
  ];

  it('should read nested rows, each with its parent', () => {
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
    const rows: Row[] = [{ id: 'c', in: 'b' }, { id: 'b', in: 'a' }, { id: 'a' }, { id: 'd', in: 'missing' }];
    const tree = treeOfParents(rows, 'in', (row) => String(rows[row]?.id));
    expect([...tree.parents]).toEqual([1, 2, -1, -1]);
    expect([...tree.levels]).toEqual([3, 2, 1, 1]);
  });

  it('should lose no row that contains itself', () => {
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

describe('selection', () => {
  it('should store nothing per row when all are selected', () => {
    const some = select(allSelected, [['b', { id: 'b' }]], false);
    expect(some.rows.size).toBe(1);
    expect([isSelected(some, 'a'), isSelected(some, 'b')]).toEqual([true, false]);
    expect(selectedCount(some, 100_000)).toBe(99_999);
    expect(selectedCount(select(some, [['b', {}]], true), 100_000)).toBe(100_000);
  });

  it('should include rows of other pages', () => {
    const two = select(select(noneSelected, [[1, { id: 1 }]], true), [[2, { id: 2 }]], true);
    expect([...two.rows.keys()]).toEqual([1, 2]);
    expect(selectedCount(select(two, [[1, {}]], false), 50)).toBe(1);
  });
});

describe('totals', () => {
  const values = [3, '4.5', null, '', 'words', 1.5];
  const total = (kind: Parameters<typeof totalOf>[0]) => totalOf(kind, values.length, (at) => values[at]);

  it('should count values that are not missing and compute with numbers', () => {
    expect(total('sum')).toBe(9);
    expect(total('avg')).toBe(3);
    expect(total('count')).toBe(4);
    expect([total('min'), total('max')]).toEqual([1.5, 4.5]);
    expect(totalOf('sum', 0, () => 1)).toBeNull();
  });
});

describe('column setup', () => {
  /** The first one names the rows, so it is locked. */
  const columns = ['n', 'a', 'b', 'c'].map((field) =>
    column({ field, ...(field === 'b' ? { hidden: true } : {}) }),
  );
  const fields = (list: readonly Column[]) => list.map((one) => one.field).join('');

  it('should start with the definition', () => {
    expect(fields(arrangedColumns(columns, readArrangement(null, columns)))).toBe('nac');
    expect(fields(arrangedColumns(columns, readArrangement('text', columns)))).toBe('nac');
  });

  it('should follow what is stored, with new columns where the definition has them', () => {
    const stored = { order: ['c', 'removed', 'a'], hidden: [], widths: { a: 9_999, c: 'x' } };
    const own = readArrangement(stored, columns);
    expect(fields(orderedColumns(columns, own))).toBe('ncab');
    expect(arrangedColumns(columns, own).map((one) => one.width)).toEqual([
      undefined,
      undefined,
      1200,
      undefined,
    ]);
  });

  it('should move a column among the visible ones', () => {
    const own = readArrangement(null, columns);
    expect(fields(arrangedColumns(columns, moveColumn(columns, own, 'a', 1)))).toBe('nca');
    expect(moveColumn(columns, own, 'a', -1)).toBe(own);
  });

  it('should leave locked columns where the definition has them, whatever is moved or stored', () => {
    const state = column({ field: 's', cell: 'badge' });
    const withState = [...columns, state, column({ field: 'd' })];
    const own = readArrangement({ order: ['s', 'd', 'n', 'a', 'b', 'c'], hidden: [] }, withState);
    expect(fields(orderedColumns(withState, own))).toBe('ndabsc');
    // The one before it passes over it; nothing moves it, and nothing comes before the name.
    expect(fields(orderedColumns(withState, moveColumn(withState, own, 'b', 1)))).toBe('ndacsb');
    expect(fields(orderedColumns(withState, moveColumnTo(withState, own, 'c', 'd')))).toBe('ncdasb');
    for (const key of ['n', 's']) {
      expect(moveColumn(withState, own, key, 1)).toBe(own);
      expect(moveColumn(withState, own, key, -1)).toBe(own);
      expect(moveColumnTo(withState, own, key, 'a')).toBe(own);
      expect(moveColumnTo(withState, own, 'a', key)).toBe(own);
    }
    expect(moveColumn(withState, own, 'd', -1)).toBe(own);
  });

  it('should always leave one column', () => {
    expect(fields(arrangedColumns(columns, { order: [], hidden: ['n', 'a', 'b', 'c'], widths: {} }))).toBe(
      'n',
    );
  });
});

describe('edits', () => {
  const edit = (kind: 'text' | 'number' | 'date' | 'select', over = {}) =>
    column({ edit: { kind, save: [], ...over } });

  it('should parse typed text, or say why it is invalid', () => {
    expect(parseEdit(edit('number'), '1.234,5', 0)).toEqual({ value: 1234.5 });
    expect(parseEdit(edit('number'), '12.5', 0)).toEqual({ value: 12.5 });
    expect(parseEdit(edit('number', { max: 10 }), '11', 0)).toEqual({ error: 'max', limit: 10 });
    expect(parseEdit(edit('number'), 'many', 0)).toEqual({ error: 'number' });
    expect(parseEdit(edit('date'), '7/2/2026', '')).toEqual({ value: '2026-02-07' });
    expect(parseEdit(edit('date'), '31/02/2026', '')).toEqual({ error: 'date' });
    expect(parseEdit(edit('text', { required: true }), '  ', 'x')).toEqual({ error: 'required' });
    expect(parseEdit(edit('text', { maxLength: 2 }), 'abc', '')).toEqual({ error: 'long', limit: 2 });
    expect(parseEdit(edit('text'), '', 'x')).toEqual({ value: null });
    expect(parseEdit(edit('select'), '3', 1)).toEqual({ value: 3 });
    expect(parseEdit(edit('select'), 'Y', 'N')).toEqual({ value: 'Y' });
  });

  it('should replace the loaded row until it is loaded again', () => {
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

describe('clipboard', () => {
  it('should hold cells, never formulas', () => {
    expect(toTsv([['=1+1', '@SUM(A1)', '-12,5', '-cmd']])).toBe("'=1+1\t'@SUM(A1)\t-12,5\t'-cmd");
    expect(toTsv([['a\tb', 'c\nd'], ['e']])).toBe('a b\tc d\ne');
  });
});

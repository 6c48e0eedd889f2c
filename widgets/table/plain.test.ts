import { describe, expect, it } from 'vitest';
import { cardRoles, parseOrder } from './columns.ts';
import type { Column } from './columns.ts';
import { filterRows, sortRows } from './lines.ts';
import { pageNumbers } from './Pager.tsx';

describe('pageNumbers', () => {
  it('should show few pages whole', () => {
    expect(pageNumbers(1, 3)).toEqual([1, 2, 3]);
    expect(pageNumbers(1, 1)).toEqual([1]);
  });

  it('should have gaps far from the current page, and never a gap of one', () => {
    expect(pageNumbers(1, 20)).toEqual([1, 2, 3, 4, null, 20]);
    expect(pageNumbers(10, 20)).toEqual([1, null, 9, 10, 11, null, 20]);
    expect(pageNumbers(4, 20)).toEqual([1, 2, 3, 4, 5, null, 20]);
    expect(pageNumbers(20, 20)).toEqual([1, null, 17, 18, 19, 20]);
  });
});

describe('parseOrder', () => {
  it('should read field and direction, underscores in the field included', () => {
    expect(parseOrder('name_asc')).toEqual({ field: 'name', descending: false });
    expect(parseOrder('created_at_desc')).toEqual({ field: 'created_at', descending: true });
    expect(parseOrder('name')).toBeNull();
    expect(parseOrder(undefined)).toBeNull();
  });
});

describe('cardRoles', () => {
  it('should use the first column as title, badges as state, the rest as meta', () => {
    const columns: Column[] = [
      { field: 'name', title: 'Nome' },
      { field: 'email', title: 'E-mail' },
      { field: 'isActive', title: 'Status', cell: 'badge' },
      { field: 'login', title: 'Login', role: 'none' },
    ];
    expect(cardRoles(columns)).toEqual({ title: 0, meta: [1], state: [2] });
  });

  it('should follow declared roles', () => {
    const columns: Column[] = [
      { field: 'id', title: 'Id' },
      { field: 'name', title: 'Nome', role: 'title' },
      { field: 'kind', title: 'Tipo', role: 'state' },
    ];
    expect(cardRoles(columns)).toEqual({ title: 1, meta: [0], state: [2] });
  });
});

const sort = (values: readonly unknown[], descending = false, over: Partial<Column> = {}) => {
  const view = {
    columns: [{ field: 'x', title: 'X', ...over }],
    raw: (_: number, row: number) => values[row],
    text: (_: number, row: number) => over.map?.[String(values[row])] ?? String(values[row]),
  };
  return [...sortRows(filterRows(values.length, null), view, 0, descending, 'pt')];
};
const sorted = (values: readonly unknown[], descending?: boolean, over?: Partial<Column>) =>
  sort(values, descending, over).map((row) => values[row]);

describe('sortRows', () => {
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

  it('should sort numbers by size, with missing values last in either direction', () => {
    expect(sorted([10, null, 9, undefined, 100, '', []])).toEqual([9, 10, 100, null, undefined, '', []]);
    expect(sorted([10, null, 9], true)).toEqual([10, 9, null]);
  });

  it('should keep equal rows in their order in either direction', () => {
    expect(sort(['b', 'a', 'b', 'a'])).toEqual([1, 3, 0, 2]);
    expect(sort(['b', 'a', 'b', 'a'], true)).toEqual([0, 2, 1, 3]);
  });

  it('should sort a mapped column by its texts', () => {
    expect(sorted(['Y', 'N'], false, { map: { Y: 'Ativo', N: 'Inativo' } })).toEqual(['Y', 'N']);
  });
});

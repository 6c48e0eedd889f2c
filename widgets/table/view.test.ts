import { describe, expect, it } from 'vitest';
import { cardRoles, pageNumbers, parseOrder } from './view.ts';
import type { Column } from './view.ts';

describe('pageNumbers', () => {
  it('should show few pages whole', () => {
    expect(pageNumbers(1, 3)).toEqual([1, 2, 3]);
    expect(pageNumbers(1, 1)).toEqual([1]);
  });

  it('should leave gaps far from the current page, and never a gap of one', () => {
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
  it('should take the first column as title, badges as state, the rest as meta', () => {
    const columns: Column[] = [
      { field: 'name', title: 'Nome' },
      { field: 'email', title: 'E-mail' },
      { field: 'isActive', title: 'Status', cell: 'badge' },
      { field: 'login', title: 'Login', role: 'none' },
    ];
    expect(cardRoles(columns)).toEqual({ title: 0, meta: [1], state: [2] });
  });

  it('should follow the roles that are given', () => {
    const columns: Column[] = [
      { field: 'id', title: 'Id' },
      { field: 'name', title: 'Nome', role: 'title' },
      { field: 'kind', title: 'Tipo', role: 'state' },
    ];
    expect(cardRoles(columns)).toEqual({ title: 1, meta: [0], state: [2] });
  });
});

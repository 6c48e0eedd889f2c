import { describe, expect, it } from 'vitest';
import {
  cardRoles,
  columnSteps,
  columnWidths,
  leavingColumns,
  parseOrder,
  stripWidth,
  toColumn,
  uncutWidth,
} from './columns.ts';
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

describe('columns without room', () => {
  const column = (field: string, more: object = {}) =>
    toColumn({ field, title: field, ...more } as Parameters<typeof toColumn>[0]);
  const order = (columns: ReturnType<typeof column>[]) => leavingColumns(columns).map(({ field }) => field);

  it('should leave by priority, of equal ones the rightmost first', () => {
    const columns = [
      column('name'),
      column('a', { priority: 2 }),
      column('b'),
      column('c'),
      column('d', { priority: 9 }),
    ];
    expect(order(columns)).toEqual(['d', 'c', 'b', 'a']);
  });

  it('should stay if they are name, state, work, or amounts to compare', () => {
    const amount = (field: string) => column(field, { cell: 'number' });
    const columns = [
      column('code', { role: 'meta', priority: 9 }),
      column('name', { role: 'title', priority: 9 }),
      column('state', { cell: 'badge', priority: 9 }),
      column('price', { edit: { control: 'number' } }),
      column('sum', { total: 'sum' }),
      column('kept', { priority: 0 }),
      ...['q1', 'q2', 'q3', 'q4'].map(amount),
    ];
    expect(order(columns)).toEqual(['code']);
    expect(order([column('name'), amount('q1'), amount('q2')])).toEqual(['q2', 'q1']);
  });

  it('should need the width of the row buttons in the last column, and of the details button once one left', () => {
    const columns = [
      column('name', { width: 200 }),
      column('a', { width: 100 }),
      column('state', { cell: 'badge', width: 90 }),
    ];
    const steps = columnSteps(
      columns,
      stripWidth([{ icon: 'edit' }, { icon: 'delete' }, { icon: 'copy' }]),
      0,
      false,
    );
    expect(steps.map(({ columns: kept, left, width }) => [kept.length, left.length, width])).toEqual([
      [3, 0, 200 + 100 + 118 + 16],
      [2, 1, 200 + 118 + 36 + 16],
    ]);
    const widths = (names: string[]) =>
      columnSteps(
        names.map((name) => column(name)),
        0,
        0,
        false,
      ).map(({ width }) => width);
    // Names have room before another text stays, but not in a narrow table.
    expect(widths(['name', 'a', 'b', 'c'])).toEqual([676, 412, 292, 172]);
    expect(widths(['name', 'a'])).toEqual([256, 172]);
    expect(stripWidth(Array.from({ length: 4 }, () => ({ icon: 'edit' })))).toBe(150);
    expect(stripWidth([{ icon: 'edit' }, {}])).toBe(54);
  });
});

/** Pixels of columns in a scroller of a width, as a browser computes them; without this width, their CSS. */
function computed(widths: ReturnType<typeof columnWidths>, room: number): number[] {
  const pixels = widths.map((width) => {
    if (typeof width !== 'string') return width;
    const terms = width.slice('calc('.length, -1).split(' + ');
    return terms.reduce((sum, term) => {
      const [, kind, from, most = 'Infinity', share = '1'] =
        /^(clamp|max)\(0px, 100cqw - (\d+)px(?:, (\d+)px)?\) \* ([\d.]+)$/.exec(term) ?? [];
      if (kind === undefined) return sum + parseFloat(term);
      return sum + Math.min(Number(most), Math.max(0, room - Number(from))) * Number(share);
    }, 0);
  });
  const others = pixels.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  return pixels.map((width) => Math.round(width ?? room - others));
}

describe('columnWidths', () => {
  const columns: Column[] = [
    { field: 'name', title: 'Nome' },
    { field: 'city', title: 'Cidade' },
    { field: 'at', title: 'Em', cell: 'date' },
    { field: 'amount', title: 'Quantidade em estoque', cell: 'number', sort: true },
    { field: 'isActive', title: 'Ativa', cell: 'badge', minWidth: 150 },
  ];

  it('should give values what they and their heads need, and the room that is left to texts', () => {
    const widths = columnWidths(columns, 0, 40);
    expect(widths[0]).toBeUndefined();
    expect(widths.slice(2)).toEqual([112, 179, 150]);
    const needed = 300 + 120 + 112 + 179 + 150;
    // The names have their room first, then twice as much of the rest as another text.
    expect(computed(widths, needed + 40 - 100)[1]).toBe(120);
    expect(computed(widths, needed + 40 + 600)[1]).toBe(220);
  });

  it('should leave the rest to another text where the names have a width, and to all values where there is no text', () => {
    const narrow = columnWidths([{ field: 'id', title: 'Id', width: 80 }, ...columns.slice(1)], 0);
    expect(narrow.slice(0, 2)).toEqual([80, undefined]);
    const days = [1, 2, 3].map((day) => ({ field: `d${day}`, title: `${day}`, cell: 'number' as const }));
    expect(computed(columnWidths(days, 0), 688)).toEqual([296, 196, 196]);
  });
});

describe('columnWidths by contents', () => {
  const texts: Column[] = ['at', 'who', 'what', 'record'].map((field) => ({
    field,
    title: field,
    ...(field === 'at' ? { cell: 'datetime' as const } : {}),
    ...(field === 'who' ? { role: 'title' as const } : {}),
  }));
  const widthsOf = (needed: readonly number[], room: number) =>
    computed(columnWidths(texts, 1, 0, needed), room);
  const needed = [152, 220, 100, 230];

  it('should cut no text while all have room, in every width', () => {
    for (const room of [152 + 220 + 120 + 230, 800, 1100, 1600]) {
      const widths = widthsOf(needed, room);
      widths.forEach((width, index) => expect(width).toBeGreaterThanOrEqual(needed[index]! - 1));
    }
  });

  it('should leave no column spare room where a text is cut', () => {
    const [, who, what, record] = widthsOf(needed, 640);
    // The 128 pixels beyond the least widths are shared by what each wants.
    expect([who, what, record]).toEqual([181, 120, 187]);
    expect(widthsOf(needed, 300).slice(2)).toEqual([120, 120]);
  });

  it('should give long texts room only once the others have theirs', () => {
    const long = [152, 220, 100, 2000];
    expect(widthsOf(long, 152 + 220 + 120 + 300)).toEqual([152, 220, 120, 300]);
    expect(widthsOf(long, 1400)).toEqual([152, 220, 120, 908]);
  });

  it('should know the width from which the usual shares cut nothing', () => {
    const from = uncutWidth(texts, 1, 0, needed);
    const usual = (room: number) => computed(columnWidths(texts, 1), room);
    expect(usual(from - 18)[3]).toBe(230);
    expect(usual(from - 38)[3]).toBeLessThan(230);
    // Below the room of the names the contents have a say, whatever they need.
    expect(uncutWidth(texts, 1, 0, [0, 0, 0, 0])).toBe(152 + 300 + 120 + 120 + 18);
  });
});

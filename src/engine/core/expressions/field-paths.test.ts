import { describe, expect, it } from 'vitest';
import { fieldPathsOf } from './field-paths.ts';

describe('the fields that an expression reads', () => {
  it.each([
    ['data.p.rows.name', ['data.p.rows.name']],
    ["data.p.rows[name = 'x']", ['data.p.rows', 'data.p.rows.name']],
    ['data.p.rows[name = $$.state.x].id', ['data.p.rows', 'data.p.rows.id', 'data.p.rows.name', 'state.x']],
    ['data.p.rows.(name)', ['data.p.rows', 'data.p.rows.name']],
    ['data.p.rows.{"a": name & code}', ['data.p.rows', 'data.p.rows.code', 'data.p.rows.name']],
    ['data.p.rows{kind: $sum(n)}', ['data.p.rows', 'data.p.rows.kind', 'data.p.rows.n']],
    ['data.p.rows^(>name).id', ['data.p.rows', 'data.p.rows.id', 'data.p.rows.name']],
    ['$sum(data.p.rows.lines[qty > 1].total)', ['data.p.rows.lines.qty', 'data.p.rows.lines.total']],
    ['data.p.rows.$uppercase($.name)', ['data.p.rows', 'data.p.rows.name']],
    // A variable's fields are not known.
    ['$map(data.p.rows, function($r) { $r.name })', ['data.p.rows']],
    ['($p := data.p.rows; $p[name = 1])', ['data.p.rows']],
  ])('%s', async (source, expected) => {
    const found = (await fieldPathsOf(source)).map((path) => path.join('.'));
    expect(found.toSorted()).toEqual(expect.arrayContaining(expected));
    expect(
      found.filter((path) => !expected.some((one) => one === path || one.startsWith(`${path}.`))),
    ).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { bodiesOf, equalBodies } from './equal-bodies.mjs';

const sum =
  'export const sum = (rows: Row[]) => rows.filter((row) => row.size > 0).map((row) => row.size * 2);';
const equalIn = (...files) =>
  equalBodies(files.flatMap(([path, text]) => bodiesOf(path, text))).map((group) =>
    group.map(({ path, line, name }) => `${path}:${line} ${name}`),
  );

describe('equal bodies', () => {
  it('finds a body under other names, types and layout', () => {
    const other = `// Adds up.
      function total<T>(list: readonly T[]): number[] {
        return 1;
      }
      const double = (list) =>
        list.filter((one) => (one as Row).size > 0) // what is there
          .map((one) => one!.size * 2);`;
    expect(equalIn(['src/a.ts', sum], ['src/b.ts', other])).toEqual([
      ['src/a.ts:1 sum', 'src/b.ts:5 double'],
    ]);
  });

  it.each([
    ['another key', sum.replace('size * 2', 'length * 2')],
    ['another literal', sum.replace('* 2', '* 3')],
    ['another parameter', sum.replace('row.size * 2', 'rows.size * 2')],
    ['a default value', sum.replace('rows: Row[]', 'rows: Row[] = []')],
  ])('tells %s apart', (_, other) => expect(equalIn(['src/a.ts', sum], ['src/b.ts', other])).toEqual([]));

  it('tells the same name of other modules apart', () => {
    const using = (from) => `import { check } from '${from}';
      export const all = (rows) => rows.filter((row) => check(row)).map((row) => check(row.size));`;
    expect(equalIn(['src/a.ts', using('./one.ts')], ['src/b.ts', using('./two.ts')])).toEqual([]);
    expect(equalIn(['src/a.ts', using('./one.ts')], ['src/x/b.ts', using('../one.ts')])).toHaveLength(1);
  });

  it('names the largest functions that are equal, and none inside of them', () => {
    const outer = `export function outer(rows) { const one = ${sum.split(' = ')[1]} ${'use(rows);'.repeat(8)} return one; }`;
    expect(equalIn(['src/a.ts', outer], ['src/b.ts', outer])).toEqual([
      ['src/a.ts:1 outer', 'src/b.ts:1 outer'],
    ]);
  });

  it('leaves short ones alone, and compares scripts with scripts', () => {
    const short = 'export const first = (list) => list[0];';
    expect(equalIn(['src/a.ts', short], ['src/b.ts', short])).toEqual([]);
    expect(equalIn(['src/a.ts', sum], ['scripts/b.mjs', sum.replace(': Row[]', '')])).toEqual([]);
  });
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './root.mjs';
import { debts, importErrors } from './import-rules.mjs';
import { findCycles, readModule } from './modules.mjs';

const errorsOf = (path, target, specifier = './x.ts') =>
  importErrors({ path, imports: [{ specifier, target, line: 1 }], onlyForwards: false, errors: [] });

describe('import rules', () => {
  it.each([
    ['src/contracts/a.ts', 'src/ui/index.ts'],
    ['src/ui/A.tsx', 'src/contracts/access.ts'],
    ['src/engine/core/a.ts', 'src/engine/react/index.ts'],
    ['src/engine/react/A.tsx', 'src/client/index.ts'],
    ['widgets/table/Table.tsx', 'widgets/badge/Badge.tsx'],
    ['widgets/table/Table.tsx', 'src/engine/react/frame.tsx'],
    ['widgets/table/Table.tsx', 'src/app/paths.ts'],
    ['src/client/a.ts', 'src/engine/core/language/registry.ts'],
    ['src/app/a.tsx', 'src/server/env.ts'],
    ['src/app/a.tsx', 'src/engine/core/language/registry.ts'],
    ['src/server/domains/access/user/user-resource.ts', 'src/server/domains/agile/board/board-read.ts'],
    ['src/server/domains/definitions/draft/save.ts', 'src/server/domains/views/view/layout.ts'],
    ['src/server/domains/agile/board/board-read.ts', 'src/server/domains/support/chat/rows.ts'],
    ['src/server/domains/views/view/layout.ts', 'src/server/domains/definitions/draft/save.ts'],
    ['src/server/domains/unknown/a.ts', 'src/server/kernel/errors.ts'],
    ['src/server/kernel/errors.ts', 'src/server/platform/files/files.ts'],
    ['src/server/db/open.ts', 'src/server/kernel/errors.ts'],
    ['src/app/a.tsx', 'src/sandbox/demo/seed.ts'],
    ['src/server/app.ts', 'src/engine/react/index.ts'],
    ['src/modules/chat/a.ts', 'src/modules/kanban/index.ts'],
    ['src/somewhere/a.ts', 'src/contracts/access.ts'],
    ['src/app/a.test.tsx', 'src/server/app.ts'],
  ])('%s may not import %s', (from, to) => expect(errorsOf(from, to)).toHaveLength(1));

  it.each([
    ['src/engine/core/a.ts', 'schemas/node.schema.json'],
    ['widgets/table/index.ts', 'schemas/widgets/table.schema.json'],
    ['widgets/table/index.ts', 'widgets/table/Table.tsx'],
    ['widgets/index.ts', 'widgets/table/index.ts'],
    ['src/app/a.tsx', 'src/modules/chat/index.ts'],
    ['src/server/app.ts', 'widgets/index.ts'],
    ['src/server/resources.ts', 'src/server/domains/access/user/user-resource.ts'],
    ['src/server/domains/views/view/layout.ts', 'src/server/domains/definitions/index.ts'],
    ['src/server/domains/access/user/user.test.ts', 'src/server/app.ts'],
    ['src/sandbox/demo/seed.ts', 'src/server/db/tables.ts'],
    ['tests/e2e/a.test.ts', 'src/server/app.ts'],
  ])('%s may import %s', (from, to) => expect(errorsOf(from, to)).toEqual([]));

  it.each([
    ['src/ui/A.tsx', 'react-router-dom'],
    ['src/server/platform/a.ts', 'pg'],
    ['src/engine/core/a.ts', 'react'],
    ['src/contracts/a.ts', 'node:crypto'],
    ['src/server/app.ts', '@fluentui/react-components'],
    ['src/client/a.ts', 'node:fs'],
  ])('%s may not import the package %s', (from, name) => expect(errorsOf(from, null, name)).toHaveLength(1));

  it('allows an import that is owed, until it is gone', () => {
    const [from, to] = debts[0];
    const others = debts.filter(([path]) => path === from).map(([, target]) => target);
    const imports = others.map((target) => ({ specifier: './x.ts', target, line: 1 }));
    const errors = (left) => importErrors({ path: from, imports: left, onlyForwards: false, errors: [] });
    expect(errors(imports)).toEqual([]);
    expect(errors(imports.filter(({ target }) => target !== to))[0]).toMatch(/take it off the debts/);
  });

  it('owes nothing for a file that is gone', () => {
    expect(debts.flat().filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('names the remedy', () => {
    expect(errorsOf('src/app/a.tsx', 'src/server/env.ts')[0]).toMatch(
      /^src\/app\/a\.tsx:1: must not import src\/server\/env\.ts: .+ public entries/,
    );
  });

  it('refuses an index.ts that only forwards inside a layer', () => {
    const barrel = { imports: [], onlyForwards: true, errors: [] };
    expect(importErrors({ path: 'src/app/session/index.ts', ...barrel })).toHaveLength(1);
    expect(importErrors({ path: 'src/ui/index.ts', ...barrel })).toEqual([]);
  });
});

describe('reading imports', () => {
  it('finds static, type-only, forwarded and lazy imports and import types', () => {
    const text = `import a from 'a'; import type { B } from 'b'; export * from 'c'; export type { D } from 'd';
      type E = import('e').E; const f = () => import('f');`;
    expect(
      readModule('src/x.ts', text)
        .imports.map(({ specifier }) => specifier)
        .sort(),
    ).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('reports a relative import without a file and a lazy one that it cannot read', () => {
    expect(
      readModule('src/x.ts', `import './nowhere.ts'; export const f = (x: string) => import(x);`).errors,
    ).toHaveLength(2);
  });

  it('finds circular imports', () => {
    const module = (path, ...targets) => ({ path, imports: targets.map((target) => ({ target })) });
    expect(findCycles([module('a', 'b'), module('b', 'c'), module('c', 'a'), module('d', 'a')])).toEqual([
      ['a', 'b', 'c', 'a'],
    ]);
    expect(findCycles([module('a', 'b', 'c'), module('b', 'c'), module('c')])).toEqual([]);
  });
});

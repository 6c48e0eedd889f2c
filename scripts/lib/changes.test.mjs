import { expect, it } from 'vitest';
import { testsOf } from './changes.mjs';

it('finds the tests in the folder of a changed file', () => {
  const { unit, server } = testsOf(['widgets/tabs/Tabs.tsx', 'src/server/db/embedded.ts', 'package.json']);
  expect(unit).toEqual(['widgets/tabs/Tabs.test.tsx']);
  expect(server).toContain('src/server/db/embedded.test.ts');
  expect(testsOf(['src/engine/core/language/compile.ts']).unit).not.toContain(
    'src/engine/core/form/rules.test.ts',
  );
  expect(server.every((path) => path.startsWith('src/server/db/'))).toBe(true);
});

it('finds the conformance tests for definitions, schemas, texts and docs', () => {
  const { unit, server } = testsOf(['locales/pt/errors.json', 'removed-folder/removed.ts']);
  expect(unit).toContain('tests/conformance/locales.test.ts');
  expect(unit.every((path) => path.startsWith('tests/conformance/'))).toBe(true);
  expect(server).toEqual([]);
});

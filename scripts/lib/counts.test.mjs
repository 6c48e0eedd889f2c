import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPlaywright } from './counts.mjs';

it('names of a failed journey what was looked for and what was found', () => {
  const message =
    'Error: \u001B[2mexpect(\u001B[22mlocator).toBeVisible() failed\n\nLocator: getByText("Olá")\nExpected: visible\nError: element(s) not found\n\nCall log:\n  - Expect';
  const spec = {
    ok: false,
    file: 'tests/e2e/a.e2e.ts',
    title: 'greets',
    tests: [{ results: [{ errors: [{ message }], duration: 1500 }] }],
  };
  const report = { stats: { expected: 1, unexpected: 1, flaky: 0 }, suites: [{ specs: [spec] }], errors: [] };
  const file = join(mkdtempSync(join(tmpdir(), 'molde-counts-')), 'report.json');
  writeFileSync(file, JSON.stringify(report));
  expect(readPlaywright(file, 1)).toEqual({
    passed: 1,
    failed: 1,
    names: [
      'tests/e2e/a.e2e.ts › greets: Error: expect(locator).toBeVisible() failed Locator: getByText("Olá") Expected: visible Error: element(s) not found',
    ],
    files: [{ file: 'tests/e2e/a.e2e.ts', seconds: 1.5 }],
  });
});

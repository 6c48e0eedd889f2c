import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { referenceFile, widgetReference } from '../../scripts/lib/widget-reference.mjs';

it('the widget reference matches the schemas (else run: node scripts/widget-reference.mjs)', async () => {
  const reference = await widgetReference();
  expect(readFileSync(referenceFile, 'utf8') === reference).toBe(true);
  expect(reference).toContain('### table-column');
  expect(reference).not.toMatch(/undefined|\[object/);
});

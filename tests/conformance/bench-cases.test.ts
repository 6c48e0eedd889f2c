import { expect, it } from 'vitest';
import { createRegistry, loadSpecs, validateDocument } from '../../src/engine/core/index.ts';
import { widgets } from '../../widgets/index.ts';
import { pointKinds } from '../bench/page/points.ts';
import { caseOf } from '../bench/page/cases.ts';

const registry = createRegistry(await loadSpecs(widgets));

// The engine renders a document with errors in part, so a benchmark of one measures another screen than its name says.
it.each([
  'table-50',
  'table-50x30',
  'form-50',
  'form-100r50',
  'filter-50',
  'depth-8',
  'nodes-40',
  'sums-10',
  'each-10',
  'dash-24',
  ...pointKinds.map((kind) => `${kind}-10`),
])('should be valid definitions: %s', async (name) => {
  const { definition, data } = caseOf(name);
  for (const document of [definition, ...Object.values(data.forms)])
    expect(await validateDocument(document, registry)).toEqual([]);
});

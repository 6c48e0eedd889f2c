import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import { prune } from './prune.ts';

describe('the sources of a pruned screen', () => {
  const hidden = { screen: 'a', verb: 'update' };
  const document: JsonObject = {
    sources: {
      shown: { get: '/shown' },
      hidden: { get: '/hidden' },
      below: { get: '/below' },
      ofForm: { value: { $expr: 'data.below.rows' } },
    },
    body: [
      { id: 'a', source: 'shown' },
      { id: 'b', source: 'hidden', access: hidden },
      { id: 'c', type: 'form', props: { form: 'apart' } },
    ],
  };

  it('are those that the rest uses, and those that only a form of its own can use, with what they read', () => {
    const pruned = prune(document, () => false);
    expect(Object.keys(pruned['sources'] as JsonObject)).toEqual(['shown', 'below', 'ofForm']);
  });

  it('are all of them for who sees everything', () => {
    expect(Object.keys(prune(document, () => true)['sources'] as JsonObject)).toHaveLength(4);
  });
});

import { describe, expect, it } from 'vitest';
import { compileField } from './field.ts';

const rows = { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } };
const spanOf = (own: Parameters<typeof compileField>[0]) => compileField(own, rows, rows, false).span;

describe('the span of a field', () => {
  it('should be all columns for a table, one for a list, and what the layout says', () => {
    expect(spanOf({ field: 'lines', widget: 'table' })).toBe(3);
    expect(spanOf({ field: 'lines', widget: 'list' })).toBe(1);
    expect(spanOf({ field: 'lines', widget: 'table', span: 1 })).toBe(1);
  });
});

import { describe, expect, it } from 'vitest';
import { formatterFor } from './format.ts';

describe('formatterFor', () => {
  const pt = formatterFor('pt', 'America/Sao_Paulo');

  it('should format times in the zone of the tenant', () => {
    expect(pt.datetime('2026-11-18T12:42:00.000Z')).toBe('18/11/2026 09:42');
    expect(pt.datetime('2026-11-18T12:42:07.000Z', true)).toBe('18/11/2026 09:42:07');
    expect(pt.date('2026-11-19T01:00:00Z')).toBe('18/11/2026');
    expect(formatterFor('en', 'UTC').datetime('2026-11-18T00:05:00Z')).toBe('18/11/2026 00:05');
  });

  it('should keep the day of a date without a time', () => {
    expect(pt.date('1990-03-01')).toBe('01/03/1990');
    expect(pt.datetime('1990-03-01')).toBe('01/03/1990');
  });

  it('should format numbers by locale', () => {
    expect(pt.number(1234.5)).toBe('1.234,5');
    expect(formatterFor('en', 'UTC').number(1234.5, 2)).toBe('1,234.50');
  });

  it('should return other values as text, and an empty text for null', () => {
    expect(pt.date('ontem')).toBe('ontem');
    expect(pt.number('abc')).toBe('abc');
    expect(pt.datetime(null)).toBe('');
  });

  it('should fall back to UTC for an unknown zone', () => {
    expect(formatterFor('pt', 'Mars/Olympus').datetime('2026-11-18T12:42:00Z')).toBe('18/11/2026 12:42');
  });
});

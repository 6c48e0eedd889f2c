import { expect, test } from 'vitest';
import type { JsonSchema } from '../../../core/index.ts';
import { compileField } from '../../../core/form/field.ts';
import { cellValue, parseCells } from './paste.ts';

const words = {
  locale: 'pt-BR',
  yes: 'Sim',
  labelOf: (value: unknown) => ({ a: 'Ativo' })[String(value)] ?? String(value),
};
const value = (schema: JsonSchema, text: string, more: object = {}) =>
  cellValue(compileField({ field: 'x', ...more }, schema, schema, false), text, words);

test('tabs and lines separate cells of a spreadsheet, quotes enclose both', () => {
  expect(parseCells('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(parseCells('"two\nlines"\t"say ""hi"""')).toEqual([['two\nlines', 'say "hi"']]);
  expect(parseCells('a\t\n\tb')).toEqual([
    ['a', ''],
    ['', 'b'],
  ]);
});

test('a pasted text becomes the value of its field', () => {
  expect(value({ type: 'number' }, '1.234,5')).toBe(1234.5);
  expect(value({ type: 'number' }, 'doze')).toBe('doze');
  expect(value({ type: 'boolean' }, 'sim')).toBe(true);
  expect(value({ type: 'boolean' }, 'não')).toBe(false);
  expect(value({ enum: ['a', 'b'] }, 'ativo')).toBe('a');
  expect(value({ type: 'string', format: 'date' }, '31/01/2026')).toBe('2026-01-31');
  expect(value({ type: 'string', format: 'cnpj' }, '12.abc.345/01de-35')).toBe('12ABC34501DE35');
  expect(value({ type: 'integer' }, 'R$ 1.234,56', { widget: 'money', cents: true })).toBe(123456);
  expect(value({ type: 'string' }, '  ')).toBeUndefined();
});

import { expect, it } from 'vitest';
import type { ColumnChoice } from '../../contracts/data-choice.ts';
import { bestColumn, columnNames } from './columns.ts';

const column = (name: string, title: string, unit: ColumnChoice['unit'] = null): ColumnChoice => ({
  name,
  type: 'number',
  unit,
  titles: { pt: title, en: title, es: title },
  text: null,
});

const namesOf = (columns: readonly ColumnChoice[]): string[] => [
  ...columnNames(columns, 'pt', (key) => (key === 'panel.data.units.month' ? 'mês' : key)).values(),
];

it('columns are named by their labels, and times by their unit in words', () => {
  expect(namesOf([column('month', 'Criado em', 'month'), column('people', 'Usuários')])).toEqual([
    'Criado em (mês)',
    'Usuários',
  ]);
});

it('columns of equal label differ by their names', () => {
  const columns = [column('all', 'Usuários'), column('active', 'Usuários'), column('rate', 'rate')];
  expect(namesOf(columns)).toEqual(['Usuários · all', 'Usuários · active', 'rate']);
});

it('what rows are grouped by is a category and no measure, also if it is a number', () => {
  const group = (name: string): ColumnChoice => ({ ...column(name, name), isGroup: true });
  const columns = [group('weekday'), group('hour'), column('entries', 'Entradas')];
  expect(bestColumn(columns, 'category')?.name).toBe('weekday');
  expect(bestColumn(columns, 'category', new Set(['weekday']))?.name).toBe('hour');
  expect(bestColumn(columns, 'measure')?.name).toBe('entries');
  expect(bestColumn([column('a', 'A'), column('b', 'B')], 'category')?.name).toBe('a');
});

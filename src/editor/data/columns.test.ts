import { expect, it } from 'vitest';
import type { ColumnChoice } from '../../contracts/data-choice.ts';
import { columnNames } from './columns.ts';

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

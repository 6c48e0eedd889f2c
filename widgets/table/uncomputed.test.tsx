// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { counters } from '../../src/engine/core/index.ts';
import type { Language } from '../../src/contracts/language.ts';
import { renderOrders } from './testing.ts';

afterEach(cleanup);

/** More steps than all rows of a page may take. */
const $expr = '($x := [1..90000]; $map($x, function($i) { $i in $x }); row.name)';

it.each<[Language, string]>([
  ['pt', 'Procurado: os valores não puderam ser calculados.'],
  ['en', 'Procurado: the values could not be computed.'],
  ['es', 'Procurado: no se pudieron calcular los valores.'],
])('tells in %s of a column that takes too many steps, once for all rows', async (lang, title) => {
  const before = counters.evaluations;
  const columns = [
    { field: 'name', title: 'Nome' },
    { field: 'x', title: 'Procurado', value: { $expr } },
  ];
  const rows = Array.from({ length: 20 }, (_, id) => ({ id, name: id === 0 ? 'Zebra' : 'x' }));
  const { host } = renderOrders({ columns }, { lang, rows });
  const notice = (await screen.findByText(title)).closest('[role="status"]')!;
  // The rule and the remedy are the diagnostic's texts, which these tests do not load.
  expect(notice.textContent).toMatch(/expression-work.*limit: 1400000/);
  expect(screen.getByText('Zebra')).toBeTruthy();
  expect(host.reports[0]).toMatchObject({ error: { code: 'WORK' } });
  // No row alone: the time of all of them would be spent again for each.
  expect(counters.evaluations - before).toBeLessThan(rows.length / 2);
});

it('tells of a column that fails in every row, and not of one that has values', async () => {
  renderOrders({
    columns: [
      { field: 'name', title: 'Nome' },
      { field: 'a', title: 'Nenhum', value: { $expr: '$power(row.name, 2)' } },
      { field: 'b', title: 'Alguns', value: { $expr: '$uppercase(row.id = 1 ? row.id : row.name)' } },
    ],
  });
  expect(await screen.findByText('Nenhum: os valores não puderam ser calculados.')).toBeTruthy();
  expect(await screen.findByText('BENTO')).toBeTruthy();
  expect(screen.queryByText(/^Alguns:/)).toBeNull();
});

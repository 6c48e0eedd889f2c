import type { JsonObject } from '../../src/contracts/json.ts';

const regions = { Sul: ['Acme', 'Boreal'], Sudeste: ['Cedro', 'Dunas', 'Ébano'], Nordeste: ['Faro'] };
const months = ['2026-01-01', '2026-02-01', '2026-03-01'];

/** Rows of a dataset grouped by region, company and month, as it replies. */
export const rows: JsonObject[] = Object.entries(regions).flatMap(([region, companies], at) =>
  companies.flatMap((company, index) =>
    months.flatMap((month, which) =>
      company === 'Faro' && which === 1
        ? []
        : [
            {
              region,
              company,
              month,
              orders: company === 'Dunas' && which === 0 ? null : 120 + at * 31 + index * 17 + which * 9,
              revenue: (120 + at * 31 + index * 17 + which * 9) * 1432.5,
            },
          ],
    ),
  ),
);

function level(groups: string[]): JsonObject {
  const found = new Map<string, { orders: number; revenue: number; values: JsonObject }>();
  for (const row of rows) {
    const values = Object.fromEntries(groups.map((name) => [name, row[name]!]));
    const key = JSON.stringify(values);
    const sum = found.get(key) ?? { orders: 0, revenue: 0, values };
    sum.orders += Number(row['orders'] ?? 0);
    sum.revenue += Number(row['revenue']);
    found.set(key, sum);
  }
  return {
    groups,
    rows: [...found.values()].map(({ values, orders, revenue }) => ({ ...values, orders, revenue })),
  };
}

/** The totals that such a dataset replies. */
export const totals: JsonObject[] = [
  level(['region', 'month']),
  level(['month']),
  level(['region', 'company']),
  level(['region']),
  level([]),
];

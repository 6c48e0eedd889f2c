import type { TableProps } from '../engine/core/index.ts';

/** Rows whose values are displayed with separators, and amounts: a sample of the stories. */
export const formats: { rows: readonly Record<string, string | number | null>[]; props: TableProps } = {
  rows: [
    {
      id: 1,
      name: 'Acme',
      cnpj: '11222333000181',
      phone: '11987654321',
      cep: '01310100',
      total: 1234.5,
      share: 0.255,
    },
    {
      id: 2,
      name: 'Beta',
      cnpj: '12ABC34501DE35',
      phone: '+551133334444',
      cep: '50030230',
      total: -80,
      share: 1,
    },
    { id: 3, name: 'Gama', cnpj: null, phone: '0800', cep: '', total: null, share: 0 },
  ],
  props: {
    paging: 'none',
    columns: [
      { field: 'name', title: '$story.customer' },
      { field: 'cnpj', title: 'CNPJ', cell: 'cnpj', width: 172 },
      { field: 'phone', title: '$story.phone', cell: 'phone', width: 172 },
      { field: 'cep', title: 'CEP', cell: 'cep', width: 110 },
      { field: 'share', title: '$story.done', cell: 'percent', decimals: 1, width: 110 },
      { field: 'total', title: '$story.total', cell: 'money', width: 130, total: 'sum' },
    ],
  },
};

// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/json.ts';
import { withEntities } from '../../core/index.ts';
import { renderScreen, screenOf } from '../testing/render.tsx';

afterEach(cleanup);

const company = {
  kind: 'entity',
  id: 'company',
  key: 'id',
  fields: {
    cnpj: { type: 'string', title: 'CNPJ', format: 'cnpj' },
    phone: { type: 'string', title: 'Telefone', format: 'phone' },
    email: { type: 'string', title: 'E-mail', format: 'email' },
    revenue: { type: 'number', title: 'Receita', format: 'money', scale: 2 },
    since: { type: 'date', title: 'Desde' },
    state: { type: 'string', title: 'Situação', options: [{ value: 'in_progress', label: '$progress' }] },
  },
  strings: { pt: { progress: 'Em andamento' }, en: { progress: 'In progress' } },
} as const;

const row = {
  id: 1,
  cnpj: '11222333000181',
  phone: '11987654321',
  email: 'a@acme.example',
  revenue: 1234.5,
  since: '2024-02-29',
  state: 'in_progress',
};
const shown = {
  cnpj: '11.222.333/0001-81',
  phone: '(11) 98765-4321',
  email: 'a@acme.example',
  revenue: 'R$\u00a01.234,50',
  since: '29/02/2024',
  state: 'Em andamento',
};
const names = Object.keys(shown);

/** The reply of a dataset over the same fields. */
const columns = [
  { name: 'cnpj', format: 'cnpj' },
  { name: 'phone', format: 'phone' },
  { name: 'email', format: 'email' },
  { name: 'revenue', format: 'money', decimals: 2 },
  { name: 'since', type: 'date', format: 'date' },
  { name: 'state', values: { in_progress: 'Em andamento' } },
].map((one) => ({ type: 'text', title: one.name, unit: null, field: null, values: null, ...one }));

const sources: [string, JsonObject, JsonObject][] = [
  ['an entity', { entity: 'company' }, { rows: [row], totalRows: 1 }],
  [
    'a dataset',
    { dataset: 'companies' },
    { rows: [row], columns: columns as never, totals: [], truncated: false },
  ],
];
const show = (node: JsonObject, source: JsonObject, data: JsonObject) =>
  renderScreen(
    withEntities(
      screenOf([{ ...node, source: 'rows' }], { sources: { rows: source } }) as JsonObject,
      (id) => (id === 'company' ? (company as never) : undefined),
    ),
    { answer: () => ({ data }) },
  );

describe.each(sources)('values of %s', (_, source, data) => {
  it('should be shown by a table as their fields say, and an e-mail as a link', async () => {
    show(
      { id: 't', type: 'table', props: { columns: names.map((field) => ({ field, title: field })) } },
      source,
      data,
    );
    await screen.findByText(shown.cnpj);
    const cells = [...document.querySelectorAll('tbody td')].map(({ textContent }) => textContent);
    expect(cells).toEqual(expect.arrayContaining(Object.values(shown)));
    expect(screen.getByText(shown.email).closest('a')?.getAttribute('href')).toBe('mailto:a@acme.example');
  });

  it('should be shown by a list and by pairs in the same way, and as a widget says where it does', async () => {
    const meta = names.map((field) => ({ field, label: field }));
    show({ id: 'l', type: 'list', props: { title: { field: 'cnpj', format: 'text' }, meta } }, source, data);
    expect(await screen.findByText(row.cnpj)).toBeTruthy();
    const list = document.body.textContent;
    for (const [field, text] of Object.entries(shown)) expect(list).toContain(`${field}: ${text}`);
    cleanup();
    show({ id: 'd', type: 'description-list', props: { items: meta } }, source, data);
    expect(await screen.findByText(shown.cnpj)).toBeTruthy();
    expect([...document.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(
      Object.values(shown),
    );
  });

  it('should be named by a chart as their options are', async () => {
    const props = {
      rows: [{ field: 'state', label: 'Situação' }],
      measures: [{ field: 'revenue', label: 'Receita' }],
    };
    show({ id: 'p', type: 'pivot-table', props }, source, data);
    expect(await screen.findByText('Em andamento')).toBeTruthy();
    expect(screen.queryByText('in_progress')).toBeNull();
  });
});

// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { counters, resetCounters } from '../../src/engine/core/index.ts';
import { openForm, save } from '../../src/engine/react/testing/form.tsx';

afterEach(cleanup);

const number = { type: 'number' };
const properties = {
  customer: { type: 'string', title: 'Cliente' },
  lines: {
    type: 'array',
    title: 'Itens',
    items: {
      type: 'object',
      properties: {
        quantity: { ...number, title: 'Quantidade' },
        price: { ...number, title: 'Preço' },
        total: { ...number, title: 'Total' },
      },
    },
  },
  total: { ...number, title: 'Total geral' },
  words: { type: 'string', title: 'Resumo', readOnly: true },
};
const compute = {
  'lines.total': { $expr: 'row.quantity * row.price' },
  total: { $expr: '$sum(form.lines.total)' },
  words: { $expr: 'form.customer & ": " & form.total' },
};
const value = {
  customer: 'Ana',
  lines: [
    { quantity: 2, price: 5 },
    { quantity: 1, price: 7 },
  ],
};
const fields = ['customer', { field: 'lines', widget: 'table' }, 'total', 'words'];
const output = async (name: string) => (await screen.findByRole('status', { name })).textContent;

it('shows computed values as output, and sends those that the schema asks for', async () => {
  const host = openForm(properties, { fields, value, compute });
  expect(await output('Total, Linha 1')).toBe('10');
  await waitFor(async () => expect(await output('Resumo')).toBe('Ana: 17'));
  const quantity = screen.getByRole('textbox', { name: 'Quantidade, Linha 1' });
  await userEvent.clear(quantity);
  await userEvent.type(quantity, '3');
  expect(await output('Total, Linha 1')).toBe('15');
  await waitFor(async () => expect(await output('Total geral')).toBe('22'));
  await save();
  await waitFor(() => expect(host.requests).toHaveLength(1));
  expect(host.requests[0]?.body).toEqual({
    customer: 'Ana',
    lines: [
      { quantity: 3, price: 5, total: 15 },
      { quantity: 1, price: 7, total: 7 },
    ],
    total: 22,
  });
});

it('renders the typed field and those that follow it, once each', async () => {
  openForm(properties, { fields, value, compute });
  const quantity = await screen.findByRole('textbox', { name: 'Quantidade, Linha 1' });
  await waitFor(async () => expect(await output('Resumo')).toBe('Ana: 17'));
  resetCounters();
  await userEvent.type(quantity, '0');
  await waitFor(async () => expect(await output('Resumo')).toBe('Ana: 107'));
  const rendered = Object.keys(counters.renders).filter((id) => id.startsWith('field:'));
  expect(rendered.toSorted()).toEqual([
    'field:lines/0/quantity',
    'field:lines/0/total',
    'field:total',
    'field:words',
  ]);
  // Strict mode renders everything twice.
  expect(new Set(rendered.map((id) => counters.renders[id]))).toEqual(new Set([2]));
});

it('follows rows that are added and removed', async () => {
  openForm(properties, { fields, value, compute });
  await waitFor(async () => expect(await output('Total geral')).toBe('17'));
  await userEvent.click(screen.getByRole('button', { name: /^Remover.*Linha 1/ }));
  await waitFor(async () => expect(await output('Total geral')).toBe('7'));
  expect(await output('Total, Linha 1')).toBe('7');
});

it('is a notice with the position when values are computed from each other', async () => {
  openForm(properties, {
    fields,
    compute: { total: { $expr: 'form.words' }, words: { $expr: 'form.total' } },
  });
  expect(await screen.findByText(/\/compute\/total/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Salvar' })).toBeTruthy();
});

/** More steps than one evaluation may take. */
const endless = '($x := [1..90000]; $map($x, function($i) { $i in $x }); 1)';

it('says which value takes too many steps, and keeps the stored one from being saved away', async () => {
  const host = openForm(properties, {
    fields,
    value: { ...value, total: 17 },
    compute: { total: { $expr: endless } },
  });
  const notice = (await screen.findByText('Total geral: os valores não puderam ser calculados.'))
    .parentElement!;
  expect(notice.textContent).toMatch(/expression-work.*limit: 1000000/);
  await save();
  expect((await screen.findAllByText(/salvar sem ele o apagaria/)).length).toBeGreaterThan(0);
  expect(host.requests).toEqual([]);
});

it('evaluates the rows of a list once, when all of them take too many steps', async () => {
  resetCounters();
  const lines = Array.from({ length: 10 }, (_, at) => ({ quantity: 1, price: at }));
  openForm(properties, {
    fields,
    value: { lines },
    compute: { 'lines.total': { $expr: `(${endless}; row.price)` } },
  });
  expect(await screen.findByText('Total: os valores não puderam ser calculados.')).toBeTruthy();
  // Strict mode opens two forms; no row is evaluated alone.
  expect(counters.evaluations).toBeLessThanOrEqual(2);
});

it('says which rule takes too many steps', async () => {
  openForm(properties, { fields, value, rules: [{ when: { $expr: endless }, show: ['customer'] }] });
  expect(
    await screen.findByText('A regra de Cliente não pôde ser avaliada e vale como não atendida.'),
  ).toBeTruthy();
});

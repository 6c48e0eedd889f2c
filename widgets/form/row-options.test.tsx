// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { openForm, save } from '../../src/engine/react/testing/form.tsx';

afterEach(cleanup);

const option = (value: string): JsonObject => ({ value, label: `Opção ${value}` });
const paths: JsonObject[] = [
  { value: 'name', label: 'Nome', operators: [option('eq'), option('contains')], choices: [] },
  { value: 'state', label: 'Estado', operators: [option('eq')], choices: [option('PE'), option('BA')] },
  { value: 'group', label: 'Grupo', operators: [], choices: [] },
];
const of = (rows: string, more: JsonObject = {}): JsonObject => ({
  source: 'paths',
  value: 'value',
  label: 'label',
  of: { field: 'path', key: 'value', rows, ...more },
});
const text = (title: string): JsonObject => ({ type: 'string', title });

function open(item: JsonObject) {
  const properties = { path: text('Campo'), operator: text('Comparação'), value: text('Valor') };
  const fields = [
    { field: 'path', widget: 'select', options: { source: 'paths', value: 'value', label: 'label' } },
    { field: 'operator', widget: 'select', options: of('operators') },
    { field: 'value', widget: 'select', options: of('choices', { typed: true }) },
  ];
  return openForm(
    { list: { type: 'array', title: 'Lista', items: { type: 'object', properties } } },
    {
      fields: [{ field: 'list', fields }],
      value: { list: [item] },
      screen: { sources: { paths: { get: '/paths', rows: 'data.rows' } } },
      answer: () => ({ data: { rows: paths } }),
    },
  );
}

const box = (name: string) => screen.findByRole('combobox', { name });
const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
async function choose(name: string, label: string) {
  await userEvent.click(await box(name));
  await userEvent.click(await screen.findByRole('option', { name: label }));
}

it('are those of the row that the item chooses, and a value that it does not offer is removed', async () => {
  const host = open({ path: 'name', operator: 'contains', value: 'Ana' });
  const typed = await screen.findByRole('textbox', { name: 'Valor' });
  expect((typed as HTMLInputElement).value).toBe('Ana');
  await userEvent.click(await box('Comparação'));
  await waitFor(() => expect(names()).toEqual(['Selecione', 'Opção eq', 'Opção contains']));
  await userEvent.keyboard('{Escape}');
  await choose('Campo', 'Estado');
  await choose('Valor', 'Opção BA');
  await choose('Comparação', 'Opção eq');
  await save();
  await waitFor(() =>
    expect(host.requests.at(-1)?.body).toEqual({ list: [{ path: 'state', operator: 'eq', value: 'BA' }] }),
  );
});

it('of a row without any leave the field out, and keep what is typed', async () => {
  const host = open({ path: 'name', operator: 'eq', value: 'x' });
  await box('Comparação');
  await choose('Campo', 'Grupo');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Comparação' })).toBeNull());
  await save();
  await waitFor(() => expect(host.requests.at(-1)?.body).toEqual({ list: [{ path: 'group', value: 'x' }] }));
});

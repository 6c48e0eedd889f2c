import { screen } from '@testing-library/react';
import type { FakeHost, FakeHostOptions } from '../../src/engine/react/testing/host.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

type Props = Record<string, unknown>;

interface TableScreen {
  /** Id of the table's source. */
  source: string;
  sources: Record<string, object>;
  state: Props;
  /** Nodes before the table. */
  before?: readonly object[];
  /** Further properties of the table's node, such as `slots` and `on`. */
  node?: Props;
}

/** Renders a screen with one table, `#list`, by the real engine over a host in memory. */
export function renderTable(
  props: Props,
  { source, before = [], node = {}, ...rest }: TableScreen,
  host: FakeHostOptions & { host?: FakeHost },
) {
  const table = { id: 'list', type: 'table', source, props, ...node };
  return renderScreen(screenOf([...before, table], { title: 'Pessoal', ...rest }), host);
}

export const people = [
  {
    id: 1,
    name: 'Ana Beatriz Moreira',
    email: 'ana@acme.com.br',
    login: 'ana',
    isActive: 'Y',
    isUser: 'Y',
    updatedAt: '2026-11-18T12:42:00Z',
  },
  {
    id: 2,
    name: 'Caio Figueiredo',
    email: 'caio@acme.com.br',
    login: null,
    isActive: 'N',
    isUser: 'N',
    updatedAt: '2026-11-20T11:15:00Z',
  },
];

export const peopleColumns = [
  {
    field: 'name',
    title: 'Nome',
    cell: 'avatar',
    sort: true,
    badges: [{ text: 'Pessoa', when: { $expr: "row.isUser = 'N'" } }],
  },
  { field: 'email', title: 'E-mail', secondary: true, sort: true, sortField: 'mail' },
  { field: 'login', title: 'Login' },
  { field: 'updatedAt', title: 'Atualizado em', cell: 'datetime' },
  { field: 'shout', title: 'Grito', cell: 'expression', value: { $expr: '$uppercase(row.login)' } },
  {
    field: 'isActive',
    title: 'Status',
    cell: 'badge',
    map: { Y: 'Ativo', N: 'Inativo' },
    tones: { Y: 'normal' },
  },
];

const peopleActions = [
  { id: 'edit', text: 'Editar', icon: 'edit', do: [{ navigate: '/people/{row.id}' }] },
  {
    id: 'off',
    text: 'Desativar',
    icon: 'prohibited',
    access: { verb: 'update' },
    visible: { $expr: "row.isActive = 'Y'" },
    do: [{ request: { put: '/people/{row.id}', body: { isActive: 'N' } } }, { refresh: 'people' }],
  },
];

/** A reply of the people's address. */
export const reply = (rows: readonly unknown[], totalRows = rows.length) => ({ data: { rows, totalRows } });

/** Renders a list of people that the server pages and sorts: two of 104. */
export const renderPeople = (
  options: FakeHostOptions & { host?: FakeHost } = {},
  props: Props = {},
  node?: Props,
) =>
  renderTable(
    { label: 'Pessoas', columns: peopleColumns, rowActions: peopleActions, ...props },
    {
      source: 'people',
      sources: {
        people: {
          get: '/people',
          query: {
            page: { $expr: 'state.page' },
            perPage: { $expr: 'state.perPage' },
            order: { $expr: 'state.order' },
          },
          rows: 'data.rows',
          total: 'data.totalRows',
        },
      },
      state: { page: 1, perPage: 50, order: 'name_asc' },
      ...(node ? { node } : {}),
    },
    { answer: () => reply(people, 104), ...options },
  );

export const orders = [
  { id: 1, name: 'Zebra', kind: 'A', amount: 10, state: 'open', version: 1 },
  { id: 2, name: 'ávila', kind: 'B', amount: 20, state: 'done', version: 1 },
  { id: 3, name: 'Bento', kind: 'A', amount: 30, state: 'open', version: 1 },
];

export const orderColumns = [
  { field: 'name', title: 'Nome', sort: true },
  { field: 'amount', title: 'Valor', cell: 'number', sort: true },
  { field: 'kind', title: 'Tipo' },
] as const;

/** Renders a table of orders that are all in memory. */
export const renderOrders = (
  props: Props,
  options: FakeHostOptions & { host?: FakeHost; rows?: readonly unknown[] } = {},
  node?: Props,
) => {
  const { rows = orders, ...host } = options;
  return renderTable(
    { label: 'Pedidos', paging: 'none', columns: orderColumns, ...props },
    {
      source: 'orders',
      sources: { orders: { get: '/orders', rows: 'data' } },
      state: { order: '', search: '' },
      ...(node ? { node } : {}),
    },
    { answer: (_, __, { method }) => (method === 'get' ? { data: rows } : {}), ...host },
  );
};

/** The row of the grid that shows a text. */
export async function rowOf(text: string): Promise<HTMLTableRowElement> {
  const row = (await screen.findByText(text)).closest('tr');
  if (!row) throw new Error(`"${text}" is in no row`);
  return row;
}

/** The rendered lines of the grid. */
export const lines = () => [...document.querySelectorAll('tbody tr[data-line]')];

export const focused = () => document.activeElement;

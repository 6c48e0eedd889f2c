// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/contracts/json.ts';
import { createRegistry, loadSpecs, validateDocument } from '../../../src/engine/core/index.ts';
import { renderScreen, screenOf } from '../../../src/engine/react/testing/render.tsx';
import { widgets } from '../../index.ts';

afterEach(cleanup);

const soon = { timeout: 8_000 };
const groups = [
  { id: 'adm', name: 'Administração' },
  { id: 'fin', name: 'Financeiro' },
];
const screens = [
  { id: 1, name: 'Usuários', grants: ['adm'] },
  { id: 2, name: 'Empresas', grants: ['adm', 'fin'] },
];

/** Rows are screens, columns are made from groups, and each cell is a node that sees both. */
const matrix = (column: JsonObject = {}): JsonObject => ({
  id: 'matrix',
  type: 'table',
  source: 'screens',
  props: {
    paging: 'none',
    columns: [
      { field: 'name', title: 'Tela' },
      {
        repeat: { each: { $expr: 'state.groups' }, as: 'group', key: 'id' },
        title: { $expr: 'group.name' },
        child: 'grant',
        ...column,
      },
    ],
    rowActions: [
      {
        id: 'only',
        repeat: { each: { $expr: 'state.groups' }, as: 'group', key: 'id' },
        text: { $expr: "'Só ' & group.name" },
        visible: { $expr: 'group.id in row.grants' },
        do: [{ request: { put: '/screens/{row.id}/only', body: { group: { $expr: 'group.id' } } } }],
      },
    ],
  },
  slots: {
    cell: [
      {
        id: 'grant',
        type: 'button',
        props: { text: { $expr: "group.id in row.grants ? $uppercase('sim') : 'não'" } },
        on: {
          press: [
            {
              request: {
                put: '/screens/{row.id}/groups/{group.id}',
                body: { granted: { $expr: '$not(group.id in row.grants)' } },
              },
            },
          ],
        },
      },
    ],
  },
});

const documentOf = (node: JsonObject) =>
  screenOf(
    [
      node,
      {
        id: 'add',
        type: 'button',
        props: { text: 'Novo grupo' },
        on: {
          press: [
            { set: { 'state.groups': { $expr: '$append(state.groups, {"id": "ti", "name": "TI"})' } } },
          ],
        },
      },
    ],
    { sources: { screens: { get: '/screens', rows: 'data' } }, state: { groups } },
  );
const heads = () => screen.getAllByRole('columnheader').map((one) => one.textContent);
const cellsOf = (name: string) =>
  [...screen.getByText(name).closest('tr')!.cells].slice(1, -1).map((cell) => cell.textContent);

/** The same matrix of checkboxes, each over the place of its row and column in the state. */
const checks = (props: JsonObject = {}): JsonObject => ({
  ...matrix(),
  slots: {
    cell: [
      {
        id: 'grant',
        type: 'field',
        props: {
          bind: 'state.granted.{row.id}.{group.id}',
          control: 'checkbox',
          label: { $expr: "row.name & ', ' & group.name" },
          ...props,
        },
        on: {
          change: [
            {
              request: {
                put: '/screens/{row.id}/groups/{group.id}',
                body: { granted: { $expr: 'event.value' }, all: { $expr: 'state.granted' } },
              },
            },
          ],
        },
      },
    ],
  },
});

describe('a matrix', () => {
  it('should bind the control of each cell to the place of its row and column', async () => {
    const document = documentOf(checks());
    const { host } = renderScreen(
      {
        ...document,
        state: { groups: [...groups, { id: 'a.b', name: 'Ponto' }], granted: { 1: { adm: true } } },
      },
      { answer: (_, __, { method }) => (method === 'get' ? { data: screens } : {}) },
    );
    const boxOf = (name: string) => screen.findByRole('checkbox', { name }, soon);
    expect(await boxOf('Usuários, Administração')).toHaveProperty('checked', true);
    expect(await boxOf('Empresas, Administração')).toHaveProperty('checked', false);
    const saved = async (name: string, all: JsonObject) => {
      fireEvent.click(await boxOf(name));
      await waitFor(() => expect(host.requests.at(-1)).toMatchObject({ body: { all } }));
    };
    await saved('Empresas, Financeiro', { 1: { adm: true }, 2: { fin: true } });
    expect(host.requests.at(-1)).toMatchObject({ address: '/screens/2/groups/fin', body: { granted: true } });
    await saved('Usuários, Administração', { 1: { adm: false }, 2: { fin: true } });
    // A dot of a key does not begin another one.
    await saved('Usuários, Ponto', { 1: { adm: false, 'a.b': true }, 2: { fin: true } });
    expect(await boxOf('Usuários, Ponto')).toHaveProperty('checked', true);
    expect(await boxOf('Empresas, Ponto')).toHaveProperty('checked', false);
    const ids = [...window.document.querySelectorAll('[id]')].map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('should show the error of a cell whose place has a forbidden or a missing key, beside the other cells', async () => {
    const bad = [...groups, { id: '__proto__', name: 'Mau' }, { id: '', name: 'Vazio' }];
    renderScreen(
      { ...documentOf(checks()), state: { groups: bad, granted: {} } },
      { answer: (_, __, { method }) => (method === 'get' ? { data: screens } : {}) },
    );
    await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(4), soon);
    expect(screen.getAllByRole('alert')).toHaveLength(4);
    expect(({} as Record<string, unknown>).granted).toBeUndefined();
  });

  it('should have a column for each group and a node in each cell, with row and group in scope', async () => {
    const { host } = renderScreen(documentOf(matrix()), {
      answer: (_, __, { method }) => (method === 'get' ? { data: screens } : {}),
    });
    await screen.findByText('Usuários');
    await waitFor(() => expect(cellsOf('Usuários')).toEqual(['SIM', 'não']));
    expect(cellsOf('Empresas')).toEqual(['SIM', 'SIM']);
    expect(heads().slice(0, 3)).toEqual(['Tela', 'Administração', 'Financeiro']);
    fireEvent.click(within(screen.getByText('Usuários').closest('tr')!).getByText('não'));
    await waitFor(() =>
      expect(host.requests.at(-1)).toMatchObject({
        address: '/screens/1/groups/fin',
        body: { granted: true },
      }),
    );
    fireEvent.click(screen.getByText('Novo grupo'));
    await waitFor(() => expect(heads().slice(0, 4)).toEqual(['Tela', 'Administração', 'Financeiro', 'TI']));
    await waitFor(() => expect(cellsOf('Empresas')).toEqual(['SIM', 'SIM', 'não']));
    const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('should evaluate row expressions and run row actions with the element of their instance', async () => {
    const column = {
      child: undefined,
      field: 'grants',
      value: { $expr: "group.id in row.grants ? group.name : '-'" },
    };
    const { slots: _, ...plain } = JSON.parse(
      JSON.stringify(matrix(column as unknown as JsonObject)),
    ) as JsonObject;
    const { host } = renderScreen(documentOf(plain), {
      answer: (_address, __, { method }) => (method === 'get' ? { data: screens } : {}),
    });
    const row = (await screen.findByText('Usuários')).closest('tr')!;
    await waitFor(() => expect(cellsOf('Usuários')).toEqual(['Administração', '-']));
    fireEvent.click(within(row).getByRole('button', { name: /Usuários/ }));
    expect((await screen.findAllByRole('menuitem')).map((one) => one.textContent)).toEqual([
      'Só Administração',
    ]);
    fireEvent.click(screen.getByRole('menuitem'));
    await waitFor(() =>
      expect(host.requests.at(-1)).toMatchObject({ address: '/screens/1/only', body: { group: 'adm' } }),
    );
  });

  it('should be valid, and reported where a name is unknown or taken', async () => {
    const registry = createRegistry(await loadSpecs(widgets));
    const codesOf = async (node: JsonObject) =>
      (await validateDocument(documentOf(node), registry)).map(({ pointer, code }) => `${pointer} ${code}`);
    expect(await codesOf(matrix())).toEqual([]);
    expect(await codesOf(checks())).toEqual([]);
    const placed = (bind: string) => codesOf(checks({ bind }));
    const at = '/body/0/slots/cell/0/props/bind';
    expect(await placed('state.granted.{grupo.id}')).toEqual([`${at} unknown-root`]);
    expect(await placed('state.granted.{group.constructor}')).toEqual([`${at} forbidden-key`]);
    expect(await placed('state.granted.{params.prototype}')).toEqual([`${at} forbidden-key`]);
    expect(await placed('state.{row.id}')).toEqual([`${at} pattern-bind`]);
    expect(await placed('state.granted.{row.id')).toEqual([`${at} pattern-bind`]);
    expect(await codesOf(matrix({ title: { $expr: 'grupo.name' } }))).toEqual([
      '/body/0/props/columns/1/title/$expr unknown-root',
    ]);
    const taken = { repeat: { each: { $expr: 'state.groups' }, as: 'row' } };
    expect(await codesOf(matrix(taken))).toContain('/body/0/props/columns/1/repeat/as repeat-name');
    const unknown = { repeat: { each: { $expr: 'state.grupos' }, as: 'group' } };
    expect(await codesOf(matrix(unknown))).toEqual([
      '/body/0/props/columns/1/repeat/each/$expr unknown-state',
    ]);
  });
});

// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeHost } from '../../../src/engine/react/testing/host.ts';
import { renderTable } from '../testing.ts';

afterEach(cleanup);

const soon = { timeout: 5_000 };
const teams = [
  { id: 7, name: 'Norte' },
  { id: 8, name: 'Sul' },
];
const entity = {
  kind: 'entity',
  formatVersion: 2,
  id: 'team',
  title: 'Equipe',
  address: '/teams',
  display: 'name',
  fields: {
    id: { type: 'integer', title: 'Id' },
    name: { type: 'string', title: 'Nome', searchable: true },
    id2: {
      type: 'integer',
      title: 'Equipe',
      options: [
        { value: 7, label: 'Norte' },
        { value: 8, label: 'Sul' },
      ],
    },
  },
};

/** A table whose column `team` is edited with these options. */
function open(options: object) {
  const host = Object.assign(
    createFakeHost({
      answer: (path, _query, { method }) => {
        if (method !== 'get') return {};
        if (path === '/rows') return { data: [{ id: 1, name: 'Ana', team: null }] };
        return { data: { rows: teams, totalRows: 2 } };
      },
    }),
    {
      definition: async () => ({
        definition: entity,
        version: 0,
        source: 'bundled',
        publishedVersion: 0,
        faults: [],
      }),
    },
  );
  const save = [{ request: { put: '/rows/{row.id}', body: { team: { $expr: 'event.value' } } } }];
  const columns = [
    { field: 'name', title: 'Nome' },
    { field: 'team', title: 'Equipe', edit: { kind: 'select', options, save } },
  ];
  renderTable(
    { paging: 'none', columns },
    {
      source: 'rows',
      sources: {
        rows: { get: '/rows', rows: 'data' },
        teams: { get: '/teams', rows: 'data.rows', total: 'data.totalRows' },
      },
      state: {},
    },
    { host },
  );
  return host;
}

async function edit() {
  const row = (await screen.findByText('Ana', {}, soon)).closest('tr')!;
  fireEvent.doubleClick(row.cells[1]!);
  return screen.findByRole('combobox', { name: 'Equipe' }, soon);
}

describe('the editor of a cell', () => {
  it.each([
    ['an entity', { entity: 'team' }],
    ['the field of an entity', { enum: { entity: 'team', field: 'id2' } }],
    ['a source', { source: 'teams', value: 'id', label: 'name' }],
    ['an address', { get: '/teams', rows: 'data.rows', value: 'id', label: 'name' }],
  ])('should offer the options of %s, and save the chosen value', async (_what, options) => {
    const host = open(options);
    const control = await edit();
    await waitFor(() => expect(document.activeElement).toBe(control));
    await userEvent.click(control);
    await userEvent.click(await screen.findByRole('option', { name: 'Sul' }, soon));
    await waitFor(() => expect(host.requests).toMatchObject([{ address: '/rows/1', body: { team: 8 } }]));
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Equipe' })).toBeNull());
  });

  it('should be left with Escape and nothing saved', async () => {
    const host = open({ entity: 'team' });
    const control = await edit();
    await waitFor(() => expect(document.activeElement).toBe(control));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Equipe' })).toBeNull());
    expect(host.requests).toEqual([]);
  });
});

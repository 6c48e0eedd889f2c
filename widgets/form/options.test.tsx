// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/contracts/json.ts';
import { openForm } from '../../src/engine/react/testing/form.tsx';
import { createFakeHost, failure, type FakeHost } from '../../src/engine/react/testing/host.ts';

afterEach(cleanup);

const properties = { state: { type: 'string', title: 'Estado' } };
const names = () => screen.getAllByRole('option').map((option) => option.textContent);
const openChoice = async () => userEvent.click(await screen.findByRole('combobox', { name: 'Estado' }));

function open(options: JsonObject, more: Parameters<typeof openForm>[1] = {}, widget?: string) {
  return openForm(properties, { ...more, fields: [{ field: 'state', options, ...(widget && { widget }) }] });
}

const sources = { states: { get: '/states', rows: 'data.rows' } };
const rows = (...list: Json[]) => ({ data: { rows: list } });

describe('options of a source', () => {
  const options = { source: 'states', value: 'code', label: 'name' };

  it('are its rows', async () => {
    const answer = () => rows({ code: 'PE', name: 'Pernambuco' }, { code: 'BA', name: '$Bahia' });
    open(options, { screen: { sources }, answer }, 'select');
    await openChoice();
    await waitFor(() => expect(names()).toEqual(['Selecione', 'Pernambuco', '$Bahia']));
  });

  it('say that they failed, and load again', async () => {
    let isDown = true;
    const answer = () => {
      if (isDown) throw failure(500, 'down');
      return rows({ code: 'PE', name: 'Pernambuco' });
    };
    open(options, { screen: { sources }, answer }, 'select');
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Não foi possível carregar as opções');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await openChoice();
    await waitFor(() => expect(names()).toEqual(['Selecione', 'Pernambuco']));
  });

  it('say that there are none', async () => {
    open(options, { screen: { sources }, answer: () => rows() }, 'select');
    expect((await screen.findByText('Ainda não há opções')).getAttribute('role')).toBe('status');
  });

  it('fail at their field when the screen has no such source', async () => {
    open({ ...options, source: 'missing' }, {}, 'select');
    expect((await screen.findByRole('alert')).textContent).toContain('Não foi possível');
    expect(screen.getByRole('button', { name: 'Salvar' })).toBeTruthy();
  });

  it('are shown by their labels where the form is read', async () => {
    const answer = () => rows({ code: 'PE', name: 'Pernambuco' });
    open(options, { screen: { sources }, answer, value: { state: 'PE' }, props: { readOnly: true } });
    expect(await screen.findByText('Pernambuco')).toBeTruthy();
  });
});

const entity = {
  kind: 'entity',
  formatVersion: 2,
  id: 'order',
  title: 'Pedido',
  address: '/orders',
  key: 'id',
  display: 'name',
  fields: {
    id: { type: 'integer', title: 'Id' },
    name: { type: 'string', title: 'Nome', searchable: true },
    state: {
      type: 'string',
      title: 'Estado',
      options: [
        { value: 'open', label: 'Aberto', tone: 'info' },
        { value: 'done', label: 'Concluído', icon: 'checkmark' },
        { value: 'lost', label: 'Perdido', disabled: true },
      ],
    },
  },
};

function withEntity(
  options: Parameters<typeof createFakeHost>[0] = {},
  definition: object = entity,
): FakeHost {
  return Object.assign(createFakeHost(options), {
    definition: async (_kind: string, id: string) => {
      if (id !== 'order') throw failure(404, 'no definition', 'NOT_FOUND');
      return { definition, version: 0, source: 'bundled', publishedVersion: 0, faults: [] };
    },
  });
}

describe('options of an address', () => {
  const options = { get: '/states', rows: 'data.rows', value: 'code', label: 'name' };
  const all = [
    { code: 'SP', name: 'São Paulo' },
    { code: 'PE', name: 'Pernambuco' },
    { code: 'PB', name: 'Paraíba' },
  ];

  it('name the chosen values of a list as the record does, before they are loaded', async () => {
    const team: Json = [
      { code: 'PE', name: 'Pernambuco' },
      { code: 'BA', name: 'Bahia' },
    ];
    openForm(
      { states: { type: 'array', title: 'Estados', items: { type: 'string' } } },
      {
        value: { states: ['BA', 'PE', 'RJ'], team },
        fields: [{ field: 'states', widget: 'multiselect', options: { ...options, current: 'team.name' } }],
      },
    );
    const tags = await screen.findByRole('toolbar', { name: /Estados/ });
    expect([...tags.children].map((tag) => tag.textContent)).toEqual(['Bahia', 'Pernambuco', '#RJ']);
  });

  it('name the values of a list that is only read as the record does', async () => {
    const team: Json = [
      { code: 'PE', name: 'Pernambuco' },
      { code: 'BA', name: 'Bahia' },
    ];
    openForm(
      { states: { type: 'array', title: 'Estados', items: { type: 'string' } } },
      {
        value: { states: ['BA', 'PE', 'RJ'], team },
        props: { readOnly: true },
        fields: [{ field: 'states', widget: 'multiselect', options: { ...options, current: 'team.name' } }],
      },
    );
    expect((await screen.findByText(/Bahia/)).textContent).toBe('Bahia, Pernambuco, RJ');
  });

  it.each(['combobox', 'multiselect'])(
    'that takes no typed text are filtered by it in a %s, whatever case and accents, without a call',
    async (widget) => {
      const host = createFakeHost({ answer: () => rows(...all) });
      const list = { ...properties.state, type: 'array', items: { type: 'string' } };
      openForm(
        { state: widget === 'combobox' ? properties.state : list },
        { host, fields: [{ field: 'state', options, widget }] },
      );
      const box = await screen.findByRole('combobox', { name: 'Estado' });
      await userEvent.type(box, 'sao');
      // Fluent gives the options of several choices another role.
      const role = widget === 'combobox' ? 'option' : 'menuitemcheckbox';
      const shown = () => screen.getAllByRole(role).map((option) => option.textContent);
      await waitFor(() => expect(shown()).toEqual(['São Paulo']));
      await userEvent.clear(box);
      await userEvent.type(box, 'PARAÍ');
      await waitFor(() => expect(shown()).toEqual(['Paraíba']));
      await userEvent.type(box, 'x');
      expect((await screen.findByText('Nenhum resultado encontrado')).getAttribute('role')).toBe('status');
      expect(host.loads.every((address) => address === '/states')).toBe(true);
    },
  );

  it('say that they cannot be loaded where the address is blocked, and what is missing while it has no value', async () => {
    const host = createFakeHost({ answer: () => rows(...all) });
    openForm(
      { ...properties, country: { type: 'string', title: 'País' } },
      {
        host,
        fields: ['country', { field: 'state', options: { ...options, get: '/states/{form.country}' } }],
      },
    );
    const box = await screen.findByRole('combobox', { name: 'Estado' });
    await userEvent.click(box);
    expect((await screen.findByText('Preencha primeiro País.')).getAttribute('role')).toBe('status');
    expect(screen.queryByText('Carregando')).toBeNull();
    expect(host.reports).toEqual([]);
    await userEvent.type(screen.getByLabelText('País'), '..');
    await userEvent.type(box, 's');
    expect(await screen.findByText(/Não foi possível carregar as opções/)).toBeTruthy();
    expect(host.loads).toEqual([]);
  });

  it('load their next page where no option of this one has the typed text', async () => {
    const host = createFakeHost({
      answer: (_path, query) => ({
        data: { rows: query.get('page') === '1' ? all.slice(0, 2) : all.slice(2), totalRows: 3 },
      }),
    });
    const paged = { ...options, total: 'data.totalRows', page: 'page' };
    openForm(properties, { host, fields: [{ field: 'state', options: paged, widget: 'combobox' }] });
    await userEvent.type(await screen.findByRole('combobox', { name: 'Estado' }), 'paraiba');
    await userEvent.click(await screen.findByRole('button', { name: 'Carregar mais' }));
    await waitFor(() => expect(names()).toEqual(['Paraíba']));
  });
});

describe('options of an entity', () => {
  it('are the options of a field, disabled ones shown', async () => {
    open({ enum: { entity: 'order', field: 'state' } }, { host: withEntity() });
    await openChoice();
    await waitFor(() => expect(names()).toEqual(['Selecione', 'Aberto', 'Concluído', 'Perdido']));
    expect(screen.getByRole('option', { name: 'Perdido' }).getAttribute('aria-disabled')).toBe('true');
  });

  it.each([
    ['entity', { enum: { entity: 'missing', field: 'state' } }],
    ['field', { enum: { entity: 'order', field: 'missing' } }],
  ])('fail at their field when the %s does not exist', async (_what, options) => {
    open(options, { host: withEntity() });
    expect((await screen.findByRole('alert')).textContent).toContain('Não foi possível');
  });

  it('are its records, searched by the typed text', async () => {
    const host = withEntity({
      answer: (_path, query) => ({
        data: { rows: [{ id: 7, name: `Pedido ${query.get('text') ?? ''}` }], totalRows: 1 },
      }),
    });
    open({ entity: 'order' }, { host });
    const box = await screen.findByRole('combobox', { name: 'Estado' });
    await userEvent.type(box, '7');
    await waitFor(() => expect(names()).toEqual(['Pedido 7']));
    expect(host.loads.at(-1)).toBe('/orders?perPage=50&text=7&page=1');
  });

  it('are asked for without a parameter that the list of an entity without searchable fields refuses', async () => {
    const plain = { ...entity, fields: { id: entity.fields.id, name: { type: 'string', title: 'Nome' } } };
    const answer = () => ({ data: { rows: [{ id: 7, name: 'Pedido' }], totalRows: 1 } });
    const host = withEntity({ answer }, plain);
    open({ entity: 'order' }, { host });
    await userEvent.type(await screen.findByRole('combobox', { name: 'Estado' }), 'P');
    await waitFor(() => expect(names()).toEqual(['Pedido']));
    expect(new Set(host.loads)).toEqual(new Set(['/orders?perPage=50&page=1']));
  });
});

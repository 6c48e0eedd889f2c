// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { counters, resetCounters } from '../../src/engine/core/index.ts';
import { openForm as open, reset, save } from '../../src/engine/react/testing/form.tsx';
import { failure } from '../../src/engine/react/testing/host.ts';
import { choose } from '../../src/ui/testing/choice.ts';

afterEach(cleanup);

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const box = (name: string | RegExp) => screen.findByRole('textbox', { name });
const textOf = (element: HTMLElement) => (element as HTMLInputElement).value;

const people: JsonObject = {
  people: {
    type: 'array',
    title: 'Pessoas',
    minItems: 1,
    maxItems: 3,
    items: {
      type: 'object',
      title: 'Pessoa',
      properties: {
        name: { type: 'string', title: 'Nome' },
        phones: {
          type: 'array',
          title: 'Telefones',
          items: {
            type: 'object',
            title: 'Telefone',
            properties: { number: { type: 'string', title: 'Número', pattern: '^\\d+$' } },
          },
        },
      },
      required: ['name'],
    },
  },
};

it('labels properties by names that begin with a dollar sign, which are no keys of texts', async () => {
  const text = { type: 'string' };
  const host = open(
    {
      $id: text,
      part: {
        type: 'object',
        properties: { $schema: text, $comment: { type: 'object', properties: { a: text } } },
      },
      list: { type: 'array', items: { type: 'object', properties: { $ref: text } } },
    },
    { value: { list: [{ $ref: 'x' }] } },
  );
  for (const name of ['$id', '$schema', '$ref']) await box(name);
  expect(screen.getByRole('heading', { name: '$comment' })).toBeTruthy();
  expect(host.reports).toEqual([]);
});

describe('a list of items', () => {
  const value = { people: [{ name: 'Ana' }, { name: 'Bia' }, { name: 'Caio' }] };

  it('removes items with undo, moves them by buttons and keys, and respects its limits', async () => {
    const host = open(people, { value });
    const names = () => screen.getAllByRole('textbox', { name: 'Nome' }).map(textOf);
    await waitFor(() => expect(names()).toEqual(['Ana', 'Bia', 'Caio']));
    expect(button('Adicionar: Pessoas').hasAttribute('disabled')).toBe(true);

    await userEvent.click(button('Remover: Pessoa 2'));
    expect(names()).toEqual(['Ana', 'Caio']);
    await userEvent.click(button('Desfazer'));
    expect(names()).toEqual(['Ana', 'Bia', 'Caio']);

    await userEvent.click(button('Mover para cima: Pessoa 3'));
    expect(names()).toEqual(['Ana', 'Caio', 'Bia']);
    fireEvent.keyDown(screen.getAllByRole('textbox', { name: 'Nome' })[0]!, {
      key: 'ArrowDown',
      altKey: true,
    });
    expect(names()).toEqual(['Caio', 'Ana', 'Bia']);
    await save();
    await waitFor(() =>
      expect(host.requests[0]?.body).toEqual({
        people: [{ name: 'Caio' }, { name: 'Ana' }, { name: 'Bia' }],
      }),
    );
  });

  it('shows errors of the server at their items, also after the items moved', async () => {
    open(people, {
      value,
      answer: () => {
        throw {
          ...failure(422, 'Não', 'RULE_BROKEN'),
          errors: [{ path: '/people/2/name', message: 'Já existe.' }],
        };
      },
    });
    await waitFor(() => expect(screen.getAllByRole('textbox', { name: 'Nome' })).toHaveLength(3));
    await save();
    const message = await screen.findByText('Já existe.');
    expect(within(message.closest('[role=group]') as HTMLElement).getByRole('textbox').id).toBe(
      'people/2/name',
    );
    expect(document.activeElement?.id).toBe('people/2/name');
    await userEvent.click(button('Mover para cima: Pessoa 3'));
    const moved = screen.getByText('Já existe.').closest('[role=group]') as HTMLElement;
    expect(within(moved).getByRole('textbox').id).toBe('people/1/name');
    await userEvent.type(within(moved).getByRole('textbox'), 'x');
    expect(screen.queryByText('Já existe.')).toBeNull();
  });

  it('keeps the control and the focus of an item that moves by a key', async () => {
    open(people, { value });
    const name = (await screen.findAllByRole('textbox', { name: 'Nome' }))[0]!;
    name.focus();
    fireEvent.keyDown(name, { key: 'ArrowDown', altKey: true });
    expect(screen.getAllByRole('textbox', { name: 'Nome' })[1]).toBe(name);
    expect(document.activeElement).toBe(name);
    expect(screen.getByText('Pessoa 1 está na posição 2 de 3.')).toBeTruthy();
  });

  it('moves the focus into an item that is added', async () => {
    const host = open(people, { value: { people: [{ name: 'Ana' }] } });
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar: Pessoas' }));
    expect(document.activeElement?.id).toBe('people/1/name');
    await userEvent.keyboard('Bia');
    await save();
    await waitFor(() =>
      expect(host.requests[0]?.body).toEqual({ people: [{ name: 'Ana' }, { name: 'Bia' }] }),
    );
  });

  it('reaches three levels down', async () => {
    const host = open(people, {
      value: { people: [{ name: 'Ana', phones: [{ number: '1' }] }, { name: 'Bia' }] },
    });
    await userEvent.type(await box('Número'), '2x');
    await save();
    await waitFor(() => expect(document.activeElement?.id).toBe('people/0/phones/0/number'));
    expect(host.requests).toEqual([]);
  });

  it('keeps an error at its item when an item before it is removed, and drops it with its own', async () => {
    const host = open(people, { value: { people: [{ name: 'Ana' }, { phones: [] }, { name: 'Caio' }] } });
    await screen.findAllByRole('textbox', { name: 'Nome' });
    await save();
    const invalid = () => [...document.querySelectorAll('[aria-invalid=true]')].map(({ id }) => id);
    await waitFor(() => expect(invalid()).toEqual(['people/1/name']));
    await userEvent.click(button('Remover: Pessoa 1'));
    await waitFor(() => expect(invalid()).toEqual(['people/0/name']));
    expect(screen.getAllByText('Campo Obrigatório')).toHaveLength(1);
    await userEvent.click(button('Remover: Pessoa 1'));
    await waitFor(() => expect(invalid()).toEqual([]));
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ people: [{ name: 'Caio' }] }));
  });

  it('shows the loaded items again after a reset', async () => {
    open(people, { value });
    await userEvent.type((await screen.findAllByRole('textbox', { name: 'Nome' }))[1]!, ' Luz');
    await userEvent.click(button('Remover: Pessoa 1'));
    await reset();
    const names = screen.getAllByRole('textbox', { name: 'Nome' }).map(textOf);
    expect(names).toEqual(['Ana', 'Bia', 'Caio']);
  });
});

describe('a key in a structured value', () => {
  const text = (title: string): JsonObject => ({ type: 'string', title });
  const item: JsonObject = { type: 'object', properties: { name: text('Nome'), note: text('Nota') } };
  const three = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  const target: JsonObject = {
    oneOf: [
      { type: 'object', title: 'Pessoa', properties: { kind: { const: 'p' }, name: text('Nome') } },
      { type: 'object', title: 'Empresa', properties: { kind: { const: 'c' }, cnpj: text('CNPJ') } },
    ],
  };
  const state: JsonObject = { type: 'string', title: 'Estado', enum: ['aberto', 'fechado'] };
  const conditional: JsonObject = {
    type: 'object',
    properties: { name: text('Nome'), state },
    if: { properties: { state: { const: 'fechado' } }, required: ['state'] },
    then: { properties: { reason: text('Motivo') } },
  };
  const list = (items: JsonObject): JsonObject => ({ type: 'array', title: 'Itens', items });
  const rendered = () => Object.keys(counters.renders).filter((id) => id.startsWith('field:'));

  it.each<[string, JsonObject, JsonObject | JsonObject[], object, string]>([
    ['a list', list(item), three, { titleField: 'name' }, 'x/1/name'],
    ['a table', list(item), three, { widget: 'table' }, 'x/1/name'],
    ['an object', { type: 'object', properties: { in: item } }, { in: { name: 'a' } }, {}, 'x/in/name'],
    [
      'alternatives',
      list(target),
      [
        { kind: 'p', name: 'a' },
        { kind: 'p', name: 'b' },
      ],
      {},
      'x/1/name',
    ],
    ['entries', { type: 'object', additionalProperties: text('') }, { A: '1', B: '2' }, {}, 'x/B'],
    ['a tuple', { type: 'array', items: [text('Um'), text('Dois')] } as JsonObject, [], {}, 'x/0'],
    ['an item with a condition', list(conditional), three, {}, 'x/1/name'],
  ])('renders one field in %s', async (_kind, schema, value, more, id) => {
    open({ x: schema }, { fields: [{ field: 'x', ...more }], value: { x: value } });
    const control = await waitFor(() => {
      const found = document.getElementById(id);
      if (found === null) throw new Error(`${id} is not rendered`);
      return found;
    });
    fireEvent.change(control, { target: { value: 'y' } });
    resetCounters();
    fireEvent.change(control, { target: { value: 'yz' } });
    expect(rendered()).toEqual([`field:${id}`]);
    expect(textOf(document.getElementById(id)!)).toBe('yz');
  });

  it('renders the fields that a condition adds for a value', async () => {
    open({ x: list(conditional) }, { value: { x: three } });
    const states = await screen.findAllByRole('combobox', { name: 'Estado' });
    await choose(states[1]!, 'fechado');
    expect((await box('Motivo')).id).toBe('x/1/reason');
    await choose(states[1]!, 'aberto');
    expect(screen.queryByRole('textbox', { name: 'Motivo' })).toBeNull();
  });
});

describe('a table of rows', () => {
  const lines: JsonObject = {
    lines: {
      type: 'array',
      title: 'Linhas',
      maxItems: 4,
      items: {
        type: 'object',
        properties: {
          item: { type: 'string', title: 'Item' },
          amount: { type: 'number', title: 'Valor', maximum: 100 },
        },
        required: ['item'],
      },
    },
  };
  const fields = [{ field: 'lines', widget: 'table' }];

  it('pastes cells of a spreadsheet row by row, and shows errors in their cells', async () => {
    const host = open(lines, { fields, value: { lines: [{ item: 'a' }] } });
    const cell = await box('Item, Linha 1');
    cell.focus();
    fireEvent.paste(cell, { clipboardData: { getData: () => 'Mesa\t1,5\r\nCadeira\t200\r\n' } });
    expect(textOf(await box('Item, Linha 2'))).toBe('Cadeira');
    expect(textOf(await box('Valor, Linha 1'))).toBe('1,5');
    expect(document.activeElement?.id).toBe('lines/0/item');
    await save();
    expect(await screen.findByText('Deve ser no máximo 100.')).toBeTruthy();
    expect(document.activeElement?.id).toBe('lines/1/amount');
    await userEvent.click(button('Remover: Linha 2'));
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ lines: [{ item: 'Mesa', amount: 1.5 }] }));
  });
});

describe('rows pasted beyond the limit', () => {
  it('are counted in a visible notice, which the next change removes', async () => {
    const items: JsonObject = { type: 'object', properties: { item: { type: 'string', title: 'Item' } } };
    open(
      { lines: { type: 'array', title: 'Linhas', maxItems: 2, items } },
      { fields: [{ field: 'lines', widget: 'table' }], value: { lines: [{ item: 'a' }] } },
    );
    fireEvent.paste(await box('Item, Linha 1'), { clipboardData: { getData: () => '1\n2\n3\n4\n' } });
    const notice = await screen.findByText(
      '2 linhas coladas. 2 linhas não foram coladas: Linhas aceita no máximo 2.',
    );
    expect(getComputedStyle(notice).position).not.toBe('absolute');
    await userEvent.click(button('Remover: Linha 2'));
    expect(screen.queryByText(/não foram coladas/)).toBeNull();
  });
});

describe('supported schemas', () => {
  it('offers alternatives, and renders the selected one', async () => {
    const host = open({
      target: {
        title: 'Destino',
        oneOf: [
          {
            type: 'object',
            title: 'Pessoa',
            properties: { kind: { const: 'person' }, name: { type: 'string', title: 'Nome' } },
            required: ['kind', 'name'],
          },
          {
            type: 'object',
            title: 'Empresa',
            properties: {
              kind: { const: 'company' },
              cnpj: { type: 'string', title: 'CNPJ', format: 'cnpj' },
            },
            required: ['kind'],
          },
        ],
      },
    });
    await choose(await screen.findByRole('combobox', { name: 'Destino' }), 'Empresa');
    await userEvent.type(await box('CNPJ'), '12abc34501de35');
    expect(textOf(await box('CNPJ'))).toBe('12.ABC.345/01DE-35');
    await save();
    await waitFor(() =>
      expect(host.requests[0]?.body).toEqual({ target: { kind: 'company', cnpj: '12ABC34501DE35' } }),
    );
  });

  it('renders a notice with the path of an unsupported subschema, and the rest of the form', async () => {
    const host = open({
      bad: { type: 'object', title: 'Endereço', properties: { a: { $ref: 'https://evil.test/s.json' } } },
      name: { type: 'string', title: 'Nome' },
    });
    expect(await screen.findByText('schema/properties/bad/properties/a/$ref')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Nome' }), 'Ana');
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ name: 'Ana' }));
  });

  it('renders every property, whatever its name, in the order of the layout', async () => {
    const text = (title: string): JsonObject => ({ type: 'string', title });
    const x: JsonObject = {
      $id: 'ArrayField',
      type: 'object',
      properties: { toString: text('A'), items: text('B'), 'a.b': text('C'), 'ui:order': text('D') },
    };
    const host = open({ x }, { fields: [{ field: 'x', fields: ['ui:order', 'items'] }] });
    await box('A');
    expect(screen.getAllByRole('textbox').map(({ id }) => id)).toEqual([
      'x/ui:order',
      'x/items',
      'x/toString',
      'x/a.b',
    ]);
    await userEvent.type(await box('A'), '1');
    await userEvent.type(await box('C'), '2');
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ x: { toString: '1', 'a.b': '2' } }));
  });

  it('follows a reference to the $id of another subschema', async () => {
    const host = open(
      { place: { $ref: 'https://geojson.org/schema/Point.json' } },
      {
        schema: {
          $id: 'https://geojson.org/schema/Feature.json',
          definitions: {
            point: {
              $id: 'https://geojson.org/schema/Point.json',
              type: 'object',
              title: 'Ponto',
              properties: {
                name: { type: 'string', title: 'Nome' },
                coordinates: { type: 'array', title: 'Coordenadas', items: { type: 'number' } },
              },
            },
          },
        },
      },
    );
    await userEvent.type(await box('Nome'), 'Sé');
    await userEvent.click(button('Adicionar: Coordenadas'));
    await userEvent.keyboard('7');
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ place: { name: 'Sé', coordinates: [7] } }));
  });

  it('opens a schema that refers to itself one level at a time', async () => {
    open(
      { node: { $ref: '#/definitions/node' } },
      {
        schema: {
          definitions: {
            node: {
              type: 'object',
              title: 'Nó',
              properties: { name: { type: 'string', title: 'Nome' }, next: { $ref: '#/definitions/node' } },
              required: ['next'],
            },
          },
        },
      },
    );
    await waitFor(() => expect(screen.getAllByRole('textbox', { name: 'Nome' }).length).toBeGreaterThan(1));
    expect(screen.getAllByRole('textbox', { name: 'Nome' }).length).toBeLessThan(12);
    expect(screen.getByRole('button', { name: 'Preencher Nó' })).toBeTruthy();
  });

  it('edits entries whose names the person gives, and refuses names of prototypes', async () => {
    const host = open({
      env: { type: 'object', title: 'Variáveis', additionalProperties: { type: 'string' } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar entrada' }));
    const name = await box('Nome da entrada em Variáveis');
    await userEvent.clear(name);
    await userEvent.type(name, '__proto__');
    expect(name.getAttribute('aria-invalid')).toBe('true');
    await userEvent.clear(name);
    await userEvent.type(name, 'HOST{Enter}');
    await userEvent.type(await box('HOST'), 'x');
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ env: { HOST: 'x' } }));
  });

  it('keeps an entry whose value is cleared, and shows entries added from outside', async () => {
    const env: JsonObject = { type: 'object', title: 'Variáveis', additionalProperties: { type: 'string' } };
    open({ env }, { value: { env: { HOST: 'a', PORT: '1' } } });
    await userEvent.clear(await box('HOST'));
    expect(textOf(await box('HOST'))).toBe('');
    await userEvent.click(button('Remover PORT'));
    expect(screen.queryByRole('textbox', { name: 'PORT' })).toBeNull();
    await reset();
    expect(textOf(await box('HOST'))).toBe('a');
    expect(textOf(await box('PORT'))).toBe('1');
  });
});

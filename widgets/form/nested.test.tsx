// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { counters } from '../../src/engine/core/index.ts';
import { openForm as open, save } from '../../src/engine/react/testing/form.tsx';
import { failure } from '../../src/engine/react/testing/host.ts';

afterEach(cleanup);

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const box = (name: string | RegExp) => screen.findByRole('textbox', { name }, { timeout: 20_000 });
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

describe('a list of items', () => {
  const value = { people: [{ name: 'Ana' }, { name: 'Bia' }, { name: 'Caio' }] };

  it('removes with a way back, moves by buttons and keys, and keeps to its limits', async () => {
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

  it('shows what the server refuses at its item, also after the item moved', async () => {
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

  it('draws one item for a key in it, and reaches three levels down', async () => {
    const host = open(people, {
      value: { people: [{ name: 'Ana', phones: [{ number: '1' }] }, { name: 'Bia' }] },
    });
    const number = await box('Número');
    const before = { ...counters.renders };
    await userEvent.type(number, '2');
    const drawn = Object.keys(counters.renders).filter((id) => counters.renders[id] !== (before[id] ?? 0));
    expect(drawn.filter((id) => id.startsWith('field:people/1'))).toEqual([]);
    expect(drawn).toContain('field:people/0/phones/0/number');
    await userEvent.type(number, 'x');
    await save();
    await waitFor(() => expect(document.activeElement?.id).toBe('people/0/phones/0/number'));
    expect(host.requests).toEqual([]);
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

  it('takes what a spreadsheet copied, row by row, and tells faults in their cells', async () => {
    const host = open(lines, { fields, value: { lines: [{ item: 'a' }] } });
    const cell = await box('Item, Linha 1');
    fireEvent.paste(cell, { clipboardData: { getData: () => 'Mesa\t1,5\r\nCadeira\t200\r\n' } });
    expect(textOf(await box('Item, Linha 2'))).toBe('Cadeira');
    expect(textOf(await box('Valor, Linha 1'))).toBe('1,5');
    await save();
    expect(await screen.findByText('maximum')).toBeTruthy();
    expect(document.activeElement?.id).toBe('lines/1/amount');
    await userEvent.click(button('Remover: Linha 2'));
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ lines: [{ item: 'Mesa', amount: 1.5 }] }));
  });
});

describe('what a schema may say', () => {
  it('lets alternatives be chosen, and draws the chosen one', async () => {
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
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Destino' }), 'Empresa');
    await userEvent.type(await box('CNPJ'), '12abc34501de35');
    expect(textOf(await box('CNPJ'))).toBe('12.ABC.345/01DE-35');
    await save();
    await waitFor(() =>
      expect(host.requests[0]?.body).toEqual({ target: { kind: 'company', cnpj: '12ABC34501DE35' } }),
    );
  });

  it('shows a part that cannot be shown as a notice with its place, and the rest works', async () => {
    const host = open({
      bad: { type: 'object', title: 'Endereço', properties: { a: { $ref: 'https://evil.test/s.json' } } },
      name: { type: 'string', title: 'Nome' },
    });
    expect(
      await screen.findByText('schema/properties/bad/properties/a/$ref', {}, { timeout: 20_000 }),
    ).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Nome' }), 'Ana');
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ name: 'Ana' }));
  });

  it('opens a schema that leads back to itself one level at a time', async () => {
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
    await userEvent.click(
      await screen.findByRole('button', { name: 'Adicionar entrada' }, { timeout: 20_000 }),
    );
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
});

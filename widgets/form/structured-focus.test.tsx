// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { openForm as open, save } from '../../src/engine/react/testing/form.tsx';

afterEach(cleanup);

const button = (name: string) => screen.getByRole('button', { name });
const find = (name: string) => screen.findByRole('button', { name });
const focused = () => document.activeElement?.id;

const positions: JsonObject[] = [
  { type: 'string', title: 'Chave' },
  { type: 'integer', title: 'Quantidade' },
];

describe('a tuple', () => {
  it.each<[string, JsonObject]>([
    ['prefixItems', { prefixItems: positions, items: false }],
    ['items', { items: positions, additionalItems: false }],
  ])('of %s shows its next position once the one before has a value', async (_keyword, schema) => {
    const host = open({ pair: { type: 'array', title: 'Par', ...schema } });
    await userEvent.click(await find('Preencher Par'));
    expect(focused()).toBe('pair/0');
    await userEvent.keyboard('k');
    const key = document.activeElement;
    await userEvent.keyboard('ey');
    expect(document.activeElement).toBe(key);
    await userEvent.tab();
    await waitFor(() => expect(document.getElementById('pair/1')).not.toBeNull());
    await userEvent.type(document.getElementById('pair/1')!, '3');
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ pair: ['key', 3] }));
  });
});

describe('the focus', () => {
  const text = (title: string): JsonObject => ({ type: 'string', title });

  it.each<[string, object]>([
    ['a list', {}],
    ['a table', { widget: 'table' }],
  ])(
    'moves to a neighbour of the item removed from %s, then to the button that adds one',
    async (_kind, more) => {
      const item: JsonObject = { type: 'object', title: 'Item', properties: { name: text('Nome') } };
      open(
        { list: { type: 'array', title: 'Lista', items: item } },
        {
          fields: [{ field: 'list', itemTitle: 'Item', ...more }],
          value: { list: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] },
        },
      );
      await userEvent.click(await find('Remover: Item 2'));
      expect((document.activeElement as HTMLInputElement).value).toBe('c');
      await userEvent.click(button('Remover: Item 2'));
      expect((document.activeElement as HTMLInputElement).value).toBe('a');
      await userEvent.click(button('Remover: Item 1'));
      expect(document.activeElement?.textContent).toMatch(/^Adicionar/);
    },
  );

  it('enters an object that is opened, and returns to its button when it is removed', async () => {
    const inner: JsonObject = { type: 'object', title: 'Dentro', properties: { name: text('Nome') } };
    const nest = (schema: JsonObject): JsonObject => ({ type: 'object', properties: { in: schema } });
    open({ x: nest(nest(inner)) }, { value: { x: { in: {} } } });
    await userEvent.click(await find('Preencher Dentro'));
    expect(focused()).toBe('x/in/in/name');
    await userEvent.click(button('Remover Dentro'));
    expect(document.activeElement).toBe(button('Preencher Dentro'));
  });
});

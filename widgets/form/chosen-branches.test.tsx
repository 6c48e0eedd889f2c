// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { openForm, save } from '../../src/engine/react/testing/form.tsx';
import { choose } from '../../src/ui/testing/choice.ts';

afterEach(cleanup);

const age = { type: 'number', title: 'Idade' };
const chosen = (value: string, properties: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  properties: { pet: { const: value }, ...properties },
  ...more,
});
const pet = { type: 'string', title: 'Bicho', enum: ['No', 'One', 'Many'] };
const oneOf = [
  chosen('No'),
  chosen('One', { age }, { required: ['age'] }),
  chosen('Many', { age, rid: { type: 'boolean', title: 'Livrar' } }, { required: ['rid'] }),
];
const dependencies = { pet: { oneOf } };
const choosePet = async (value: string) =>
  choose(await screen.findByRole('combobox', { name: /Bicho/ }), value);
const sent = (host: ReturnType<typeof openForm>) => host.requests.map(({ body }) => body);

describe('a property whose value chooses a branch', () => {
  it('shows, requires and sends what its branch says, and nothing of the others', async () => {
    const host = openForm({ pet }, { fields: ['*'], schema: { dependencies } });
    await choosePet('One');
    expect(screen.queryByRole('checkbox', { name: 'Livrar' })).toBeNull();
    const box = await screen.findByRole('textbox', { name: /Idade/ });
    expect(box.getAttribute('aria-required')).toBe('true');
    await save();
    expect(await screen.findByText('Campo Obrigatório')).toBeTruthy();
    await choosePet('Many');
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: /Idade/ }).getAttribute('aria-required')).not.toBe('true'),
    );
    await choosePet('One');
    await userEvent.type(await screen.findByRole('textbox', { name: /Idade/ }), '5');
    await choosePet('No');
    expect(screen.queryByRole('textbox', { name: /Idade/ })).toBeNull();
    await save();
    await waitFor(() => expect(sent(host)).toEqual([{ pet: 'No' }]));
    await choosePet('Many');
    expect((await screen.findByRole('textbox', { name: /Idade/ })).getAttribute('aria-required')).not.toBe(
      'true',
    );
    await save();
    expect(await screen.findByText('Campo Obrigatório')).toBeTruthy();
    expect(screen.queryByText(/Escolha uma das opções/)).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: /Livrar/ }));
    await save();
    await waitFor(() => expect(sent(host)).toEqual([{ pet: 'No' }, { pet: 'Many', age: 5, rid: true }]));
  });

  it.each([
    [
      'an object',
      { type: 'object', title: 'Dono', properties: { pet }, dependencies },
      (value: JsonObject) => value,
    ],
    [
      'an item',
      { type: 'array', title: 'Donos', items: { type: 'object', properties: { pet }, dependencies } },
      (value: JsonObject) => [value],
    ],
  ])('does so inside of %s', async (_what, schema, around) => {
    const host = openForm(
      { owner: schema },
      { value: { owner: around({ pet: 'One', age: 5, note: 'fica' }) } },
    );
    expect(await screen.findByRole('textbox', { name: /Idade/ })).toBeTruthy();
    await choosePet('No');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /Idade/ })).toBeNull());
    await save();
    await waitFor(() => expect(sent(host)).toEqual([{ owner: around({ pet: 'No', note: 'fica' }) }]));
  });

  it('gives a field that several branches have what its own branch says of it', async () => {
    const state = (...values: string[]) => ({ type: 'string', title: 'Estado', enum: values });
    const host = openForm(
      { pet: { ...pet, enum: ['BR', 'US'] } },
      {
        fields: ['*'],
        schema: {
          dependencies: {
            pet: { oneOf: [chosen('BR', { at: state('SP', 'RJ') }), chosen('US', { at: state('NY') })] },
          },
        },
      },
    );
    await choosePet('US');
    await choose(await screen.findByRole('combobox', { name: /Estado/ }), 'NY');
    await save();
    await waitFor(() => expect(sent(host)).toEqual([{ pet: 'US', at: 'NY' }]));
  });
});

// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { openForm, save } from '../../src/engine/react/testing/form.tsx';
import { choose } from '../../src/ui/testing/choice.ts';

afterEach(cleanup);

const all = ['apple', 'pear', 'carrot'];
const kind = { type: 'string', title: 'Tipo', enum: ['fruit', 'veg'] };
const rule = (field: string) => [
  { when: { $expr: "form.kind = 'fruit'" }, options: { [field]: ['apple', 'pear'] } },
  { when: { $expr: "form.kind = 'veg'" }, options: { [field]: ['carrot'] } },
];
const gone = (name: string) => `${name} (fora das opções)`;

function open(prods: JsonObject, widget: string | undefined, value: JsonObject) {
  return openForm(
    { kind, prods: { title: 'Produtos', ...prods } },
    {
      fields: ['kind', { field: 'prods', ...(widget !== undefined && { widget }) }],
      rules: rule('prods'),
      value,
    },
  );
}
const several = { type: 'array', items: { type: 'string', enum: all }, uniqueItems: true };
const one = { type: 'string', enum: all };
const toVegetables = async () => choose(await screen.findByRole('combobox', { name: 'Tipo' }), 'veg');

describe('a list whose options a rule narrows', () => {
  it('is sent with options that are left', async () => {
    const host = open(several, undefined, { kind: 'fruit' });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'apple' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'pear' }));
    expect(screen.queryByRole('checkbox', { name: 'carrot' })).toBeNull();
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ kind: 'fruit', prods: ['apple', 'pear'] }));
  });

  it('marks what is no option any more, refuses it, and lets it be taken away', async () => {
    const host = open(several, undefined, { kind: 'fruit', prods: ['apple', 'pear'] });
    await toVegetables();
    await save();
    expect(await screen.findByText(/Escolha uma das opções/)).toBeTruthy();
    expect(host.requests).toEqual([]);
    await userEvent.click(screen.getByRole('checkbox', { name: gone('apple') }));
    await userEvent.click(screen.getByRole('checkbox', { name: gone('pear') }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'carrot' }));
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ kind: 'veg', prods: ['carrot'] }));
  });

  it('marks them among the tags of a searched list', async () => {
    const host = open(several, 'multiselect', { kind: 'fruit', prods: ['apple'] });
    await toVegetables();
    const tags = within(await screen.findByRole('toolbar', { name: /Produtos/ }));
    await userEvent.click(
      tags.getByRole('button', { name: new RegExp(gone('apple').replace(/[()]/g, '\\$&')) }),
    );
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ kind: 'veg' }));
  });
});

describe('a choice whose value a rule takes away', () => {
  it('marks it in a dropdown, and is emptied there', async () => {
    const host = open(one, 'select', { kind: 'fruit', prods: 'apple' });
    await toVegetables();
    const box = await screen.findByRole('combobox', { name: 'Produtos' });
    expect(box.textContent).toContain(gone('apple'));
    await choose(box, 'Selecione');
    await save();
    await waitFor(() => expect(host.requests[0]?.body).toEqual({ kind: 'veg' }));
  });

  it('marks it in a searched list', async () => {
    open(one, 'combobox', { kind: 'fruit', prods: 'apple' });
    await toVegetables();
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Produtos' }).value).toBe(gone('apple')),
    );
  });

  it('marks it among radio buttons', async () => {
    open(one, 'radio', { kind: 'fruit', prods: 'apple' });
    await toVegetables();
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: gone('apple') })).checked).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: 'carrot' }));
    await waitFor(() => expect(screen.queryByRole('radio', { name: gone('apple') })).toBeNull());
  });
});

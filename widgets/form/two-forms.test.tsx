// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contracts/json.ts';
import { createFakeHost } from '../../src/engine/react/testing/host.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const document_ = (title: string): JsonObject => ({
  kind: 'form',
  formatVersion: 2,
  id: 'same',
  title,
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Nome', minLength: 3 },
      fruit: { type: 'string', title: 'Fruta', enum: ['pear', 'plum'] },
      list: {
        type: 'array',
        title: 'Lista',
        items: { type: 'object', properties: { name: { type: 'string', title: 'Item', minLength: 3 } } },
      },
    },
    required: ['name'],
  },
  ui: {
    sections: [{ id: 'a', title: 'Dados', fields: ['name', { field: 'fruit', widget: 'radio' }, 'list'] }],
  },
});

const formNode = (id: string) => ({
  id,
  type: 'form',
  props: { document: document_(id), value: { list: [{ name: 'abc' }] } },
  on: { submit: [{ request: { post: `/${id}`, body: { $expr: 'event.values' } } }] },
});
const button = (form: string) => ({
  id: `save-${form}`,
  type: 'button',
  props: { text: `Salvar ${form}` },
  on: { press: [{ submit: form }] },
});

it('two forms of a screen with fields of the same names share neither ids nor errors nor values', async () => {
  const host = createFakeHost({});
  renderScreen(screenOf([button('one'), button('two'), formNode('one'), formNode('two')]), { host });
  await waitFor(() => expect(screen.getAllByRole('textbox', { name: 'Item' })).toHaveLength(2));
  const one = within(document.getElementById('one')!);
  const two = within(document.getElementById('two')!);
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);

  await userEvent.click(two.getByText('Nome'));
  await userEvent.keyboard('ab');
  await userEvent.click(two.getByRole('radio', { name: 'plum' }));
  await userEvent.click(one.getByRole('radio', { name: 'pear' }));
  expect(two.getByRole<HTMLInputElement>('radio', { name: 'plum' }).checked).toBe(true);
  expect(one.getByRole<HTMLInputElement>('textbox', { name: /Nome/ }).value).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar two' }));
  expect(await two.findByText(/pelo menos 3/)).toBeTruthy();
  expect(one.queryByText(/pelo menos 3/)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(two.getByRole('textbox', { name: /Nome/ })));
  await userEvent.keyboard('c');
  await userEvent.click(screen.getByRole('button', { name: 'Salvar two' }));
  await waitFor(() =>
    expect(host.requests.map(({ body }) => body)).toEqual([
      { name: 'abc', fruit: 'plum', list: [{ name: 'abc' }] },
    ]),
  );
});

// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { openForm, save } from '../../src/engine/react/testing/form.tsx';

afterEach(cleanup);

it.each([
  ['a whole number', { type: 'integer' }, undefined, '9007199254740993'],
  ['a decimal number', { type: 'number' }, undefined, '0,12345678901234567'],
  ['an amount', { type: 'number' }, 'money', '90071992547409,931'],
  ['a number in JSON', {}, 'json', '9007199254740993'],
])('%s with more digits than are kept is refused as it was typed', async (_what, schema, widget, typed) => {
  const host = openForm(
    { q: { title: 'Nota', ...schema } },
    { fields: [{ field: 'q', ...(widget !== undefined && { widget }) }] },
  );
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Nota' });
  await userEvent.type(box, typed);
  await userEvent.tab();
  expect(await screen.findByText(/não pode ser guardado com exatidão/)).toBeTruthy();
  expect(box.value).toBe(typed);
  if (widget === 'json') return;
  await save();
  expect(host.requests).toEqual([]);
  await userEvent.clear(box);
  await userEvent.type(box, '9007199254740');
  await save();
  await waitFor(() => expect(host.requests[0]?.body).toEqual({ q: 9007199254740 }));
});

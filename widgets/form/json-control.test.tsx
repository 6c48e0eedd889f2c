// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openForm as open, save } from '../../src/engine/react/testing/form.tsx';

afterEach(cleanup);

it.each([
  ['['.repeat(3000) + ']'.repeat(3000), 'O texto tem mais de 100 níveis de listas ou objetos'],
  ['{"a": [1, -1e400]}', 'O número -1e400 é grande demais.'],
])('refuses JSON that cannot be sent, with the rule', async (text, rule) => {
  const fields = [{ field: 'x', widget: 'json' }];
  const host = open({ x: { type: ['object', 'array'], title: 'Dados' } }, { fields });
  const input = await screen.findByRole('textbox', { name: 'Dados' });
  fireEvent.change(input, { target: { value: text } });
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(new RegExp(`^${rule}`)).id).toBe(input.getAttribute('aria-describedby'));
  await save();
  await waitFor(() => expect(document.activeElement).toBe(input));
  expect(host.requests).toEqual([]);
  fireEvent.change(input, { target: { value: `["${'['.repeat(200)}", 1e30]` } });
  expect(screen.queryByText(new RegExp(`^${rule}`))).toBeNull();
  await save();
  await waitFor(() => expect(host.requests[0]?.body).toEqual({ x: ['['.repeat(200), 1e30] }));
});

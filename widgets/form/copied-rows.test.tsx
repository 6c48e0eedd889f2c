// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const names = ['monFrom', 'monTo', 'tueFrom', 'tueTo', 'wedFrom', 'wedTo'];
const document = {
  kind: 'form',
  formatVersion: 2,
  id: 'hours',
  schema: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string', title: name }])),
  },
  ui: {
    sections: [
      { id: 'days', columns: 2, copy: 'Copiar', fields: names.map((field) => ({ field, widget: 'time' })) },
    ],
  },
};
const valueOf = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;

it('should copy the values of a row to the other rows by keyboard, and offer nothing to copy in an empty row', async () => {
  renderScreen(screenOf([{ id: 'f', type: 'form', props: { document, guard: false } }]));
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('tueFrom'), '08:00');
  await user.tab();
  await user.keyboard('18:00');
  const empty = screen.getByRole('button', { name: 'Copiar (monFrom)' });
  expect(empty.getAttribute('aria-disabled')).toBe('true');
  await user.click(empty);
  expect(valueOf('tueFrom')).toBe('08:00');
  await user.click(screen.getByLabelText('tueTo'));
  await user.tab();
  expect(globalThis.document.activeElement).toBe(screen.getByRole('button', { name: 'Copiar (tueFrom)' }));
  await user.keyboard('{Enter}');
  expect(names.map(valueOf)).toEqual(['08:00', '18:00', '08:00', '18:00', '08:00', '18:00']);
});

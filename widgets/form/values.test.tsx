// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const document = {
  kind: 'form',
  formatVersion: 2,
  id: 'zones',
  schema: { type: 'object', properties: { zone: { type: 'string', title: 'Fuso' } } },
  ui: { sections: [{ id: 'main', fields: ['zone'] }] },
};

it('should write its values into the state while they are edited, and show errors that were found with them', async () => {
  const errors = { $expr: "state.zones.zone = 'Mars' ? [{'path': '/zone', 'message': 'Não existe.'}] : []" };
  const props = { document, guard: false, values: 'state.zones', errors };
  renderScreen(screenOf([{ id: 'f', type: 'form', props }], { state: { zones: null } }));
  const field = await screen.findByLabelText<HTMLInputElement>('Fuso');
  fireEvent.change(field, { target: { value: 'Mars' } });
  expect(screen.queryByText('Não existe.')).toBeNull();
  expect(await screen.findByText('Não existe.', {}, { timeout: 5_000 })).toBeTruthy();
  fireEvent.change(field, { target: { value: 'America/Sao_Paulo' } });
  await act(() => vi.waitFor(() => expect(screen.queryByText('Não existe.')).toBeNull()));
});

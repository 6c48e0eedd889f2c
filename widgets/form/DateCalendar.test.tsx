// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

vi.mock('../../src/engine/react/form/controls/DateCalendar.tsx', () =>
  Promise.reject(new TypeError('no such file')),
);

afterEach(cleanup);

it('should report beside the field that its code failed to load, and keep the input', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const document = {
    kind: 'form',
    formatVersion: 2,
    id: 'dates',
    schema: { type: 'object', properties: { from: { type: 'string', title: 'Início', format: 'date' } } },
    ui: { sections: [{ id: 'main', fields: ['from'] }] },
  };
  renderScreen(screenOf([{ id: 'f', type: 'form', props: { document, guard: false } }]));
  const field = await screen.findByLabelText<HTMLInputElement>('Início');
  fireEvent.change(field, { target: { value: '01/02' } });
  fireEvent.click(screen.getByRole('button', { name: 'Abrir o calendário de Início' }));
  expect(
    await screen.findByText(
      'Esta parte não pôde ser carregada. Verifique a conexão.',
      {},
      { timeout: 5_000 },
    ),
  ).toBeTruthy();
  expect(field.value).toBe('01/02');
  vi.restoreAllMocks();
});

// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, screenOf, stubMedia } from '../../src/engine/react/testing/render.tsx';
import { toastStore } from '../../src/ui/index.ts';

vi.mock('./FilterSheet.tsx', () => Promise.reject(new TypeError('no such file')));

afterEach(cleanup);

it('should report that its code failed to load, and keep the bar with its input', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const restoreMedia = stubMedia((query) => query.includes('max-width'));
  const fields = [
    { field: 'text', control: 'search', label: 'Busca' },
    { field: 'status', control: 'select', label: 'Status', options: [{ value: 'Y', label: 'Ativo' }] },
  ];
  renderScreen(
    screenOf([{ id: 'filters', type: 'filter-bar', props: { bind: 'state.filters', fields } }], {
      state: { filters: {} },
    }),
  );
  const search = await screen.findByRole('searchbox');
  fireEvent.change(search, { target: { value: 'ana' } });
  const opener = screen.getByRole('button', { name: /^Filtros/ });
  fireEvent.click(opener);
  await vi.waitFor(
    () => expect(toastStore.getState().toasts.at(-1)?.text).toBe('Não foi possível carregar'),
    {
      timeout: 60_000,
    },
  );
  expect(screen.getByRole('searchbox')).toBe(search);
  expect((search as HTMLInputElement).value).toBe('ana');
  expect(document.activeElement).toBe(opener);
  restoreMedia();
  vi.restoreAllMocks();
});

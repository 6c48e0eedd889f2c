// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { toastStore } from '../../src/ui/index.ts';
import { renderPeople, rowOf } from './testing.ts';

vi.mock('./RowMenu.tsx', () => Promise.reject(new TypeError('no such file')));

afterEach(cleanup);

it('should report that the code of the menu was not loaded, and leave the rows', async () => {
  renderPeople();
  const row = await rowOf('Ana Beatriz Moreira');
  const opener = within(row).getByRole('button', { name: 'Ações de Ana Beatriz Moreira' });
  fireEvent.click(opener);
  await vi.waitFor(
    () => expect(toastStore.getState().toasts.at(-1)?.text).toBe('Não foi possível carregar'),
    {
      timeout: 60_000,
    },
  );
  expect(screen.getByText('Ana Beatriz Moreira')).toBeTruthy();
  expect(opener.getAttribute('aria-busy')).toBeNull();
});

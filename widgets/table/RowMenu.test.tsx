// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { toastStore } from '../../src/ui/index.ts';

vi.mock('./RowMenu.tsx', () => Promise.reject(new TypeError('no such file')));

afterEach(cleanup);

it('should be told when its code does not come, and leave the rows', async () => {
  renderScreen(
    screenOf(
      [
        {
          id: 'list',
          type: 'table',
          source: 'people',
          props: {
            columns: [{ field: 'name', title: 'Nome' }],
            rowActions: [{ id: 'edit', text: 'Editar', do: [] }],
          },
        },
      ],
      { sources: { people: { get: '/people', rows: 'data.rows' } } },
    ),
    { answer: () => ({ data: { rows: [{ id: 1, name: 'Ana' }] } }) },
  );
  await screen.findByText('Ana');
  const opener = screen.getByRole('button', { name: 'Ações de Ana' });
  fireEvent.click(opener);
  await vi.waitFor(
    () => expect(toastStore.getState().toasts.at(-1)?.text).toBe('Não foi possível carregar'),
    {
      timeout: 60_000,
    },
  );
  expect(screen.getByText('Ana')).toBeTruthy();
  expect(opener.getAttribute('aria-busy')).toBeNull();
});

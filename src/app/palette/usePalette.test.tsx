// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { lazyComponent } from '../../ui/index.ts';
import { AppContext } from '../app-context.ts';
import { testApp } from '../testing.tsx';
import { usePalette } from './usePalette.ts';

afterEach(cleanup);

const code = lazyComponent(() => Promise.resolve({ default: () => null }));

function Page({ shown }: { shown: boolean }) {
  const palette = usePalette(code);
  return (
    <>
      <input aria-label="Nome" />
      {palette.isOpen && <output>{palette.typed}</output>}
      {palette.isOpen && shown && (
        <div role="dialog" aria-modal="true">
          <input
            aria-label="Busca"
            value={palette.typed}
            onChange={(event) => palette.type(event.target.value)}
          />
        </div>
      )}
    </>
  );
}

test('keeps what is typed until its field has the focus, and nothing of it reaches the page', async () => {
  const app = await testApp({});
  const user = userEvent.setup();
  const page = (shown: boolean) => (
    <AppContext value={app}>
      <Page shown={shown} />
    </AppContext>
  );
  const { rerender } = render(page(false));
  const name = screen.getByLabelText<HTMLInputElement>('Nome');
  act(() => name.focus());
  await user.keyboard('{Control>}k{/Control}usux{Backspace}');
  expect(screen.getByRole('status').textContent).toBe('usu');
  rerender(page(true));
  act(() => screen.getByLabelText('Busca').focus());
  await user.keyboard('ário');
  expect(screen.getByRole('status').textContent).toBe('usuário');
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('status')).toBeNull();
  expect(name.value).toBe('');

  // The next search begins empty, and Escape ends it although its field is not there yet.
  rerender(page(false));
  act(() => name.focus());
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.getByRole('status').textContent).toBe('');
  await user.keyboard('a{Escape}b');
  expect(screen.queryByRole('status')).toBeNull();
  expect(name.value).toBe('b');
});

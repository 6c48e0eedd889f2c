// @vitest-environment jsdom
import { FluentProvider, MenuItem } from '@fluentui/react-components';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { MoreMenu } from './ButtonMenu.tsx';

afterEach(() => vi.unstubAllGlobals());

function show(narrow: boolean) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: narrow && query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const chosen = vi.fn();
  render(
    <FluentProvider>
      <MoreMenu label="Mais ações" title="Usuários">
        <MenuItem onClick={chosen}>Atualizar</MenuItem>
        <MenuItem disabled>Excluir</MenuItem>
      </MoreMenu>
    </FluentProvider>,
  );
  return { chosen, button: screen.getByRole('button', { name: 'Mais ações' }) };
}

it.each([
  ['at its button', false],
  ['as a sheet with a title in a narrow window', true],
])('opens %s, and what is chosen runs once and closes it', async (_, narrow) => {
  const { chosen, button } = show(narrow);
  await userEvent.click(button);
  const entry = await screen.findByRole('menuitem', { name: 'Atualizar' });
  // The sheet is hidden from assistive tools until the focus is in it.
  if (narrow) await screen.findByRole('dialog', { name: 'Usuários' });
  else expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Excluir' }));
  expect(entry.isConnected).toBe(true);
  await userEvent.click(entry);
  expect(chosen).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
  await userEvent.click(button);
  await screen.findByRole('menuitem', { name: 'Atualizar' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
});

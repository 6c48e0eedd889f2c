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
  // jsdom lays nothing out: no entry counts as focusable, the focus stays on the sheet itself, and what has no focus inside
  // is hidden from assistive tools. Chromium's journeys find the entries of sheets without this.
  const hidden = narrow;
  const entries = () => screen.queryAllByRole('menuitem', { hidden });
  await userEvent.click(button);
  const entry = await screen.findByRole('menuitem', { name: 'Atualizar', hidden });
  if (narrow) screen.getByRole('dialog', { name: 'Usuários', hidden });
  else expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Excluir', hidden }));
  expect(entry.isConnected).toBe(true);
  await userEvent.click(entry);
  expect(chosen).toHaveBeenCalledOnce();
  await waitFor(() => expect(entries()).toEqual([]));
  await waitFor(() => expect(document.activeElement).toBe(button));
  await userEvent.click(button);
  await screen.findByRole('menuitem', { name: 'Atualizar', hidden });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(entries()).toEqual([]));
});

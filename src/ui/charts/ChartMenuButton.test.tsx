// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ChartMenuButton } from './ChartMenuButton.tsx';

afterEach(cleanup);

it('mounts its menu when it is opened, and has the focus again when the menu is closed', async () => {
  const run = vi.fn();
  render(
    <FluentProvider theme={webLightTheme}>
      <ChartMenuButton
        label="Ações de Vendas"
        title="Vendas"
        entries={[{ id: 'refresh', icon: 'arrow-clockwise', text: 'Atualizar', run }]}
      />
    </FluentProvider>,
  );
  const button = screen.getByRole('button', { name: 'Ações de Vendas' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  button.focus();
  await userEvent.keyboard('{Enter}');
  (await screen.findByRole('menuitem', { name: 'Atualizar' })).focus();
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));

  await userEvent.keyboard('{Enter}');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Atualizar' }));
  expect(run).toHaveBeenCalledOnce();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

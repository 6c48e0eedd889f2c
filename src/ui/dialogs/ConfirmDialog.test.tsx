// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import type { ConfirmDialogProps } from './ConfirmDialog.tsx';

afterEach(cleanup);

function open(props: Partial<ConfirmDialogProps>) {
  const onAnswer = vi.fn();
  render(
    <FluentProvider theme={webLightTheme}>
      <ConfirmDialog
        kind="action"
        title="Desativar Ana?"
        subtitle="ana@acme"
        text="Perde o acesso."
        confirmText="Sim"
        cancelText="Não, cancelar"
        onAnswer={onAnswer}
        {...props}
      />
    </FluentProvider>,
  );
  return onAnswer;
}

describe('confirmation', () => {
  test('names the action and its consequence', () => {
    open({});
    const dialog = screen.getByRole('dialog', { name: 'Desativar Ana?' });
    expect(dialog.textContent).toContain('ana@acme');
    expect(dialog.textContent).toContain('Perde o acesso.');
  });

  test.each(['action', 'delete'] as const)('%s: Ctrl+Enter confirms, wherever the focus is', async (kind) => {
    const onAnswer = open({ kind });
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(onAnswer.mock.calls).toEqual([[true]]);
  });

  test.each([
    ['action', 'Sim', true],
    ['delete', 'Não, cancelar', false],
  ] as const)('of kind %s starts with the focus on %s', async (kind, name, answer) => {
    const onAnswer = open({ kind });
    expect(document.activeElement).toBe(screen.getByRole('button', { name }));
    await userEvent.keyboard('{Enter}');
    expect(onAnswer).toHaveBeenCalledWith(answer);
  });

  test('a careful one keeps its texts and focuses cancel, so that Enter does not confirm', async () => {
    const onAnswer = open({ careful: true });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Não, cancelar' }));
    expect(screen.getByRole('button', { name: 'Sim' })).toBeDefined();
    await userEvent.keyboard('{Enter}');
    expect(onAnswer).toHaveBeenCalledWith(false);
  });

  test('Escape cancels', async () => {
    const onAnswer = open({});
    await userEvent.keyboard('{Escape}');
    expect(onAnswer).toHaveBeenCalledWith(false);
  });

  test('a persistent one is answered by a button only', async () => {
    const onAnswer = open({ persistent: true });
    await userEvent.keyboard('{Escape}');
    expect(onAnswer).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Não, cancelar' }));
    expect(onAnswer).toHaveBeenCalledWith(false);
  });
});

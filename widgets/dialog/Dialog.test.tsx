// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const document_ = (props: Record<string, unknown> = {}, on: Record<string, unknown> = {}) =>
  screenOf([{ id: 'go', type: 'button', props: { text: 'Abrir' }, on: { press: [{ open: 'window' }] } }], {
    dialogs: [
      {
        id: 'window',
        type: 'dialog',
        props: { title: 'Redefinir senha', subtitle: 'Kátia', footer: ['ok'], ...props },
        on,
        children: [
          { id: 'body', type: 'text', props: { text: 'corpo' } },
          { id: 'ok', type: 'button', props: { text: 'Pronto' }, on: { press: [{ close: 'window' }] } },
        ],
      },
    ],
  });

describe('dialog', () => {
  it('should open and close by steps, and return the focus', async () => {
    const user = userEvent.setup();
    const { host } = renderScreen(
      document_({}, { open: [{ toast: { info: 'aberta' } }], close: [{ toast: { info: 'fechada' } }] }),
    );
    const go = await screen.findByRole('button', { name: 'Abrir' });
    expect(screen.queryByText('corpo')).toBeNull();
    await user.click(go);
    const dialog = await screen.findByRole('dialog', { name: /Redefinir senha/ });
    expect(await within(dialog).findByText('corpo')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Pronto' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(globalThis.document.activeElement).toBe(go));
    expect(host.toasts.map((toast) => toast.text)).toEqual(['aberta', 'fechada']);
  });

  it('should begin at the first control of its content, once it is there, and not at its close button', async () => {
    const user = userEvent.setup();
    renderScreen(
      screenOf(
        [{ id: 'go', type: 'button', props: { text: 'Abrir' }, on: { press: [{ open: 'window' }] } }],
        {
          dialogs: [
            {
              id: 'window',
              type: 'dialog',
              props: { title: 'Selecione o tipo', footer: ['no'] },
              children: [
                { id: 'first', type: 'card', props: { title: 'Um' }, on: { press: [{ close: 'window' }] } },
                {
                  id: 'second',
                  type: 'card',
                  props: { title: 'Dois' },
                  on: { press: [{ close: 'window' }] },
                },
                { id: 'no', type: 'button', props: { text: 'Cancelar' } },
              ],
            },
          ],
        },
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Abrir' }));
    const dialog = await screen.findByRole('dialog');
    // By its text: the dialog is hidden from assistive tools for a moment while the focus moves into it.
    await waitFor(() => expect(globalThis.document.activeElement).toBe(within(dialog).getByText('Um')));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('should press the last button of its footer with Ctrl+Enter', async () => {
    renderScreen(document_());
    fireEvent.click(await screen.findByRole('button', { name: 'Abrir' }));
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Enter' });
    expect(await screen.findByRole('dialog')).toBeTruthy();
    await screen.findByRole('button', { name: 'Pronto' });
    // It is hidden from assistive tools for a moment while the focus moves into it.
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('should submit with Ctrl+Enter from a combobox too, whose list stays closed', async () => {
    renderScreen(
      screenOf(
        [{ id: 'go', type: 'button', props: { text: 'Abrir' }, on: { press: [{ open: 'window' }] } }],
        {
          dialogs: [
            {
              id: 'window',
              type: 'dialog',
              props: { title: 'Cor', footer: ['ok'] },
              children: [
                {
                  id: 'color',
                  type: 'field',
                  props: {
                    bind: 'state.color',
                    label: 'Cor',
                    control: 'combobox',
                    options: [{ value: 'red', label: 'Vermelho' }],
                  },
                },
                { id: 'ok', type: 'button', props: { text: 'Pronto' }, on: { press: [{ close: 'window' }] } },
              ],
            },
          ],
          state: { color: null },
        },
      ),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Abrir' }));
    const box = await screen.findByRole('combobox', { name: 'Cor' });
    await screen.findByText('Pronto');
    fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('should close with Esc, but not when it is persistent', async () => {
    renderScreen(document_());
    fireEvent.click(await screen.findByRole('button', { name: 'Abrir' }));
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    renderScreen(document_({ persistent: true }));
    fireEvent.click(await screen.findByRole('button', { name: 'Abrir' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(screen.getByRole('dialog')).toBe(dialog);
    expect(within(dialog).queryByRole('button', { name: 'Fechar' })).toBeNull();
  });
});

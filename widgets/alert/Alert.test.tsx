// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

/** Fluent's bar measures itself, and jsdom has no layout. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => void vi.stubGlobal('ResizeObserver', NoObserver));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('alert', () => {
  it('should have the role alert for a danger, else status', async () => {
    renderScreen(
      screenOf([
        {
          id: 'a',
          type: 'alert',
          props: { intent: 'danger', title: 'Parou', text: 'Reenvie.' },
          children: [{ id: 'again', type: 'button', props: { text: 'Reenviar' } }],
        },
        { id: 'b', type: 'alert', props: { text: 'Tudo em dia.' } },
      ]),
    );
    const alert = await screen.findByRole('alert');
    expect(alert.id).toBe('a');
    expect(alert.textContent).toContain('ParouReenvie.');
    expect(await within(alert).findByRole('button', { name: 'Reenviar' })).toBeTruthy();
    expect(document.querySelector('#b')?.getAttribute('role')).toBe('status');
    expect(screen.queryByRole('button', { name: 'Fechar este aviso' })).toBeNull();
  });

  it('should be dismissed, and appear again with other content', async () => {
    const user = userEvent.setup();
    const { host } = renderScreen(
      screenOf(
        [
          {
            id: 'a',
            type: 'alert',
            props: { title: { $expr: 'state.title' }, dismissible: true },
            on: { dismiss: [{ toast: { info: 'ok' } }] },
          },
          {
            id: 'next',
            type: 'button',
            props: { text: 'Outro' },
            on: { press: [{ set: { 'state.title': 'Dois' } }] },
          },
        ],
        { state: { title: 'Um' } },
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Fechar este aviso' }));
    expect(document.querySelector('#a')).toBeNull();
    expect(host.toasts).toHaveLength(1);
    await user.click(await screen.findByRole('button', { name: 'Outro' }));
    expect(document.querySelector('#a')?.textContent).toContain('Dois');
  });
});

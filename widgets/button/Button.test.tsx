// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

const button = (props: Record<string, unknown>, on: Record<string, unknown> = {}) => ({
  id: 'go',
  type: 'button',
  props,
  on,
});

describe('button', () => {
  it('should show progress and ignore presses while its steps run', async () => {
    let release: (value: unknown) => void = () => undefined;
    const { host } = renderScreen(
      screenOf([
        button(
          { text: 'Salvar' },
          { press: [{ request: { post: '/save' } }, { toast: { success: 'Salvo' } }] },
        ),
      ]),
      { answer: () => new Promise((resolve) => (release = resolve)) },
    );
    const go = await screen.findByRole('button', { name: 'Salvar' });
    fireEvent.click(go);
    await waitFor(() => expect(go.getAttribute('aria-busy')).toBe('true'));
    fireEvent.click(go);
    expect(host.requests).toHaveLength(1);
    await act(async () => release({}));
    await waitFor(() => expect(go.getAttribute('aria-busy')).toBeNull());
    expect(host.toasts).toEqual([{ kind: 'success', text: 'Salvo' }]);
  });

  it('should follow its expressions for disabled and badge', async () => {
    renderScreen(
      screenOf(
        [button({ text: 'Salvar', disabled: { $expr: 'state.count = 0' }, badge: { $expr: 'state.count' } })],
        {
          state: { count: 0 },
        },
      ),
    );
    const go = await screen.findByRole('button', { name: 'Salvar' });
    expect((go as HTMLButtonElement).disabled).toBe(true);
    cleanup();
    renderScreen(
      screenOf([button({ text: 'Salvar', badge: { $expr: 'state.count' } })], { state: { count: 3 } }),
    );
    expect((await screen.findByRole('button')).textContent).toBe('Salvar3');
  });

  it('should keep the focus when its press disables it, and press no more', async () => {
    renderScreen(
      screenOf(
        [
          button(
            { text: 'Publicar', disabled: { $expr: 'state.done > 0' } },
            { press: [{ set: { 'state.done': { $expr: 'state.done + 1' } } }] },
          ),
          { id: 'done', type: 'text', props: { text: { $expr: "'feito ' & state.done" } } },
        ],
        { state: { done: 0 } },
      ),
    );
    const publish = (await screen.findByRole('button', { name: 'Publicar' })) as HTMLButtonElement;
    act(() => publish.focus());
    fireEvent.click(publish);
    await waitFor(() => expect(publish.getAttribute('aria-disabled')).toBe('true'));
    expect(document.activeElement).toBe(publish);
    fireEvent.click(publish);
    expect(await screen.findByText('feito 1')).toBeTruthy();
    act(() => publish.blur());
    await waitFor(() => expect(publish.disabled).toBe(true));
  });

  it('should keep its accessible name when only the icon is visible', async () => {
    renderScreen(screenOf([button({ text: 'Atualizar', icon: 'arrow-clockwise', iconOnly: true })]));
    const square = await screen.findByRole('button', { name: 'Atualizar' });
    expect(square.textContent).toBe('');
    expect(getComputedStyle(square).maxWidth).toBe('32px');
  });
});

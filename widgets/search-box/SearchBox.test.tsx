// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const box = (props: object = {}) => ({
  id: 'box',
  type: 'search-box',
  props: { bind: 'state.text', page: 'state.page', ...props },
  on: { search: [{ toast: { info: { $expr: 'event' } } }] },
});
const stateText = {
  id: 'state',
  type: 'text',
  props: { text: { $expr: "state.text & '|' & $string(state.page)" } },
};
const clear = {
  id: 'clear',
  type: 'button',
  props: { text: 'Zerar' },
  on: { press: [{ set: { 'state.text': '' } }] },
};

async function open(props: object = {}, state: object = {}) {
  const view = renderScreen(
    screenOf([box(props), stateText, clear], { state: { text: '', page: 3, ...state } }),
  );
  const input = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Buscar' });
  await screen.findByText(/\|3$/);
  await screen.findByText('Zerar');
  return { ...view, input };
}
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });

describe('search-box', () => {
  it('should write the text after a pause in typing, and go to the first page', async () => {
    const { input } = await open();
    vi.useFakeTimers();
    type(input, 'an');
    act(() => void vi.advanceTimersByTime(499));
    type(input, ' ana ');
    act(() => void vi.advanceTimersByTime(499));
    expect(document.querySelector('#state')?.textContent).toBe('|3');
    act(() => void vi.advanceTimersByTime(1));
    vi.useRealTimers();
    expect(await screen.findByText('ana|1')).toBeTruthy();
    expect(input.value).toBe('ana');
  });

  it('should write at once and fire search with Enter', async () => {
    const { input, host } = await open();
    type(input, 'ana');
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(await screen.findByText('ana|1')).toBeTruthy();
    expect(host.toasts.map((toast) => toast.text)).toEqual(['ana']);
  });

  it('should be cleared by its button, by Esc and by other nodes', async () => {
    const { input } = await open({}, { text: 'ana' });
    expect(input.value).toBe('ana');
    fireEvent.click(screen.getByRole('button', { name: 'Limpar a busca' }));
    expect(await screen.findByText('|1')).toBeTruthy();
    expect(input.value).toBe('');
    type(input, 'bia');
    fireEvent.keyDown(input, { key: 'Escape' });
    expect(input.value).toBe('');
    type(input, 'rui');
    fireEvent.blur(input);
    expect(await screen.findByText('rui|1')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Zerar' }));
    expect(await screen.findByText('|1')).toBeTruthy();
    expect(input.value).toBe('');
  });

  it('should report the longest allowed text, and cut none', async () => {
    const { input, host } = await open({ maxLength: 5 });
    type(input, 'comprido');
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(await screen.findByText('Busque no máximo 5 caracteres.')).toBeTruthy();
    expect(input.value).toBe('comprido');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.querySelector('#state')?.textContent).toBe('|3');
    expect(host.toasts).toEqual([]);
    type(input, 'curto');
    fireEvent.blur(input);
    expect(await screen.findByText('curto|1')).toBeTruthy();
    expect(screen.queryByText(/no máximo/)).toBeNull();
  });
});

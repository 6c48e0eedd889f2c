// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

let width = 1000;
beforeEach(() => {
  width = 1000;
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, 0, width, 500),
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const split = (props: object = {}, more: object = {}) => ({
  id: 'split',
  type: 'split',
  props,
  children: [
    { id: 'a', type: 'text', props: { text: 'um' } },
    { id: 'b', type: 'text', props: { text: 'dois' }, ...more },
    { id: 'c', type: 'text', props: { text: 'três' } },
  ],
});
const separator = () => screen.findByRole('separator');
const columns = () => (document.querySelector('#split') as HTMLElement).style.gridTemplateColumns;

describe('split', () => {
  it('should share the room between the first child and the others', async () => {
    renderScreen(screenOf([split({ ratio: 30 })]));
    expect((await separator()).getAttribute('aria-valuenow')).toBe('30');
    expect((await separator()).getAttribute('aria-orientation')).toBe('vertical');
    expect(columns()).toBe('minmax(160px, 30fr) auto minmax(160px, 70fr)');
    await screen.findByText('três');
    expect(document.querySelector('#split-first')?.textContent).toBe('um');
    expect(document.querySelector('#split-second')?.textContent).toBe('doistrês');
  });

  it('should be moved by keyboard down to the least sizes', async () => {
    renderScreen(screenOf([split({ min: [200, 100] })]));
    const line = await separator();
    const press = (key: string, more: object = {}) => {
      fireEvent.keyDown(line, { key, ...more });
      return line.getAttribute('aria-valuenow');
    };
    expect(press('ArrowRight')).toBe('52');
    expect(press('ArrowLeft', { shiftKey: true })).toBe('42');
    expect(press('ArrowUp')).toBe('42');
    expect(press('Home')).toBe('20');
    expect(press('End')).toBe('90');
    expect(press('Enter')).toBe('50');
  });

  it('should be moved by dragging', async () => {
    renderScreen(screenOf([split({ direction: 'vertical' })]));
    const line = await separator();
    line.setPointerCapture = vi.fn();
    line.hasPointerCapture = () => true;
    expect(line.getAttribute('aria-orientation')).toBe('horizontal');
    fireEvent.pointerDown(line, { button: 0, pointerId: 1 });
    expect(line.setPointerCapture).toHaveBeenCalledWith(1);
    expect(document.activeElement).toBe(line);
    fireEvent.pointerMove(line, { clientY: 300, pointerId: 1 });
    expect(line.getAttribute('aria-valuenow')).toBe('60');
    fireEvent.doubleClick(line);
    expect(line.getAttribute('aria-valuenow')).toBe('50');
  });

  it('should stack its panes where it is narrow, without a separator', async () => {
    width = 500;
    renderScreen(screenOf([split()]));
    await screen.findByText('três');
    expect(screen.queryByRole('separator')).toBeNull();
    expect(columns()).toBe('');
  });

  it('should give all the room to the only visible pane', async () => {
    const alone = { ...split(), children: split({}, { visible: false }).children.slice(0, 2) };
    renderScreen(screenOf([alone]));
    await screen.findByText('um');
    expect(screen.queryByRole('separator')).toBeNull();
    expect(document.querySelector('#split-second')).toBeNull();
  });

  it('should hide a child behind the button of its heading, and show it again', async () => {
    renderScreen(screenOf([split({ collapse: { child: 'first', title: 'Dados' } })]));
    await separator();
    const content = () => document.querySelector('#split-first-content') as HTMLElement;
    const button = () => screen.getByRole('button', { name: 'Dados' });
    expect(button().getAttribute('aria-expanded')).toBe('true');
    expect(button().getAttribute('aria-controls')).toBe(content().id);
    fireEvent.click(button());
    expect(button().getAttribute('aria-expanded')).toBe('false');
    expect(getComputedStyle(content()).display).toBe('none');
    expect(screen.queryByRole('separator')).toBeNull();
    expect(columns()).toBe('auto minmax(0, 1fr)');
    fireEvent.click(button());
    expect(getComputedStyle(content()).display).toBe('flex');
    expect(screen.getByRole('separator')).toBeTruthy();
  });

  it('should hide it at first where the children are stacked', async () => {
    width = 390;
    renderScreen(screenOf([split({ collapse: { child: 'first', title: 'Dados' } })]));
    const button = await screen.findByRole('button', { name: 'Dados' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await screen.findByText('três');
  });

  it('should hide it at first where the document says that there is too little room', async () => {
    width = 900;
    renderScreen(screenOf([split({ collapse: { child: 'first', title: 'Dados', closedBelow: 1000 } })]));
    const button = await screen.findByRole('button', { name: 'Dados' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    // It lies over the other pane, which keeps its room, until Escape or a press beside it.
    expect(screen.queryByRole('separator')).toBeNull();
    expect(columns()).toBe('41px minmax(0, 1fr)');
    fireEvent.keyDown(await screen.findByText('um'), { key: 'Escape' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(button);
    fireEvent.click(button);
    fireEvent.pointerDown(screen.getByText('dois'));
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it('should display one child in a narrow window, and keep what was typed in the other one', async () => {
    let narrow = true;
    const listeners = new Set<() => void>();
    vi.stubGlobal('matchMedia', () => ({
      get matches() {
        return narrow;
      },
      addEventListener: (_: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    }));
    const setNarrow = (next: boolean) =>
      act(() => {
        narrow = next;
        for (const listener of listeners) listener();
      });
    const note = { id: 'a', type: 'field', props: { bind: 'state.note', control: 'text', label: 'Nota' } };
    const { children } = split();
    renderScreen(
      screenOf(
        [
          {
            ...split({ narrow: { child: 'second', text: 'Alargue a janela.' } }),
            children: [note, ...children.slice(1)],
          },
        ],
        { state: { note: '' } },
      ),
    );
    expect(await screen.findByText('Alargue a janela.')).toBeTruthy();
    expect(await screen.findByText('dois')).toBeTruthy();
    expect(screen.queryByLabelText('Nota')).toBeNull();
    setNarrow(false);
    const input = await screen.findByLabelText('Nota');
    fireEvent.change(input, { target: { value: 'meia frase' } });
    expect(screen.queryByText('Alargue a janela.')).toBeNull();
    setNarrow(true);
    expect(screen.queryByRole('textbox')).toBeNull();
    setNarrow(false);
    expect(screen.getByRole('textbox')).toBe(input);
    expect((input as HTMLInputElement).value).toBe('meia frase');
  });
});

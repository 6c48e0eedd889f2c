// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from './Toaster.tsx';
import { dismissErrors, notify, toastTimeout } from './toasts.ts';

const mount = () =>
  render(
    <FluentProvider theme={webLightTheme}>
      <Toaster label="Avisos" closeLabel="Fechar" />
    </FluentProvider>,
  );

beforeEach(() => {
  vi.useFakeTimers();
  mount();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const show = (...given: Parameters<typeof notify>) => act(() => notify(...given));
const visible = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

test('a toast stays 7,000 ms', () => {
  expect(toastTimeout).toBe(7000);
  show('success', 'Salvo');
  pass(6999);
  expect(visible()).toEqual(['Salvo']);
  pass(1);
  expect(visible()).toEqual([]);
});

test.each([
  ['pointer', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['focus', fireEvent.focus, fireEvent.blur],
])('its time stops under %s', (_, enter, leave) => {
  show('success', 'Salvo');
  const item = screen.getByRole('listitem');
  enter(item);
  pass(20_000);
  expect(visible()).toEqual(['Salvo']);
  leave(item);
  pass(7000);
  expect(visible()).toEqual([]);
});

test('announces success politely, a failure at once', () => {
  show('success', 'Salvo');
  show('error', 'Falhou');
  pass(100);
  expect(screen.getByTestId('toast-polite').textContent).toBe('Salvo');
  expect(screen.getByTestId('toast-assertive').textContent).toBe('Falhou');
});

test('announces a toast from before the toaster was mounted', () => {
  cleanup();
  notify('error', 'Falhou');
  mount();
  pass(100);
  expect(screen.getByTestId('toast-assertive').textContent).toBe('Falhou');
});

test('restarts one toast when the same text is notified again', () => {
  show('error', 'Falhou');
  pass(5000);
  show('error', 'Falhou');
  pass(5000);
  expect(visible()).toEqual(['Falhou']);
  pass(2000);
  expect(visible()).toEqual([]);
});

test('undo runs once and closes the toast', () => {
  const undo = vi.fn();
  show('success', 'Apagado', { action: { text: 'Desfazer', run: undo } });
  fireEvent.click(screen.getByText('Desfazer'));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(visible()).toEqual([]);
});

const pressUndo = (target: Element = document.body, more = {}) =>
  fireEvent.keyDown(target, { key: 'z', ctrlKey: true, ...more });

test('Ctrl+Z takes back the newest undo, one at a time, while its toast is shown', () => {
  const [first, second, retry] = [vi.fn(), vi.fn(), vi.fn()];
  show('success', 'Desativado', { action: { text: 'Desfazer', run: first, isUndo: true } });
  // The same text: each toast undoes something of its own.
  show('success', 'Desativado', { action: { text: 'Desfazer', run: second, isUndo: true } });
  show('error', 'Falhou', { action: { text: 'Tentar de novo', run: retry } });
  expect(visible()).toHaveLength(3);
  pressUndo();
  expect([first, second].map((one) => one.mock.calls.length)).toEqual([0, 1]);
  pressUndo();
  pressUndo();
  expect([first, second].map((one) => one.mock.calls.length)).toEqual([1, 1]);
  expect(retry).not.toHaveBeenCalled();
  expect(visible()).toEqual(['FalhouTentar de novo']);
});

test('Ctrl+Z undoes nothing after the toast is gone', () => {
  const undo = vi.fn();
  show('success', 'Desativado', { action: { text: 'Desfazer', run: undo, isUndo: true } });
  pass(7000);
  pressUndo();
  expect(undo).not.toHaveBeenCalled();
});

test('Ctrl+Z belongs to text inputs, editors and whatever handles it first', () => {
  const undo = vi.fn();
  show('success', 'Desativado', { action: { text: 'Desfazer', run: undo, isUndo: true } });
  for (const html of ['<input>', '<textarea></textarea>', '<div role="textbox"><b></b></div>']) {
    const place = document.createElement('div');
    place.innerHTML = html;
    document.body.append(place);
    pressUndo(place.querySelector('b') ?? place.firstElementChild!);
    place.remove();
  }
  const handle = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', handle);
  pressUndo();
  document.body.removeEventListener('keydown', handle);
  pressUndo(document.body, { shiftKey: true });
  expect(undo).not.toHaveBeenCalled();
  const checkbox = Object.assign(document.createElement('input'), { type: 'checkbox' });
  document.body.append(checkbox);
  pressUndo(checkbox);
  expect(undo).toHaveBeenCalledTimes(1);
  checkbox.remove();
});

test('announces that a toast can be undone, and its button names the key', () => {
  show('success', 'Desativado', { action: { text: 'Desfazer', run: () => undefined, isUndo: true } });
  pass(100);
  expect(screen.getByTestId('toast-polite').textContent).toBe('Desativado Desfazer');
  const button = screen.getByRole('button', { name: 'Desfazer' });
  expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+Z');
  act(() => button.focus());
  pass(20_000);
  expect(visible()).toHaveLength(1);
});

test('closes by button and by Escape', () => {
  show('success', 'Um');
  fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  expect(visible()).toEqual([]);
  show('success', 'Dois');
  fireEvent.keyDown(screen.getByRole('listitem'), { key: 'Escape' });
  expect(visible()).toEqual([]);
});

test('a new attempt removes earlier errors only', () => {
  show('error', 'Falhou');
  show('success', 'Salvo');
  act(dismissErrors);
  expect(visible()).toEqual(['Salvo']);
});

test('the detail of a toast is a line below its text, and is announced with it', () => {
  show('error', 'Erro ao criar usuário', { detail: 'Sem conexão com o servidor.' });
  // The same text for another reason is another toast.
  show('error', 'Erro ao criar usuário', { detail: 'O disco está cheio.' });
  show('error', 'Erro ao criar usuário', { detail: 'O disco está cheio.' });
  pass(100);
  expect(visible()).toHaveLength(2);
  expect(screen.getAllByText('Erro ao criar usuário')).toHaveLength(2);
  expect(screen.getByText('O disco está cheio.')).toBeTruthy();
  expect(screen.getByTestId('toast-assertive').textContent).toContain(
    'Erro ao criar usuário Sem conexão com o servidor.',
  );
});

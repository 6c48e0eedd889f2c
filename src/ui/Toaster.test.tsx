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
const shown = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

test('a notice stays 7,000 ms', () => {
  expect(toastTimeout).toBe(7000);
  show('success', 'Salvo');
  pass(6999);
  expect(shown()).toEqual(['Salvo']);
  pass(1);
  expect(shown()).toEqual([]);
});

test.each([
  ['pointer', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['focus', fireEvent.focus, fireEvent.blur],
])('its time stops under %s', (_, enter, leave) => {
  show('success', 'Salvo');
  const item = screen.getByRole('listitem');
  enter(item);
  pass(20_000);
  expect(shown()).toEqual(['Salvo']);
  leave(item);
  pass(7000);
  expect(shown()).toEqual([]);
});

test('success is announced politely, a failure at once', () => {
  show('success', 'Salvo');
  show('error', 'Falhou');
  pass(100);
  expect(screen.getByTestId('toast-polite').textContent).toBe('Salvo');
  expect(screen.getByTestId('toast-assertive').textContent).toBe('Falhou');
});

test('a toast from before the toaster was mounted is announced', () => {
  cleanup();
  notify('error', 'Falhou');
  mount();
  pass(100);
  expect(screen.getByTestId('toast-assertive').textContent).toBe('Falhou');
});

test('the same text again is one toast whose time starts over', () => {
  show('error', 'Falhou');
  pass(5000);
  show('error', 'Falhou');
  pass(5000);
  expect(shown()).toEqual(['Falhou']);
  pass(2000);
  expect(shown()).toEqual([]);
});

test('undo runs once and closes the toast', () => {
  const undo = vi.fn();
  show('success', 'Apagado', { text: 'Desfazer', run: undo });
  fireEvent.click(screen.getByText('Desfazer'));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(shown()).toEqual([]);
});

test('closing by button and by Escape', () => {
  show('success', 'Um');
  fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  expect(shown()).toEqual([]);
  show('success', 'Dois');
  fireEvent.keyDown(screen.getByRole('listitem'), { key: 'Escape' });
  expect(shown()).toEqual([]);
});

test('a new attempt removes earlier errors only', () => {
  show('error', 'Falhou');
  show('success', 'Salvo');
  act(dismissErrors);
  expect(shown()).toEqual(['Salvo']);
});

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
  show('success', 'Apagado', { text: 'Desfazer', run: undo });
  fireEvent.click(screen.getByText('Desfazer'));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(visible()).toEqual([]);
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

// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LazyComponent } from './LazyComponent.tsx';
import { inTime, lazyComponent, shellPatience } from './lazy-source.ts';

// React logs every error that an error boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Code whose first loads fail. */
function failing(times: number) {
  const load = vi.fn(() =>
    load.mock.calls.length <= times
      ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
      : Promise.resolve({ default: ({ text }: { text: string }) => <p>{text}</p> }),
  );
  return { load, part: lazyComponent<{ text: string }>(load) };
}

test('a failed load leaves the page and the typed text, and a retry loads the component', async () => {
  const { load, part } = failing(1);
  render(
    <>
      <input aria-label="name" />
      <LazyComponent source={part} renderFailed={(retry) => <button onClick={retry}>again</button>}>
        {(Part) => <Part text="there" />}
      </LazyComponent>
    </>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('name');
  await userEvent.type(input, 'Ana');
  await userEvent.click(await screen.findByRole('button', { name: 'again' }));
  expect(await screen.findByText('there')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
  expect(screen.getByLabelText('name')).toBe(input);
  expect(input.value).toBe('Ana');
});

test('a component that is mounted again after a failed load is loaded again', async () => {
  const { part } = failing(1);
  const onFailed = vi.fn();
  const element = (
    <LazyComponent source={part} onFailed={onFailed}>
      {(Part) => <Part text="there" />}
    </LazyComponent>
  );
  const { unmount } = render(element);
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledTimes(1), { timeout: 60_000 });
  unmount();
  render(element);
  expect(await screen.findByText('there')).toBeDefined();
});

test('a part of the shell fails, and offers a retry, after its own patience; what arrives later replaces it', async () => {
  vi.useFakeTimers();
  let arrive: (module: { default: () => string }) => void = () => undefined;
  const part = lazyComponent<object>(() => new Promise((resolve) => (arrive = resolve)), shellPatience);
  render(
    <LazyComponent source={part} renderFailed={(retry) => <button onClick={retry}>again</button>}>
      {(Part) => <Part />}
    </LazyComponent>,
  );
  await act(() => vi.advanceTimersByTimeAsync(shellPatience - 1));
  expect(screen.queryByRole('button')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('button', { name: 'again' })).toBeDefined();
  arrive({ default: () => 'there' });
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText('there')).toBeDefined();
  vi.useRealTimers();
});

test('a page of the shell that does not arrive is given up in time', async () => {
  vi.useFakeTimers();
  const given = vi.fn();
  void inTime(new Promise(() => undefined)).then(given);
  await expect(inTime(Promise.resolve('there'))).resolves.toBe('there');
  await expect(inTime(Promise.reject(new Error('not there')))).rejects.toThrow('not there');
  await vi.advanceTimersByTimeAsync(shellPatience - 1);
  expect(given).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(given).toHaveBeenCalledExactlyOnceWith(null);
  vi.useRealTimers();
});

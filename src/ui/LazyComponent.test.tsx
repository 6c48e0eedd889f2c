// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LazyComponent } from './LazyComponent.tsx';
import { lazyComponent } from './lazy-source.ts';

// React tells the console of every failure it hands to a boundary.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Fails the first times it is asked for. */
function failing(times: number) {
  const load = vi.fn(() =>
    load.mock.calls.length <= times
      ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
      : Promise.resolve({ default: ({ text }: { text: string }) => <p>{text}</p> }),
  );
  return { load, part: lazyComponent<{ text: string }>(load) };
}

test('code that does not come leaves the page and what was typed, and comes with a new attempt', async () => {
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

test('drawn anew after a failure it is asked for again', async () => {
  const { part } = failing(1);
  const onFailed = vi.fn();
  const drawn = (
    <LazyComponent source={part} onFailed={onFailed}>
      {(Part) => <Part text="there" />}
    </LazyComponent>
  );
  const { unmount } = render(drawn);
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledTimes(1), { timeout: 60_000 });
  unmount();
  render(drawn);
  expect(await screen.findByText('there')).toBeDefined();
});

// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useUnmount } from './useUnmount.ts';

test('calls onUnmount once, after the component has left the page', async () => {
  const onUnmount = vi.fn();
  function Part() {
    useUnmount(onUnmount);
    return null;
  }
  const { unmount } = render(<Part />);
  await act(async () => undefined);
  expect(onUnmount).not.toHaveBeenCalled();
  unmount();
  await act(async () => undefined);
  expect(onUnmount).toHaveBeenCalledTimes(1);
});

// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { useTooltip } from './useTooltip.tsx';

afterEach(cleanup);

function IconButton() {
  const { trigger, tooltip } = useTooltip('Editar');
  return (
    <>
      <button type="button" {...trigger} />
      {tooltip}
    </>
  );
}

/** Makes a focus count as one by Tab, which jsdom otherwise guesses from earlier tests. */

function focusShows() {
  const matches = Element.prototype.matches;
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector === ':focus-visible' || matches.call(this, selector);
  });
}

it('names its control, and displays the name on hover', async () => {
  render(<IconButton />);
  const button = screen.getByRole('button', { name: 'Editar' });
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  expect((await screen.findByRole('tooltip')).textContent).toBe('Editar');
  fireEvent.pointerLeave(button);
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

it.each([
  ['displayed', 300],
  ['opening', 50],
])('closes when the control is pressed, %s', async (_, wait) => {
  render(<IconButton />);
  const button = screen.getByRole('button');
  const pass = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  await pass(wait);
  fireEvent.pointerDown(button);
  await pass(300);
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('closes on a press by the keyboard', async () => {
  const user = userEvent.setup();
  focusShows();
  render(<IconButton />);
  const button = screen.getByRole('button');
  await user.tab();
  expect(await screen.findByRole('tooltip')).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(document.activeElement).toBe(button);
});

it('displays the name on keyboard focus; Escape closes it', async () => {
  const user = userEvent.setup();
  focusShows();
  render(<IconButton />);
  await user.tab();
  expect(await screen.findByRole('tooltip')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button'));
});

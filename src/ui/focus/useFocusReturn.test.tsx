// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { useFocusReturn } from './useFocusReturn.ts';

afterEach(cleanup);

function Window() {
  const button = useRef<HTMLButtonElement>(null);
  useFocusReturn();
  useEffect(() => button.current?.focus(), []);
  return <button ref={button}>inside</button>;
}

function Page({ open, strip = true }: { open: boolean; strip?: boolean }) {
  return (
    <main tabIndex={-1}>
      <button>other</button>
      <div>
        {strip && <button>trigger</button>}
        <button>menu</button>
      </div>
      {open && <Window />}
    </main>
  );
}

const focused = async () => {
  await act(async () => undefined);
  return document.activeElement;
};

describe('focus return', () => {
  test('to the element that had it', async () => {
    const { rerender } = render(<Page open={false} />);
    screen.getByText('trigger').focus();
    rerender(<Page open />);
    expect(document.activeElement?.textContent).toBe('inside');
    rerender(<Page open={false} />);
    expect((await focused())?.textContent).toBe('trigger');
  });

  test('to the nearest neighbour of an element that was removed', async () => {
    const { rerender } = render(<Page open={false} />);
    screen.getByText('trigger').focus();
    rerender(<Page open />);
    rerender(<Page open={false} strip={false} />);
    expect((await focused())?.textContent).toBe('menu');
  });

  test('to the button of a menu whose entry opened it', async () => {
    const Menu = ({ open, menu }: { open: boolean; menu: boolean }) => (
      <>
        <button aria-haspopup="menu" aria-expanded={menu}>
          actions
        </button>
        {menu && (
          <div role="menu">
            <div role="menuitem" tabIndex={0}>
              configure
            </div>
          </div>
        )}
        {open && <Window />}
      </>
    );
    const { rerender } = render(<Menu open={false} menu />);
    screen.getByText('configure').focus();
    rerender(<Menu open menu={false} />);
    rerender(<Menu open={false} menu={false} />);
    expect((await focused())?.textContent).toBe('actions');
  });

  test('to the page when no element had it', async () => {
    const { rerender } = render(<Page open />);
    rerender(<Page open={false} />);
    expect((await focused())?.tagName).toBe('MAIN');
  });

  test('not at all when another element has it already', async () => {
    const { rerender } = render(<Page open={false} />);
    screen.getByText('trigger').focus();
    rerender(<Page open />);
    screen.getByText('other').focus();
    rerender(<Page open={false} />);
    expect((await focused())?.textContent).toBe('other');
  });
});

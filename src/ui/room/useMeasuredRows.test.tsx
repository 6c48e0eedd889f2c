// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect, useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useMeasuredRows } from './useMeasuredRows.ts';
import type { MeasuredRows } from './useMeasuredRows.ts';

let heightOf: (index: number) => number;
let rows: MeasuredRows;

beforeEach(() => {
  heightOf = () => 60;
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return heightOf(Number(this.dataset['line']));
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const keyOf = (index: number) => index;

function List({ count }: { count: number }) {
  const scroller = useRef<HTMLDivElement>(null);
  const window = useMeasuredRows({ count, rowHeight: 60, scroller, keyOf });
  useLayoutEffect(() => {
    rows = window;
  });
  return (
    <div ref={scroller} data-testid="scroller">
      {window.rows.map(({ index }) => (
        <p key={index} ref={window.measure} data-line={index}>
          {index}
        </p>
      ))}
    </div>
  );
}

function show(count = 1_000): HTMLElement {
  render(<List count={count} />);
  return screen.getByTestId('scroller');
}
function scrollTo(scroller: HTMLElement, top: number): void {
  scroller.scrollTop = top;
  fireEvent.scroll(scroller);
}
const indexes = () => rows.rows.map(({ index }) => index);

describe('useMeasuredRows', () => {
  it('should render the rows in view and some around them', () => {
    const scroller = show();
    expect(indexes()).toEqual(Array.from({ length: 12 }, (_, index) => index));
    scrollTo(scroller, 6_000);
    expect(indexes()).toEqual(Array.from({ length: 18 }, (_, index) => 94 + index));
    expect(rows.height).toBe(60_000);
  });

  it('should position rows by their measured heights', () => {
    heightOf = (index) => (index === 1 ? 100 : 60);
    show();
    expect(rows.rows.slice(0, 4).map(({ start }) => start)).toEqual([0, 60, 160, 220]);
    expect(rows.height).toBe(60_040);
  });

  it('should leave the rows in view where they are when rows above turn out higher', () => {
    const scroller = show();
    heightOf = (index) => (index < 100 ? 80 : 60);
    scrollTo(scroller, 6_000);
    // At least six rows above the view are measured, each 20 pixels higher; row 100 is still the first in view.
    expect(scroller.scrollTop).toBeGreaterThanOrEqual(6_120);
    expect(rows.rows.find(({ index }) => index === 100)?.start).toBe(scroller.scrollTop);
  });

  it('should reveal the whole of a row whose height was not known', () => {
    const scroller = show();
    heightOf = () => 90;
    act(() => rows.reveal(999));
    expect(indexes()).toContain(999);
    expect(scroller.scrollTop + 300).toBe(rows.height);
  });

  it('should render nothing for an empty list', () => {
    show(0);
    expect(rows.rows).toEqual([]);
    expect(rows.height).toBe(0);
  });
});

// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { keepScroll } from './keep-scroll.ts';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function pageOf(tables: number) {
  document.body.innerHTML = `<div data-screen>${Array.from(
    { length: tables },
    (_, at) => `<div id="t${at}"><div data-scroller></div></div>`,
  ).join('')}</div>`;
  const page = document.querySelector<HTMLElement>('[data-screen]')!;
  return { page, roots: [...page.children] as HTMLElement[] };
}

describe('where tables are scrolled to', () => {
  it('should be followed by one listener of the page, and by none once all have left', () => {
    const { page, roots } = pageOf(5);
    const added = vi.spyOn(page, 'addEventListener');
    const removed = vi.spyOn(page, 'removeEventListener');
    const stops = roots.map((root) => keepScroll(root)!);
    expect(added).toHaveBeenCalledTimes(1);
    for (const stop of stops.slice(1)) stop();
    expect(removed).not.toHaveBeenCalled();
    stops[0]!();
    expect(removed).toHaveBeenCalledTimes(1);
  });

  it('should be where the table that takes the place of another one is', async () => {
    const { page, roots } = pageOf(2);
    const [first, second] = roots as [HTMLElement, HTMLElement];
    const stops = [keepScroll(first)!, keepScroll(second)!];
    const scroll = (element: Element, top: number) => {
      element.scrollTop = top;
      element.dispatchEvent(new Event('scroll'));
    };
    scroll(page, 40);
    scroll(first.firstElementChild!, 30);
    scroll(second.firstElementChild!, 70);
    stops[0]!();
    first.outerHTML = '<div id="t0"><div data-scroller></div></div>';
    page.scrollTop = 0;
    await nextFrame();
    expect(page.scrollTop).toBe(40);
    expect(document.querySelector('#t0 [data-scroller]')!.scrollTop).toBe(30);
    expect(document.querySelector('#t1 [data-scroller]')!.scrollTop).toBe(70);
  });
});

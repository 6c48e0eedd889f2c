/** Where a page is scrolled to, and the rows of its tables. Each page has one listener, however many tables are on it. */
interface ScrolledPage {
  top: number;
  /** Where the rows are that have been scrolled. */
  rows: WeakMap<Element, number>;
  tables: number;
  stop(): void;
}

const pages = new WeakMap<Element, ScrolledPage>();

function follow(page: Element): ScrolledPage {
  const known = pages.get(page);
  if (known) {
    known.tables += 1;
    return known;
  }
  const note = ({ target }: Event): void => {
    if (!(target instanceof Element)) return;
    if (target === page) made.top = target.scrollTop;
    else if (target.matches('[data-scroller]')) made.rows.set(target, target.scrollTop);
  };
  page.addEventListener('scroll', note, { capture: true, passive: true });
  const made: ScrolledPage = {
    // The room of a table was just measured, so that this lays out nothing.
    top: page.scrollTop,
    rows: new WeakMap(),
    tables: 1,
    stop() {
      made.tables -= 1;
      if (made.tables > 0) return;
      page.removeEventListener('scroll', note, { capture: true });
      pages.delete(page);
    },
  };
  pages.set(page, made);
  return made;
}

/**
 * Follows where the rows of a table are. At the end it brings those of the table that takes its place there. Asked only then, the browser would
 * lay out a page that is left, to no use.
 */
export function keepScroll(root: HTMLElement): (() => void) | undefined {
  const page = root.closest('[data-screen]');
  if (!page) return undefined;
  const followed = follow(page);
  // The rows are there once the table has measured its room: before the browser paints, or on a busy machine a few frames later.
  const restore = (frames: number, top: number, rowsTop: number): void => {
    requestAnimationFrame(() => {
      if (!page.isConnected) return;
      page.scrollTop = top;
      const rows = document.getElementById(root.id)?.querySelector('[data-scroller]');
      if (rows) rows.scrollTop = rowsTop;
      if (frames > 1 && rows?.scrollTop !== rowsTop) restore(frames - 1, top, rowsTop);
    });
  };
  return () => {
    const rows = root.querySelector('[data-scroller]');
    restore(10, followed.top, (rows && followed.rows.get(rows)) ?? 0);
    followed.stop();
  };
}

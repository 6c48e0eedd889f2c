import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Scroll offsets and focus of a screen, by selectors from the screen's element. */
interface View {
  scrolls: { selector: string; top: number; left: number }[];
  focus: string | null;
}

/** Views of the history entries that were left, by the router's keys. Lives as long as the page. */
const views = new Map<string, View>();
/** Time that a returning screen has to load the rows to scroll to. Milliseconds. */
const patienceMs = 3000;

const focusable = ':is(a, button, input, select, textarea, [tabindex])';

/** Selector of an element below `root`: by its row's key where it has one, else by its position. */
function selectorOf(element: Element, root: Element): string {
  const steps: string[] = [];
  for (let at = element; at !== root; at = at.parentElement!) {
    const row = at.getAttribute('data-row');
    if (row !== null) return [`[data-row="${CSS.escape(row)}"]`, ...steps].join(' > ');
    steps.unshift(`:nth-child(${[...at.parentElement!.children].indexOf(at) + 1})`);
  }
  return [':scope', ...steps].join(' > ');
}

function viewOf(root: Element, focus: string | null): View {
  const scrolls = [root, ...root.querySelectorAll('*')]
    .filter(({ scrollTop, scrollLeft }) => scrollTop > 0 || scrollLeft > 0)
    .map((one) => ({ selector: selectorOf(one, root), top: one.scrollTop, left: one.scrollLeft }));
  return { scrolls, focus };
}

const find = (root: Element, selector: string): HTMLElement | null =>
  selector === ':scope' ? (root as HTMLElement) : root.querySelector<HTMLElement>(selector);

/** Applies what is there already. @returns whether nothing is left to do. */
function apply(root: Element, { scrolls, focus }: View): boolean {
  let complete = true;
  for (const { selector, top, left } of scrolls) {
    const one = find(root, selector);
    one?.scrollTo(left, top);
    if (!one || one.scrollTop < top - 1) complete = false;
  }
  if (!complete || focus === null) return complete;
  // A row's buttons exist only while the row has pointer or focus: then its first link or button takes the focus.
  const row = /^\[data-row="[^>]*"\]/.exec(focus)?.[0];
  const same = find(root, focus);
  const target = same?.matches(focusable)
    ? same
    : row
      ? root.querySelector<HTMLElement>(`${row} ${focusable}`)
      : null;
  target?.focus({ preventScroll: true });
  return target !== null;
}

/**
 * Returns scroll and focus to where they were when the person left this history entry, after going back or forward.
 * @param root the screen's element.
 * @param shownKey the router's key of the rendered screen, which follows the location's once the screen is ready.
 */
export function useViewMemory(root: RefObject<HTMLElement | null>, shownKey: string): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const lastFocus = useRef<string | null>(null);
  const lastPath = useRef<string | null>(null);

  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    // Noted at once: the element may be replaced by another before the screen is left. A click on a row's text focuses
    // nothing, but it is where the person was.
    const note = ({ target }: Event) => {
      const own = target instanceof Element ? target.closest(`${focusable}, [data-row]`) : null;
      if (own && element.contains(own)) lastFocus.current = selectorOf(own, element);
    };
    element.addEventListener('focusin', note);
    element.addEventListener('click', note, true);
    return () => {
      element.removeEventListener('focusin', note);
      element.removeEventListener('click', note, true);
    };
  }, [root]);

  // The left screen is still rendered when the location changes.
  useLayoutEffect(() => {
    const element = root.current;
    return () => {
      if (element) views.set(key, viewOf(element, lastFocus.current));
      lastFocus.current = null;
    };
  }, [root, key]);

  useEffect(() => {
    const element = root.current;
    // The screen stayed: only what its query opened was closed.
    const stayed = lastPath.current === pathname;
    if (shownKey === key) lastPath.current = pathname;
    if (stayed) return undefined;
    const view = type === 'POP' && shownKey === key ? views.get(key) : undefined;
    if (!element || !view) return undefined;
    const end = performance.now() + patienceMs;
    let frame = 0;
    const attempt = () => {
      if (!apply(element, view) && performance.now() < end) frame = requestAnimationFrame(attempt);
    };
    // A person who scrolls or types meanwhile has another place in mind.
    const stop = () => cancelAnimationFrame(frame);
    const inputs = ['wheel', 'pointerdown', 'keydown'] as const;
    for (const input of inputs) window.addEventListener(input, stop, { passive: true });
    frame = requestAnimationFrame(attempt);
    return () => {
      stop();
      for (const input of inputs) window.removeEventListener(input, stop);
    };
  }, [root, key, pathname, shownKey, type]);
}

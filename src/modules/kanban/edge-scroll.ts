/**
 * Scrolls what a carried card comes to the edge of: lanes sideways, a list up and down. The library's own scrolling measures a
 * scroller by the rectangle of an earlier one when the card is moved fast, and so carries the board away under it.
 */

/** Distance from an edge at which scrolling begins, in pixels. */
const reach = 64;
/** Pixels of a frame at the edge itself and beyond it. */
const most = 18;
/** Pixels that the pointer has come nearer to the edge since the card was lifted: a card near an edge is not carried away. */
const intent = 12;

interface Point {
  x: number;
  y: number;
}

/** Pixels to scroll on one axis; negative towards the start. */
export function edgeStep(from: number, to: number, start: number, now: number): number {
  const strength = (distance: number) => Math.min(1, Math.max(0, (reach - distance) / reach)) * most;
  if (now - start > intent) return Math.round(strength(to - now));
  return start - now > intent ? 0 - Math.round(strength(now - from)) : 0;
}

const pointOf = (event: MouseEvent | TouchEvent): Point | null => {
  const source = 'touches' in event ? event.touches[0] : event;
  return source ? { x: source.clientX, y: source.clientY } : null;
};

/** Follows the pointer of a drag until the returned function is called. */
export function followEdges(started: Event): () => void {
  const start = pointOf(started as MouseEvent | TouchEvent);
  if (start === null) return () => undefined;
  let now = start;
  const onMove = (event: MouseEvent | TouchEvent) => {
    now = pointOf(event) ?? now;
  };
  const sideways = [...document.querySelectorAll<HTMLElement>('[data-scrolls="x"]')];
  // Snapping would take back each step.
  for (const one of sideways) one.style.scrollSnapType = 'none';
  let frame = requestAnimationFrame(scroll);
  function scroll(): void {
    frame = requestAnimationFrame(scroll);
    for (const one of document.querySelectorAll<HTMLElement>('[data-scrolls]')) {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      if (one.dataset['scrolls'] === 'x') {
        if (now.y >= top && now.y <= bottom) one.scrollLeft += edgeStep(left, right, start!.x, now.x);
      } else if (now.x >= left && now.x <= right) one.scrollTop += edgeStep(top, bottom, start!.y, now.y);
    }
  }
  window.addEventListener('mousemove', onMove);
  window.addEventListener('touchmove', onMove);
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('mousemove', onMove);
    window.removeEventListener('touchmove', onMove);
    for (const one of sideways) one.style.scrollSnapType = '';
  };
}

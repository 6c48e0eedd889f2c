import { useEffect, useState, type RefObject } from 'react';
import { useEditor } from '../../editor/index.ts';

/** An area of the surface, in its own coordinates. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Way of the pointer from which a press is a drag. */
const threshold = 4;
/** Distance from the edge of the window on the canvas at which it scrolls, and by how much, in pixels. */
const edge = 32;
const scrollStep = 24;

const meets = (one: DOMRect, left: number, top: number, right: number, bottom: number): boolean =>
  one.left < right && one.right > left && one.top < bottom && one.bottom > top;

/**
 * Selects what a rectangle touches that is drawn beside the widgets; with Ctrl or Shift, in addition to what is selected.
 * Escape takes it back.
 *
 * @param desk what scrolls
 * @param sheet what the rectangle is drawn on
 * @param onEnd after a rectangle: the release is a click, too
 * @returns the rectangle, in the sheet's coordinates
 */
export function useMarquee(
  desk: RefObject<HTMLElement | null>,
  sheet: RefObject<HTMLElement | null>,
  onEnd: () => void,
): Area | null {
  const editor = useEditor();
  const [area, setArea] = useState<Area | null>(null);
  useEffect(() => {
    const scroller = desk.current;
    const surface = sheet.current;
    if (!scroller || !surface) return undefined;
    let stop: (() => void) | null = null;

    const begin = (press: PointerEvent) => {
      if (press.button !== 0 || press.pointerType === 'touch' || !(press.target instanceof Element)) return;
      if (press.target.closest('[data-node], [data-tools]')) return;
      const box = scroller.getBoundingClientRect();
      // A press on its scroll bar.
      if (press.clientX > box.left + scroller.clientWidth || press.clientY > box.top + scroller.clientHeight)
        return;
      const before = editor.store.getState().selection;
      const kept = press.ctrlKey || press.metaKey || press.shiftKey ? before : [];
      const origin = surface.getBoundingClientRect();
      const start = { x: press.clientX - origin.left, y: press.clientY - origin.top };
      let isDrawn = false;

      const draw = (move: PointerEvent) => {
        const now = surface.getBoundingClientRect();
        const end = { x: move.clientX - now.left, y: move.clientY - now.top };
        if (!isDrawn && Math.hypot(end.x - start.x, end.y - start.y) < threshold) return;
        isDrawn = true;
        const left = Math.min(start.x, end.x);
        const top = Math.min(start.y, end.y);
        const next = { left, top, width: Math.abs(end.x - start.x), height: Math.abs(end.y - start.y) };
        setArea(next);
        if (move.clientY > box.bottom - edge) scroller.scrollBy(0, scrollStep);
        else if (move.clientY < box.top + edge) scroller.scrollBy(0, -scrollStep);
        const hits = [...surface.querySelectorAll<HTMLElement>('.react-grid-item[data-node]')].flatMap(
          (item) => {
            const isHit = meets(
              item.getBoundingClientRect(),
              now.left + left,
              now.top + top,
              now.left + left + next.width,
              now.top + top + next.height,
            );
            return isHit && item.dataset['node'] !== undefined ? [item.dataset['node']] : [];
          },
        );
        const selected = [...new Set([...kept, ...hits])];
        const { selection } = editor.store.getState();
        if (selected.join(' ') !== selection.join(' ')) editor.select(selected);
      };
      const end = () => {
        stop?.();
        if (isDrawn) onEnd();
      };
      const cancel = (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !isDrawn) return;
        event.preventDefault();
        event.stopPropagation();
        editor.select(before);
        end();
      };
      stop = () => {
        stop = null;
        setArea(null);
        window.removeEventListener('pointermove', draw);
        window.removeEventListener('pointerup', end);
        window.removeEventListener('pointercancel', end);
        window.removeEventListener('keydown', cancel, true);
      };
      window.addEventListener('pointermove', draw);
      window.addEventListener('pointerup', end);
      window.addEventListener('pointercancel', end);
      window.addEventListener('keydown', cancel, true);
    };
    scroller.addEventListener('pointerdown', begin);
    return () => {
      scroller.removeEventListener('pointerdown', begin);
      stop?.();
    };
  }, [desk, sheet, editor, onEnd]);
  return area;
}

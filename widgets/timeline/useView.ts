import { useEffect, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** The part of a timeline that is in view, in pixels. */
export interface View {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A scroll renders again after so many pixels. */
const grain = 240;
/** Size of a scroller without layout (tests), in pixels. */
const unmeasured: View = { left: 0, top: 0, width: 1200, height: 600 };

function viewOf(box: HTMLElement): View {
  const round = (value: number) => Math.floor(value / grain) * grain;
  return {
    left: round(box.scrollLeft),
    top: round(box.scrollTop),
    width: (Math.ceil((box.clientWidth || unmeasured.width) / grain) + 1) * grain,
    height: (Math.ceil((box.clientHeight || unmeasured.height) / grain) + 1) * grain,
  };
}

/** Part of a scroller that is in view, in steps. */
export function useView(scroller: RefObject<HTMLElement | null>): View {
  const [view, setView] = useState(unmeasured);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || globalThis.ResizeObserver === undefined) return undefined;
    const observer = new ResizeObserver(() => setView(viewOf(box)));
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller]);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const onScroll = () =>
      setView((was) => {
        const next = viewOf(box);
        return was.left === next.left && was.top === next.top && was.width === next.width ? was : next;
      });
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, [scroller]);
  return view;
}

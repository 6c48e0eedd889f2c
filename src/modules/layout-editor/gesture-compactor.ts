import type { Compactor, Layout } from 'react-grid-layout';
import { gridColumns, isSamePosition } from '../../engine/core/index.ts';
import { settle } from '../../editor/index.ts';

/** State of a gesture, from its start to its release. */
interface Gesture {
  /** The dragged or resized node. */
  active: string;
  /** Selected nodes that move with it. */
  others: readonly string[];
  before: Layout;
  cancelled: boolean;
}

/**
 * Arranges the grid while somebody drags, as the engine arranges what is stored: what the dragged widget covers moves down,
 * everything else is where it was, also after the widget has passed. Outside of gestures it changes nothing.
 */
export function createGestureCompactor() {
  let gesture: Gesture | null = null;
  const compactor: Compactor = {
    type: null,
    allowOverlap: true,
    compact(layout) {
      if (!gesture) return layout;
      const { active, others, before, cancelled } = gesture;
      if (cancelled) return before;
      const moved = layout.find(({ i }) => i === active);
      const from = before.find(({ i }) => i === active);
      if (!moved) return layout;
      const right = from ? moved.x - from.x : 0;
      const down = from ? moved.y - from.y : 0;
      const isMove = from !== undefined && moved.w === from.w && moved.h === from.h;
      const placed = new Set([active, ...(isMove ? others : [])]);
      const wanted = [...before.filter(({ i }) => i !== active), moved].map((item) => {
        const follows = isMove && item.i !== active && placed.has(item.i);
        if (!follows) return item;
        const x = Math.min(Math.max(0, item.x + right), gridColumns - item.w);
        return { ...item, x, y: Math.max(0, item.y + down) };
      });
      const settled = settle(
        wanted.map(({ i, x, y, w, h }) => ({ id: i, x, y, w, h })),
        placed,
      );
      const byId = new Map(settled.map((one) => [one.id, one]));
      // An item that stays is the same object, so that it is not rendered.
      return layout.map((item) => {
        const base = item.i === active ? item : (before.find(({ i }) => i === item.i) ?? item);
        const { x, y, w, h } = byId.get(item.i) ?? base;
        const next = { ...base, x, y, w, h };
        return item.i !== active && isSamePosition(next, item) ? item : next;
      });
    },
  };
  return {
    compactor,
    begin(active: string, others: readonly string[], before: Layout): void {
      gesture = {
        active,
        others: others.filter((key) => key !== active),
        before: before.map((item) => ({ ...item })),
        cancelled: false,
      };
    },
    /** The widget goes back to where it was; releasing it changes nothing. */
    cancel(): boolean {
      if (!gesture || gesture.cancelled) return false;
      gesture.cancelled = true;
      return true;
    },
    /** Ends the gesture. Returns false for one that was cancelled. */
    end(): boolean {
      const counts = gesture !== null && !gesture.cancelled;
      gesture = null;
      return counts;
    },
    isActive: (): boolean => gesture !== null,
  };
}

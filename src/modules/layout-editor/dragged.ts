import type { WidgetSpec } from '../../engine/core/index.ts';

/** Widget dragged from the palette. The browser hides the data of a drag until it is dropped. */
interface DraggedWidget {
  spec: WidgetSpec;
  name: string;
}

let current: DraggedWidget | null = null;

export const dragged = {
  get: (): DraggedWidget | null => current,
  set(next: DraggedWidget | null): void {
    current = next;
  },
};

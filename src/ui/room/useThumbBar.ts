import { useLayoutEffect } from 'react';

/** Height that a bar at the bottom edge of a phone's window takes, for CSS of what stands above it. */
export const thumbBarHeight = 'var(--thumb-bar, 0px)';

/** Tells what stands at the bottom edge of a phone's window, such as toasts, that a bar of this height is below it. */
export function useThumbBar(height: number): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--thumb-bar', `${height}px`);
    return () => void style.removeProperty('--thumb-bar');
  }, [height]);
}

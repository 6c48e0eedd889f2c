import type { Bar } from './timeline-rows.ts';

/** Index of the bar that a key leads to; null for a key that moves nowhere. Bars are by lane, then by time. */
export function neighbourOf(bars: readonly Bar[], from: number, key: string): number | null {
  const bar = bars[from];
  if (!bar) return null;
  const inLane = (index: number) => (bars[index]?.lane === bar.lane ? index : from);
  switch (key) {
    case 'ArrowRight':
      return inLane(from + 1);
    case 'ArrowLeft':
      return inLane(from - 1);
    case 'Home':
      return bars.findIndex(({ lane }) => lane === bar.lane);
    case 'End':
      return bars.findLastIndex(({ lane }) => lane === bar.lane);
    case 'ArrowDown':
      return nearest(bars, from, 1);
    case 'ArrowUp':
      return nearest(bars, from, -1);
    default:
      return null;
  }
}

/** The bar of the next line below or above that is nearest in time. */
function nearest(bars: readonly Bar[], from: number, direction: 1 | -1): number {
  const { line, from: start } = bars[from]!;
  let found = from;
  let least = [Infinity, Infinity];
  bars.forEach((bar, index) => {
    const lines = (bar.line - line) * direction;
    if (lines <= 0) return;
    const distance = Math.abs(bar.from - start);
    if (lines < least[0]! || (lines === least[0] && distance < least[1]!)) {
      least = [lines, distance];
      found = index;
    }
  });
  return found;
}

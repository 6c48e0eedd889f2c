const day = 86_400_000;
/** Weekends of more days are bands that nobody could tell apart. */
const mostDays = 100;

/**
 * The weekends of an axis of days. Each reaches half a day beyond the points of its days, up to the ends of the axis.
 * @param times milliseconds of days, in any order
 */
export function weekendsOf(times: readonly number[]): { from: number; to: number }[] {
  if (times.length === 0) return [];
  const first = Math.min(...times);
  const last = Math.max(...times);
  if (last - first > mostDays * day) return [];
  const found: { from: number; to: number }[] = [];
  for (let at = first; at <= last; at += day) {
    const weekday = new Date(at).getUTCDay();
    const before = found.at(-1);
    if (weekday === 0 && before && at > first) before.to = Math.min(last, at + day / 2);
    else if (weekday === 6 || weekday === 0)
      found.push({ from: Math.max(first, at - day / 2), to: Math.min(last, at + day / 2) });
  }
  return found.filter(({ from, to }) => to > from);
}

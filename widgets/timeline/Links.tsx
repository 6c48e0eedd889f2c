import { useId } from 'react';
import { moldeToken } from '../../src/ui/index.ts';
import type { Bar } from './timeline-rows.ts';
import { barHeight, lineHeight, useStyles } from './styles.ts';
import type { View } from './useView.ts';

/** Length of the pieces at both ends of a link, in pixels. */
const stub = 8;

export interface Link {
  before: Bar;
  after: Bar;
}

/** The pairs of bars of which one waits for the other. */
export function linksOf(bars: readonly Bar[]): Link[] {
  const byKey = new Map(bars.map((bar) => [bar.key, bar]));
  return bars.flatMap((after) =>
    after.dependsOn.flatMap((key) => {
      const before = byKey.get(key);
      return before && before !== after ? [{ before, after }] : [];
    }),
  );
}

function pathOf(x1: number, y1: number, x2: number, y2: number): string {
  if (x2 - x1 >= 2 * stub) return `M${x1} ${y1}H${x1 + stub}V${y2}H${x2 - 2}`;
  // Neighbours in one row touch each other.
  if (y1 === y2 && x2 >= x1) return `M${x1} ${y1}H${x2}`;
  // Back below its own row, to what begins before it ends.
  const between = y1 + (y2 >= y1 ? lineHeight / 2 : -lineHeight / 2);
  return `M${x1} ${y1}H${x1 + stub}V${between}H${x2 - stub}V${y2}H${x2 - 2}`;
}

/** Lines from bars to those that wait for them. Screen readers get them with the names of the bars. */
export function Links({
  links,
  view,
  xOf,
  top,
}: {
  links: readonly Link[];
  view: View;
  xOf(minute: number): number;
  /** Distance of the first row from the top, in pixels. */
  top: number;
}) {
  const styles = useStyles();
  const arrow = useId();
  const yOf = ({ line }: Bar) => top + line * lineHeight + barHeight / 2 + (lineHeight - barHeight) / 2;
  const right = view.left + view.width;
  const bottom = view.top + view.height;
  const shown = links.filter(({ before, after }) => {
    const [x1, x2, y1, y2] = [xOf(before.to), xOf(after.from), yOf(before), yOf(after)];
    return (
      Math.min(x1, x2) - stub <= right &&
      Math.max(x1, x2) + stub >= view.left &&
      Math.min(y1, y2) <= bottom &&
      Math.max(y1, y2) >= view.top
    );
  });
  if (shown.length === 0) return null;
  const color = moldeToken('colorNeutralStrokeAccessible');
  return (
    <svg
      width={view.width}
      height={view.height}
      viewBox={`${view.left} ${view.top} ${view.width} ${view.height}`}
      className={styles.links}
      style={{ left: view.left, top: view.top }}
      aria-hidden="true"
      data-links={shown.length}
    >
      <defs>
        <marker id={arrow} viewBox="0 0 6 6" refX={5} refY={3} markerWidth={6} markerHeight={6} orient="auto">
          <path d="M0 0 6 3 0 6z" fill={color} />
        </marker>
      </defs>
      {shown.map(({ before, after }) => (
        <path
          key={`${before.index} ${after.index}`}
          d={pathOf(xOf(before.to), yOf(before), xOf(after.from), yOf(after))}
          fill="none"
          stroke={color}
          markerEnd={`url(#${arrow})`}
        />
      ))}
    </svg>
  );
}

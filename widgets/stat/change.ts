import type { FigureFormat, FigureSettings } from '../../src/engine/react/index.ts';

export interface Change {
  direction: 'up' | 'down' | 'same';
  /** Whether the change is good or bad for the measure; null: neither. */
  good: boolean | null;
  /** Percentage of the previous figure, or its difference where that says nothing. */
  text: string;
}

/** The change from the previous figure. Null without one of them. */
export function changeOf(
  value: number | null,
  previous: number | null,
  good: 'up' | 'down' | 'none',
  settings: FigureSettings,
  format: FigureFormat,
  points: (figure: string) => string,
): Change | null {
  if (value === null || previous === null) return null;
  const difference = value - previous;
  const direction = difference > 0 ? 'up' : difference < 0 ? 'down' : 'same';
  return {
    direction,
    good: direction === 'same' || good === 'none' ? null : direction === good,
    text: changeText(difference, previous, settings, format, points),
  };
}

function changeText(
  difference: number,
  previous: number,
  settings: FigureSettings,
  format: FigureFormat,
  points: (figure: string) => string,
): string {
  // The change of a share is said in points: from 80 % to 82 % is 2 points, not 2.5 %.
  if (settings.format === 'percent')
    return points(format.signed(difference * 100, { decimals: settings.decimals ?? 1 }));
  // A negative or missing base has no meaningful percentage.
  if (previous <= 0) return format.signed(difference, settings);
  return format.signed(difference / previous, { format: 'percent', decimals: 1 });
}

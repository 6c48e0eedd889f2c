import { moldeToken } from '../theme/tokens.ts';

const tokens = [
  'chartScale1',
  'chartScale2',
  'chartScale3',
  'chartScale4',
  'chartScale5',
  'chartScale6',
] as const;

/** Number of colours from little to much. */
export const maxScaleSteps = tokens.length;

/** The colour of a step of `count`, and that of text on it, as CSS variables. */
export function scaleColor(step: number, count: number): { background: string; text: string } {
  // One step alone has the middle colour.
  const at = count < 2 ? 2 : Math.round((Math.min(step, count - 1) * (maxScaleSteps - 1)) / (count - 1));
  return {
    background: moldeToken(tokens[at] ?? 'chartScale1'),
    text: moldeToken(at < 4 ? 'chartScaleLowText' : 'chartScaleHighText'),
  };
}

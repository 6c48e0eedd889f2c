import { moldeToken } from '../theme/tokens.ts';
import type { MoldeToken } from '../theme/tokens.ts';

interface ScaleStep {
  background: MoldeToken;
  text: MoldeToken;
}

/** The colours from little to much, with that of text on each. */
export const scaleSteps: readonly ScaleStep[] = [
  { background: 'chartScale1', text: 'chartScaleLowText' },
  { background: 'chartScale2', text: 'chartScaleLowText' },
  { background: 'chartScale3', text: 'chartScaleLowText' },
  { background: 'chartScale4', text: 'chartScaleLowText' },
  { background: 'chartScale5', text: 'chartScaleHighText' },
  { background: 'chartScale6', text: 'chartScaleHighText' },
];

/** Number of colours from little to much. */
export const maxScaleSteps = scaleSteps.length;

/** The colour of a step of `count` by its index; one step alone has the middle colour. */
export const scaleIndex = (step: number, count: number): number =>
  count < 2 ? 2 : Math.round((Math.min(step, count - 1) * (maxScaleSteps - 1)) / (count - 1));

/** The colour of a step of `count`, and that of text on it, as CSS variables. */
export function scaleColor(step: number, count: number): { background: string; text: string } {
  const { background, text } = scaleSteps[scaleIndex(step, count)]!;
  return { background: moldeToken(background), text: moldeToken(text) };
}

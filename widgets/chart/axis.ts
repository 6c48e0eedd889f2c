import type { FigureSettings } from '../../src/engine/react/index.ts';

/** The least step between two lines of an axis of figures: whole figures, such as counts, have no parts to be marked. */
export function valueAxisStep(
  series: readonly (readonly (number | null)[])[],
  format: FigureSettings['format'],
): number | undefined {
  const isWhole = series.every((values) =>
    values.every((value) => value === null || Number.isInteger(value)),
  );
  return isWhole && format !== 'percent' ? 1 : undefined;
}

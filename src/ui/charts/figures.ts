type Row = Readonly<Record<string, unknown>>;

/** Reason why a field cannot be measured: no row has it, or it has texts. */
export type FieldProblem = 'unknown' | 'text';

export interface Figures {
  /** By row; null is a gap. */
  values: (number | null)[];
  problem: FieldProblem | null;
}

/** The value of a path in a row; undefined where there is none. */
export function fieldValue(row: unknown, path: string): unknown {
  // Most paths are one name, and a chart may read a hundred thousand rows.
  if (!path.includes('.'))
    return typeof row === 'object' && row !== null && Object.hasOwn(row, path)
      ? (row as Row)[path]
      : undefined;
  let value = row;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Row)[name];
  }
  return value;
}

/** A number, or a text of one as exact amounts are sent; null is a gap, NaN is none of them. */
export function toFigure(raw: unknown): number | null {
  if (raw === null || raw === undefined || raw === '') return null;
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : null;
  if (typeof raw !== 'string' || raw.trim() === '') return Number.NaN;
  const number = Number(raw);
  return Number.isFinite(number) ? number : Number.NaN;
}

/** The figures of a field, row by row. A text among numbers is a gap; texts alone are a problem of the field. */
export function figuresOf(rows: readonly Row[], path: string): Figures {
  let isKnown = false;
  let texts = 0;
  let numbers = 0;
  const values = rows.map((row) => {
    const raw = fieldValue(row, path);
    if (raw !== undefined) isKnown = true;
    const figure = toFigure(raw);
    if (figure === null) return null;
    if (Number.isNaN(figure)) {
      texts += 1;
      return null;
    }
    numbers += 1;
    return figure;
  });
  if (rows.length > 0 && !isKnown) return { values, problem: 'unknown' };
  return { values, problem: texts > 0 && numbers === 0 ? 'text' : null };
}

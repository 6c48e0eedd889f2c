import type { Column } from './view.ts';

/** Without case and accents, as people search. */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const isBlank = (value: unknown) => value === null || value === undefined || value === '';

const numberOf = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : Number.NaN;

/** Columns that people read as words are sorted by what they read, others by their values. */
const sortsByText = (column: Column) => column.map !== undefined || column.cell === 'avatar-group';

/**
 * The rows in the order of a column: numbers by size, all else by the language's own order; missing values come last
 * either way, and rows that are equal stay as they were. Answers indices: no row is copied.
 * @param subset indices of the rows to sort, in the order of the source.
 */
export function sortRows(
  subset: Uint32Array,
  column: Column,
  descending: boolean,
  raw: (row: number) => unknown,
  text: (row: number) => string,
  collator: Intl.Collator,
): Uint32Array {
  const direction = descending ? -1 : 1;
  const byText = sortsByText(column);
  const filled: number[] = [];
  const blank: number[] = [];
  const numbers = new Float64Array(subset.length);
  let numeric = !byText;
  for (const row of subset) {
    const value = raw(row);
    if (isBlank(value)) {
      blank.push(row);
      continue;
    }
    const at = filled.push(row) - 1;
    const number = numberOf(value);
    numbers[at] = number;
    if (Number.isNaN(number)) numeric = false;
  }
  const places = Uint32Array.from(filled.keys());
  if (numeric) {
    places.sort((a, b) => direction * ((numbers[a] ?? 0) - (numbers[b] ?? 0)) || a - b);
  } else {
    const words = filled.map((row) => {
      const value = raw(row);
      return byText || typeof value === 'object' ? text(row) : String(value);
    });
    places.sort((a, b) => direction * collator.compare(words[a] ?? '', words[b] ?? '') || a - b);
  }
  const sorted = new Uint32Array(subset.length);
  places.forEach((place, at) => {
    sorted[at] = filled[place] ?? 0;
  });
  sorted.set(blank, filled.length);
  return sorted;
}

/** The rows that a test lets through, in their order; all of them without a test. */
export function filterRows(count: number, keeps: ((row: number) => boolean) | null): Uint32Array {
  const all = new Uint32Array(count);
  let kept = 0;
  for (let row = 0; row < count; row++) {
    if (keeps && !keeps(row)) continue;
    all[kept] = row;
    kept += 1;
  }
  return all.subarray(0, kept);
}

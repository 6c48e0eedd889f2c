import type { DatasetDocument, DatasetMeasure } from '../generated/documents.ts';

/** Aggregates that a measure computes from records. */
export const aggregates = ['count', 'distinct', 'sum', 'avg', 'min', 'max', 'percentile'] as const;
export type Aggregate = (typeof aggregates)[number];

/** Values that a measure computes from other measures. */
export const derivations = ['running', 'previous', 'share', 'ratio'] as const;
export type Derivation = (typeof derivations)[number];

/** The kind of an aggregate; null for a measure that is derived. */
export const aggregateOf = (measure: DatasetMeasure): Aggregate | null =>
  aggregates.find((one) => measure[one] !== undefined) ?? null;

export const derivationOf = (measure: DatasetMeasure): Derivation | null =>
  derivations.find((one) => measure[one] !== undefined) ?? null;

/** The path of the field that an aggregate reads; null for a count of records. */
export function measuredPath(measure: DatasetMeasure): string | null {
  if (measure.percentile) return measure.percentile.field;
  const value = measure.count ?? measure.distinct ?? measure.sum ?? measure.avg ?? measure.min ?? measure.max;
  return typeof value === 'string' ? value : null;
}

/** The measures that a derived one reads. */
export function measuresRead({ running, previous, share, ratio }: DatasetMeasure): string[] {
  return [running?.of, previous?.of, share?.of, ratio?.of, ratio?.to].filter((one) => one !== undefined);
}

/** Derived measures in an order in which each follows those that it reads; `circle` names one that reads itself. */
export function derivedInOrder({ measures = {} }: Pick<DatasetDocument, 'measures'>): {
  names: string[];
  circle: string | null;
} {
  const names: string[] = [];
  const open = new Set<string>();
  let circle: string | null = null;
  const visit = (name: string): void => {
    const measure = Object.hasOwn(measures, name) ? measures[name] : undefined;
    if (!measure || names.includes(name) || derivationOf(measure) === null) return;
    if (open.has(name)) {
      circle ??= name;
      return;
    }
    open.add(name);
    for (const read of measuresRead(measure)) visit(read);
    open.delete(name);
    names.push(name);
  };
  for (const name of Object.keys(measures)) visit(name);
  return { names, circle };
}

import { isObject, type Json, type JsonObject } from '../../../../contracts/json.ts';
import { AppError } from '../../../kernel/errors.ts';

/** Parts of a stored dataset for which its form has no field. They travel with the form, so that saving loses nothing. */
export interface PreservedParts {
  /** Conditions on all rows. */
  where: JsonObject[];
  /** Conditions of measures, by their names. */
  measureWhere: Record<string, JsonObject[]>;
  /** Measures, by their names. */
  measures: Record<string, JsonObject>;
  /** Totals by several groups. */
  totals: string[][];
  /** Texts as they are written, with what the form shows of them, by their positions. */
  texts: Record<string, { written: Json | null; shown: string }>;
  /** Other keys of the document. */
  rest: JsonObject;
}

export const noPreservedParts = (): PreservedParts => ({
  where: [],
  measureWhere: {},
  measures: {},
  totals: [],
  texts: {},
  rest: {},
});

/** @throws AppError BAD_JSON for a text that `writeKept` has not made */
export function readPreservedParts(text: string | null | undefined): PreservedParts {
  if (text === null || text === undefined || text === '') return noPreservedParts();
  let read: Json;
  try {
    read = JSON.parse(text) as Json;
  } catch (error) {
    throw new AppError('BAD_JSON', { cause: error });
  }
  if (!isObject(read)) throw new AppError('BAD_JSON');
  const objects = (key: string): JsonObject => (isObject(read[key]) ? (read[key] as JsonObject) : {});
  const list = (value: Json | undefined): JsonObject[] =>
    Array.isArray(value) ? value.filter(isObject) : [];
  const texts = Object.entries(objects('texts')).flatMap(([at, one]) =>
    isObject(one) && typeof one['shown'] === 'string'
      ? [[at, { written: one['written'] ?? null, shown: one['shown'] }] as const]
      : [],
  );
  return {
    where: list(read['where']),
    measureWhere: Object.fromEntries(
      Object.entries(objects('measureWhere')).map(([name, one]) => [name, list(one)]),
    ),
    measures: Object.fromEntries(
      Object.entries(objects('measures')).flatMap(([name, one]) => (isObject(one) ? [[name, one]] : [])),
    ),
    totals: (Array.isArray(read['totals']) ? read['totals'] : []).flatMap((one) =>
      Array.isArray(one) ? [one.filter((name) => typeof name === 'string')] : [],
    ),
    texts: Object.fromEntries(texts),
    rest: objects('rest'),
  };
}

export const writePreservedParts = (kept: PreservedParts): string => JSON.stringify(kept);

/** Conditions, measures and totals that the form does not show. */
export const countPreservedParts = ({ where, measureWhere, measures, totals }: PreservedParts): number =>
  where.length + Object.values(measureWhere).flat().length + Object.keys(measures).length + totals.length;

import { valueAt } from '../../../contracts/json-pointer.ts';
import { useMemo } from 'react';
import type { Access } from '../../../contracts/access.ts';
import type { Json } from '../../../contracts/json.ts';
import type { RowExpression } from '../../core/index.ts';
import { useCan } from '../hooks.ts';
import { useEvaluateRows } from '../rows/useEvaluateRows.ts';
import type { ValueSettings } from './value-text.ts';

/** A field of a row: the path of its value or the expression that computes it, and how it is formatted. */
export interface FieldSettings extends ValueSettings {
  field?: string;
  /** Name of the value. */
  label?: string;
  value?: RowExpression;
  access?: Access;
}

export interface Fields<F> {
  /** The fields that the person may see, in order. */
  fields: readonly F[];
  /** Value of a field (by its index in `fields`) in a row. */
  raw(field: number, row: number): unknown;
}

/** The values of fields over rows; computed ones are evaluated once for all rows. */
export function useFields<F extends FieldSettings>(
  settings: readonly F[],
  rows: readonly Record<string, Json>[],
): Fields<F> {
  const can = useCan();
  const fields = useMemo(
    () => settings.filter((field) => !field.access || can(field.access)),
    [settings, can],
  );
  const expressions = useMemo(() => fields.map((field) => field.value), [fields]);
  const results = useEvaluateRows(expressions, rows, (at) => fields[at]?.label);
  return useMemo(() => {
    const paths = fields.map((field) => field.field?.split('.'));
    return {
      fields,
      raw(field, row) {
        if (fields[field]?.value) return results[field]?.[row];
        const path = paths[field];
        return path ? valueAt(rows[row], path) : undefined;
      },
    };
  }, [fields, results, rows]);
}

import {
  aggregateOf,
  isCyclic,
  isExpression,
  measuredPath,
  parameterName,
  type DatasetDocument,
  type DatasetPathTarget,
} from '../../../../engine/core/index.ts';
import type { ColumnType } from '../../../../contracts/data-choice.ts';

/** A column of the rows that a dataset answers. */
export interface DatasetColumn {
  name: string;
  type: ColumnType;
  /** The field whose label, options and format the values have; null for a count. */
  field: { entity: string; name: string } | null;
}

/**
 * The columns of a dataset's rows, without a run.
 * @param follow finds the field of a path @param valueOf value of a parameter, which may choose the unit of a group
 */
export function columnsOf(
  document: DatasetDocument,
  follow: (path: string) => DatasetPathTarget,
  valueOf: (parameter: string) => unknown,
): DatasetColumn[] {
  if (document.fields)
    return Object.entries(document.fields).map(([name, path]) => {
      const { entity, name: field, field: declared } = follow(path);
      return { name, type: columnType(declared.type), field: { entity, name: field } };
    });
  return [...groupColumns(document, follow, valueOf), ...measureColumns(document, follow)];
}

function groupColumns(
  { group = [] }: DatasetDocument,
  follow: (path: string) => DatasetPathTarget,
  valueOf: (parameter: string) => unknown,
): DatasetColumn[] {
  return group.map(({ id, field, bucket }) => {
    const target = follow(field);
    const unit = isExpression(bucket) ? valueOf(parameterName(bucket.$expr)!) : bucket;
    // The number of a weekday has not the format of a time.
    if (typeof unit === 'string' && isCyclic(unit)) return { name: id, type: 'number', field: null };
    const own = columnType(target.field.type);
    return {
      name: id,
      type: bucket === undefined ? own : unit === 'hour' ? 'time' : 'date',
      field: { entity: target.entity, name: target.name },
    };
  });
}

function measureColumns(
  { measures = {} }: DatasetDocument,
  follow: (path: string) => DatasetPathTarget,
): DatasetColumn[] {
  return Object.entries(measures).map(([name, written]) => {
    const measure = written.previous ? measures[written.previous.of]! : written;
    const kind = aggregateOf(measure);
    const path = kind === null || kind === 'count' || kind === 'distinct' ? null : measuredPath(measure);
    if (path === null) return { name, type: 'number', field: null };
    const { entity, name: field, field: declared } = follow(path);
    const isOwn = kind === 'min' || kind === 'max';
    return { name, type: isOwn ? columnType(declared.type) : 'number', field: { entity, name: field } };
  });
}

/** Type of a field's values in a column. */
export function columnType(type: string): ColumnType {
  if (type === 'boolean' || type === 'date') return type;
  if (type === 'datetime') return 'time';
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}

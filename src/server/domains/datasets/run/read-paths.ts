import { isObject, type Json } from '../../../../contracts/json.ts';
import {
  followPath,
  measuredPath,
  type DatasetDocument,
  type EntityDocument,
} from '../../../../engine/core/index.ts';

/** A path that a dataset reads. */
export interface ReadPath {
  /** The entity that the path begins with. */
  from: string;
  path: string;
  /** Whether it leads to records instead of a field. */
  isRecords: boolean;
}

/**
 * All paths that a dataset reads: in columns, groups, measures and conditions.
 * @throws BadPath for one that leads nowhere, in `has`
 */
export function pathsOf(
  { from, fields = {}, group = [], measures = {}, where }: DatasetDocument,
  entities: ReadonlyMap<string, EntityDocument>,
): ReadPath[] {
  const namesOf = (filter: Json | undefined, start: string): ReadPath[] => {
    if (!isObject(filter)) return [];
    return Object.entries(filter).flatMap(([name, value]): ReadPath[] => {
      if ((name === 'all' || name === 'any') && Array.isArray(value))
        return value.flatMap((one) => namesOf(one, start));
      if (name === 'not') return namesOf(value, start);
      if (name === 'has' && isObject(value))
        return Object.entries(value).flatMap(([path, inner]) => [
          { from: start, path, isRecords: true },
          ...namesOf(inner, followPath(entities, start, path, true).entity),
        ]);
      return [{ from: start, path: name, isRecords: false }];
    });
  };
  const measured = Object.values(measures).flatMap((measure) => {
    const path = measuredPath(measure);
    return path === null ? [] : [{ from, path, isRecords: measure.count !== undefined }];
  });
  const named = [...Object.values(fields), ...group.map(({ field }) => field)];
  const filters = [where, ...Object.values(measures).map((measure) => measure.where)];
  return [
    ...named.map((path) => ({ from, path, isRecords: false })),
    ...filters.flatMap((filter) => namesOf(filter as unknown as Json, from)),
    ...measured,
  ];
}

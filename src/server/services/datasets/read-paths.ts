import { isObject, type Json } from '../../../contracts/json.ts';
import { measuredPath, type DatasetDocument } from '../../../engine/core/index.ts';

/** A path that a dataset reads. */
export interface ReadPath {
  path: string;
  /** Whether it leads to records instead of a field. */
  isRecords: boolean;
}

function namesOf(filter: Json | undefined): string[] {
  if (!isObject(filter)) return [];
  return Object.entries(filter).flatMap(([name, value]) => {
    if ((name === 'all' || name === 'any') && Array.isArray(value)) return value.flatMap(namesOf);
    return name === 'not' ? namesOf(value) : [name];
  });
}

/** All paths that a dataset reads: in columns, groups, measures and conditions. */
export function pathsOf({ fields = {}, group = [], measures = {}, where }: DatasetDocument): ReadPath[] {
  const measured = Object.values(measures).flatMap((measure) => {
    const path = measuredPath(measure);
    return path === null ? [] : [{ path, isRecords: measure.count !== undefined }];
  });
  const named = [
    ...Object.values(fields),
    ...group.map(({ field }) => field),
    ...namesOf(where as unknown as Json),
    ...Object.values(measures).flatMap((measure) => namesOf(measure.where as unknown as Json)),
  ];
  return [...named.map((path) => ({ path, isRecords: false })), ...measured];
}

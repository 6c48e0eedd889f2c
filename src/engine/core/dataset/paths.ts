import { entityKey, refers } from '../entity/entity.ts';
import type { EntityDocument, EntityField } from '../generated/documents.ts';
import { filterField } from '../validate/entity-filters.ts';

/**
 * One step of a path from a record to others. `one`: over a reference of the record. `links`: over its list of references.
 * `back`: to the records whose reference field holds it.
 */
export interface DatasetStep {
  kind: 'one' | 'links' | 'back';
  /** The entity that holds the field, and the field. */
  holder: string;
  field: string;
  /** The entity that the step leads to. */
  to: string;
}

export interface DatasetPathTarget {
  steps: readonly DatasetStep[];
  /** The entity that the last step leads to, and its field. */
  entity: string;
  name: string;
  field: EntityField;
}

/** A part of a path that leads nowhere. */
export class BadPath extends Error {
  readonly segment: string;
  readonly entity: string;

  constructor(segment: string, entity: string) {
    super(`"${segment}" leads nowhere from the entity "${entity}"`);
    this.segment = segment;
    this.entity = entity;
  }
}

const isMany = ({ kind }: DatasetStep): boolean => kind !== 'one';

/** The part of a path up to its last step that leads to several records; empty for a path that leads to one. */
export function manyPart(steps: readonly DatasetStep[]): readonly DatasetStep[] {
  return steps.slice(0, steps.findLastIndex(isMany) + 1);
}

/**
 * Follows a path from an entity.
 * @param isRecords whether the path names records instead of a field of theirs: those of its last step
 * @throws BadPath
 */
export function followPath(
  entities: ReadonlyMap<string, EntityDocument>,
  from: string,
  path: string,
  isRecords = false,
): DatasetPathTarget {
  const steps: DatasetStep[] = [];
  const segments = path.split('.');
  const last = isRecords ? null : segments.pop()!;
  let at = from;
  for (const segment of segments) {
    const step = stepOf(entities, at, segment);
    steps.push(step);
    at = step.to;
  }
  const entity = entities.get(at);
  if (!entity) throw new BadPath(path, at);
  const name = last ?? entityKey(entity);
  const field = filterField(entity, name);
  if (!field) throw new BadPath(name, at);
  return { steps, entity: at, name, field };
}

function stepOf(entities: ReadonlyMap<string, EntityDocument>, at: string, segment: string): DatasetStep {
  const [name = '', via] = segment.split('~');
  if (via !== undefined) {
    const other = entities.get(name);
    const field = other && filterField(other, via);
    if (!field || field.type !== 'reference' || field.entity !== at) throw new BadPath(segment, at);
    return { kind: 'back', holder: name, field: via, to: name };
  }
  const entity = entities.get(at);
  const field = entity && filterField(entity, name);
  if (!field || !refers(field) || field.entity === undefined) throw new BadPath(segment, at);
  return { kind: field.type === 'reference' ? 'one' : 'links', holder: at, field: name, to: field.entity };
}

import { escapeSegment } from '../../../contracts/json-pointer.ts';
import type { Diagnostic } from '../contract.ts';
import { entityDisplay, entityKey } from '../entity/entity.ts';
import { compileExpression } from '../expressions/expression.ts';
import type { EntityDocument } from '../generated/documents.ts';
import { diagnostic } from './diagnostics.ts';

/** Returns the names of a way that begins and ends at `start`, or null when there is none. */
function circle(start: string, next: (name: string) => readonly string[]): string[] | null {
  const open: string[][] = [[start]];
  const seen = new Set<string>();
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    for (const name of next(path.at(-1) ?? '')) {
      if (name === start) return [...path, name];
      if (!seen.has(name)) open.push([...path, name]);
      seen.add(name);
    }
  }
  return null;
}

/**
 * Reports circles that no record could satisfy: required references (no first record), and a key or display field whose
 * value is read from the record that it names.
 */
export function entityCircles(
  entity: EntityDocument,
  entities: ReadonlyMap<string, EntityDocument>,
): Diagnostic[] {
  const required = (id: string): string[] =>
    Object.values(entities.get(id)?.fields ?? {}).flatMap((field) =>
      field.type === 'reference' && field.required === true && field.entity !== undefined
        ? [field.entity]
        : [],
    );
  const shown = (name: (one: EntityDocument) => string) => (id: string) => {
    const one = entities.get(id);
    const field = one?.fields[name(one)];
    return field?.type === 'reference' && field.entity !== undefined ? [field.entity] : [];
  };
  const found: Diagnostic[] = [];
  const requiredCircle = circle(entity.id, required);
  if (requiredCircle) {
    const [name = ''] =
      Object.entries(entity.fields).find(
        ([, field]) => field.type === 'reference' && field.required && field.entity === requiredCircle[1],
      ) ?? [];
    // treeDiagnostics reports a tree whose records all need one above them.
    if (name !== entity.tree)
      found.push(
        diagnostic(`/fields/${escapeSegment(name)}`, 'entity-circle', { path: requiredCircle.join(' → ') }),
      );
  }
  for (const [pointer, name] of [
    ['/key', entityKey],
    ['/display', entityDisplay],
  ] as const) {
    const path = circle(entity.id, shown(name));
    if (path) found.push(diagnostic(pointer, 'entity-circle', { path: path.join(' → ') }));
  }
  return found;
}

/** Reports computed fields that need each other's values. */
export function computeCircles(entity: EntityDocument): Diagnostic[] {
  const reads = (name: string): string[] => {
    const source = entity.fields[name]?.compute?.$expr;
    if (source === undefined) return [];
    try {
      return compileExpression(source).refs.flatMap(([root, field]) =>
        root === 'row' && field !== undefined && Object.hasOwn(entity.fields, field) ? [field] : [],
      );
    } catch {
      // expressionsOf reports an expression that is too long.
      return [];
    }
  };
  return Object.keys(entity.fields).flatMap((name) => {
    const path = circle(name, reads);
    return path === null
      ? []
      : [diagnostic(`/fields/${escapeSegment(name)}/compute`, 'entity-circle', { path: path.join(' → ') })];
  });
}

import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { compileExpression, isExpression } from '../expressions/expression.ts';
import { bindPath, isPathWithin, type Path } from '../language/paths.ts';

// The options of a filter may read the values of others. Those are written by a bar: applied below `bind`, and as they stand in
// the bar below `draft`.

/** A field of a filter bar. */
export interface FilterPlace {
  field: string;
  /** Where its value stands: applied, and in the bar. */
  paths: readonly Path[];
  options: unknown;
}

/** The fields of a bar's props, with the places of their values. */
export function filterPlaces(props: JsonObject, bind: string): FilterPlace[] {
  const roots = [bind, props.draft].filter((one) => typeof one === 'string').map(bindPath);
  const fields = Array.isArray(props.fields) ? props.fields.filter(isObject) : [];
  return fields.flatMap(({ field, options }) =>
    typeof field === 'string' ? [{ field, paths: roots.map((root) => [...root, field]), options }] : [],
  );
}

/** The references of the expressions at any depth of a value. */
export function expressionRefs(value: unknown, found: Path[] = []): Path[] {
  if (isExpression(value)) {
    try {
      found.push(...compileExpression(value.$expr).refs);
    } catch {
      // The expression has a diagnostic of its own.
    }
  } else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) expressionRefs(item, found);
  return found;
}

/** Everything that options read, also through sources that read others. */
export function optionRefs(options: unknown, refsOf: (source: string) => readonly Path[]): Path[] {
  const own = expressionRefs(options);
  const found = [...own];
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const ref of refsOf(id)) {
      found.push(ref);
      if (ref[0] === 'data' && ref[1] !== undefined) visit(ref[1]);
    }
  };
  if (isObject(options) && typeof options.source === 'string') visit(options.source);
  for (const [root, id] of own) if (root === 'data' && id !== undefined) visit(id);
  return found;
}

/** The places among some that references read. A reference to all of a state reads none of its filters by name. */
export const placesRead = <Place extends FilterPlace>(
  refs: readonly Path[],
  places: readonly Place[],
): Place[] => places.filter(({ paths }) => paths.some((path) => refs.some((ref) => isPathWithin(ref, path))));

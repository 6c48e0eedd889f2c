import { routeOfAddress, type DataCatalogue } from '../../../contracts/data-catalogue.ts';
import { parsePointer, toPointer, valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import { knownAddressRefs } from '../language/address.ts';
import type { Diagnostic } from '../contract.ts';
import { entityAddress } from '../entity/entity.ts';
import type { EntityDocument } from '../generated/documents.ts';
import { fieldPathsOf } from '../expressions/field-paths.ts';
import { dataPath, type Path } from '../language/paths.ts';
import type { Registry } from '../language/registry.ts';
import { walkAnnotations } from '../language/schema-annotations.ts';
import { sourceOptions } from './choices.ts';
import type { ListedNode } from './nodes.ts';
import type { References } from './references.ts';
import { fieldDiagnostic, replyShape } from './routes.ts';
import { isUnknownField, shapeAt, type Shape } from './shapes.ts';

/** Knowledge of the data of a source. */
export interface SourceShape {
  /** Address that answers, for messages. */
  address: string;
  /** Shape of a row of `rows`; null where anything may stand. */
  row: Shape | null;
  record: Shape | null;
}

/** Returns the address and method of a source; null for one that calls nothing or names no known entity. */
function callOf(source: JsonObject, catalogue: DataCatalogue): ['GET' | 'POST', string] | null {
  if (typeof source.get === 'string') return ['GET', source.get];
  if (typeof source.post === 'string') return ['POST', source.post];
  const entity = catalogue.entities.find(({ id }) => id === source.entity);
  if (!entity) return null;
  const address = entityAddress(entity as unknown as EntityDocument);
  return ['GET', source.record === undefined ? address : `${address}/{params.id}`];
}

/** Returns the shape of a source's rows and record, by the route that it calls; null when no route answers. */
export function sourceShape(source: JsonObject, catalogue: DataCatalogue): SourceShape | null {
  const call = callOf(source, catalogue);
  const route = call && routeOfAddress(catalogue.routes, ...call);
  const reply = route && replyShape(route);
  if (!call || !reply) return null;
  const isEntity = typeof source.entity === 'string';
  const shapeOf = (path: Json | undefined, ofEntity: string): Shape | null => {
    if (!isEntity && typeof path !== 'string') return null;
    const found = shapeAt(reply, dataPath(isEntity ? ofEntity : String(path)));
    return isUnknownField(found) ? null : found;
  };
  return {
    address: call[1],
    row: shapeOf(source.rows, 'data.rows'),
    record: isEntity && source.record === undefined ? null : shapeOf(source.record, 'data'),
  };
}

/** Returns the shapes of all sources of a document that have one. */
export function sourceShapes(document: JsonObject, catalogue: DataCatalogue): Map<string, SourceShape> {
  const shapes = new Map<string, SourceShape>();
  for (const [id, source] of Object.entries(isObject(document.sources) ? document.sources : {})) {
    const shape = isObject(source) ? sourceShape(source, catalogue) : null;
    if (shape) shapes.set(id, shape);
  }
  return shapes;
}

/** Keys of a node at which `row` is still that of an ancestor. */
const outerKeys: ReadonlySet<string> = new Set(['visible', 'access', 'repeat', 'source', 'sources', 'with']);

/**
 * Returns the id of the source whose rows `row` means at a pointer; null where it means something else, such as an item of
 * `each` or the sums of a group.
 */
export function rowSourceAt(document: JsonObject, pointer: string, registry: Registry): string | null {
  const path = parsePointer(pointer);
  if (path.includes('totalValue')) return null;
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const part = valueAt(document, path.slice(0, depth));
    if (!isObject(part)) continue;
    const inside = path[depth] ?? '';
    if (part.each !== undefined && (inside === 'do' || inside === 'label')) return null;
    if (isObject(part.repeat) && part.repeat.as === 'row') return null;
    if (typeof part.type !== 'string' || typeof part.id !== 'string') continue;
    const spec = registry.get(part.type);
    if (spec?.data !== 'rows' || outerKeys.has(inside)) continue;
    return typeof part.source === 'string' ? part.source : null;
  }
  return null;
}

interface Context {
  document: JsonObject;
  registry: Registry;
  shapes: ReadonlyMap<string, SourceShape>;
}

function followed(shape: Shape | null, path: Path, address: string, pointer: string): Diagnostic[] {
  const found = shape && shapeAt(shape, path);
  return isUnknownField(found) ? [fieldDiagnostic(found, pointer, address)] : [];
}

/** Checks a path that begins with `data` or `row`. */
function pathDiagnostics(path: Path, pointer: string, { document, registry, shapes }: Context): Diagnostic[] {
  const [root, second, third, ...rest] = path;
  if (root === 'data' && second !== undefined) {
    const source = shapes.get(second);
    if (!source || (third !== 'rows' && third !== 'record')) return [];
    return followed(third === 'rows' ? source.row : source.record, rest, source.address, pointer);
  }
  if (root !== 'row' || second === undefined) return [];
  const source = shapes.get(rowSourceAt(document, pointer, registry) ?? '');
  return source ? followed(source.row, path.slice(1), source.address, pointer) : [];
}

async function pathsOf(expression: string): Promise<readonly Path[]> {
  try {
    return await fieldPathsOf(expression);
  } catch {
    // expressionDiagnostics reports the error.
    return [];
  }
}

/** Checks the props of a node that name a field of its source. */
function propDiagnostics({ node, pointer }: ListedNode, { registry, shapes }: Context): Diagnostic[] {
  if (!isObject(node) || !isObject(node.props) || typeof node.type !== 'string') return [];
  const spec = registry.get(node.type);
  const source = shapes.get(typeof node.source === 'string' ? node.source : '');
  if (!spec || !source) return [];
  const { props } = node;
  const shape = spec.data === 'record' ? source.record : source.row;
  const found: Diagnostic[] = [];
  walkAnnotations(spec.propsSchema, props, (annotation, path, value) => {
    if (annotation !== 'field' || typeof value !== 'string') return;
    const beside = valueAt(props, path.slice(0, -1).map(String));
    // The field of a computed column or a column of nodes is only its key.
    if (isObject(beside) && (beside.value !== undefined || beside.child !== undefined)) return;
    found.push(...followed(shape, dataPath(value), source.address, `${pointer}/props${toPointer(path)}`));
  });
  return found;
}

/** Checks the fields of a source's rows that options name. */
function optionDiagnostics({ document, shapes }: Context): Diagnostic[] {
  return sourceOptions(document).flatMap(({ options, pointer }) => {
    const source = shapes.get(String(options.source));
    if (!source) return [];
    const of = isObject(options.of) ? options.of : null;
    const check = (part: JsonObject, keys: readonly string[], at: string, below: Path = []): Diagnostic[] =>
      keys.flatMap((key) => {
        const field = part[key];
        if (typeof field !== 'string') return [];
        return followed(source.row, [...below, ...dataPath(field)], source.address, `${at}/${key}`);
      });
    const ofRow = of ? check(of, ['key', 'rows'], `${pointer}/of`) : [];
    if (ofRow.length > 0) return ofRow;
    return check(options, ['value', 'label', 'icon', 'tone'], pointer, of ? dataPath(String(of.rows)) : []);
  });
}

/** Reports fields that nodes, expressions and addresses read and that the answers of their sources do not have. */
export async function fieldDiagnostics(
  document: JsonObject,
  nodes: readonly ListedNode[],
  references: Pick<References, 'expressions' | 'addresses'>,
  registry: Registry,
  catalogue: DataCatalogue,
): Promise<Diagnostic[]> {
  const context: Context = { document, registry, shapes: sourceShapes(document, catalogue) };
  if (context.shapes.size === 0) return [];
  const found = [...nodes.flatMap((node) => propDiagnostics(node, context)), ...optionDiagnostics(context)];
  for (const { source, pointer } of references.expressions) {
    for (const path of await pathsOf(source)) found.push(...pathDiagnostics(path, pointer, context));
  }
  for (const { address, pointer } of references.addresses) {
    for (const path of knownAddressRefs(address)) found.push(...pathDiagnostics(path, pointer, context));
  }
  return found;
}

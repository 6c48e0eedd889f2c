import { valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { QueryParameter } from '../screen/address-query.ts';
import type { WidgetSpec } from '../contract.ts';
import { compileReference, type CompiledExpression } from '../expressions/expression.ts';
import { bindPath, isForbiddenKey, writePath, type Path } from '../language/paths.ts';

// A source's `list` names the state of its list: { page, perPage, order, filters }. Its values are parameters of the
// source and of the screen's address, and the default bindings of the widgets that use the source.

/** State path of the list of each source that has one, by the source's id. */
export type Lists = ReadonlyMap<string, string>;

/** Specification 1, section 9: lists come 50 per page. */
const startOfList = { page: 1, perPage: 50, order: '' };

export function listsOf(document: JsonObject): Lists {
  const sources = isObject(document.sources) ? Object.entries(document.sources) : [];
  return new Map(
    sources.flatMap(([id, source]): [string, string][] => {
      const bind = isObject(source) ? source.list : undefined;
      const isPath = typeof bind === 'string' && bind.startsWith('state.');
      return isPath && !bindPath(bind).some(isForbiddenKey) ? [[id, bind]] : [];
    }),
  );
}

/** The props that bind a widget to the list of its source. */
export function listProps(spec: WidgetSpec, bind: string | undefined): JsonObject {
  if (bind === undefined) return {};
  return Object.fromEntries(Object.entries(spec.list ?? {}).map(([prop, part]) => [prop, `${bind}.${part}`]));
}

/** Initial values of the filters that filter bars edit, by name. Only a choice or a text begins as an empty text. */
function fieldsOf(nodes: Iterable<{ props: JsonObject }>, bind: string): JsonObject {
  const found: JsonObject = {};
  for (const { props } of nodes) {
    if (props.bind !== bind || !Array.isArray(props.fields)) continue;
    for (const { field, control, initial } of props.fields.filter(isObject)) {
      if (typeof field !== 'string' || isForbiddenKey(field)) continue;
      found[field] = initial ?? (['select', 'search', 'text'].includes(String(control)) ? '' : null);
    }
  }
  return found;
}

export interface CompiledLists {
  /** The document's `state` with the initial values of its lists. */
  state: JsonObject;
  parameters: readonly QueryParameter[];
  /** Query of each source with a list, by the source's id. */
  queries: ReadonlyMap<string, { name: string; value: CompiledExpression }[]>;
}

const partsOf = (path: Path, filters: JsonObject): [name: string, path: Path][] => [
  ...Object.keys(startOfList).map((name): [string, Path] => [name, [...path, name]]),
  ...Object.keys(filters).map((name): [string, Path] => [name, [...path, 'filters', name]]),
];

/**
 * Compiles the lists of a document's sources.
 * @param declared parameters of the document's own `query`, which may rename a list's.
 */
export function compileLists(
  document: JsonObject,
  lists: Lists,
  nodes: readonly { props: JsonObject }[],
  declared: readonly QueryParameter[],
): CompiledLists {
  let scope = { state: isObject(document.state) ? document.state : {} };
  const parameters: QueryParameter[] = [];
  const queries = new Map<string, { name: string; value: CompiledExpression }[]>();
  const paths = new Set(lists.values());
  const carried = new Set(declared.map(({ path }) => path.join('.')));
  const names = new Set(declared.map(({ name }) => name));
  for (const [source, bind] of lists) {
    const path = bindPath(bind);
    const own = valueAt(scope, path);
    const initial = isObject(own) ? own : {};
    const filters = {
      ...fieldsOf(nodes, `${bind}.filters`),
      ...(isObject(initial.filters) ? initial.filters : {}),
    };
    scope = writePath(scope, path, { ...startOfList, ...initial, filters });
    const parts = partsOf(path, filters);
    const first = new Map<string, Path>();
    for (const [name, at] of parts) if (!first.has(name)) first.set(name, at);
    queries.set(
      source,
      [...first].map(([name, at]) => ({ name, value: compileReference(at) })),
    );
    for (const [name, at] of parts) {
      if (carried.has(at.join('.'))) continue;
      carried.add(at.join('.'));
      const isFirst = first.get(name) === at;
      const short = isFirst ? name : `filters.${name}`;
      const one: QueryParameter = {
        name: paths.size === 1 && !names.has(short) ? short : `${source}.${short}`,
        path: at,
        initial: valueAt(scope, at),
        list: source,
      };
      const positive = at.length === path.length + 1 && name !== 'order';
      parameters.push(positive ? { ...one, positive } : one);
    }
  }
  return { state: scope.state, parameters: [...declared, ...parameters], queries };
}

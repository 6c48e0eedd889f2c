import { getLocation, parse } from 'jsonc-parser';
import { iconNames } from '../../../contracts/icon-names.ts';
import { routeOfAddress } from '../../../contracts/data-catalogue.ts';
import { parsePointer, toPointer, valueAt } from '../../../contracts/json-pointer.ts';
import { isObject, textOrEmpty, type JsonObject } from '../../../contracts/json.ts';
import { functionNames } from '../expressions/lint.ts';
import type { Registry } from '../language/registry.ts';
import { rowSourceAt, sourceShapes } from '../validate/data-fields.ts';
import { collectNode, listNodes } from '../validate/nodes.ts';
import { replyShape } from '../validate/routes.ts';
import { fieldNames, shapeAt, type Shape } from '../validate/shapes.ts';
import type { Completion, CompletionContext, CompletionOptions, Suggestion } from './completion-context.ts';
import { localNamesAt } from './local-names.ts';
import {
  fragmentIds,
  keyLike,
  ownParameters,
  parameterAt,
  parameterLiterals,
  parameterNames,
} from './fragments.ts';
import { nodeSnippets } from './snippets.ts';

const plain = (labels: Iterable<string>, detail = ''): Suggestion[] =>
  [...new Set(labels)].map((label) => ({ label, detail }));

const keysOf = (value: unknown): string[] => (isObject(value) ? Object.keys(value) : []);

/** Paths below a JSON value, at most three names deep. */
function pathsBelow(value: unknown, above: string, depth = 0): string[] {
  if (!isObject(value) || depth > 2) return [];
  return Object.entries(value).flatMap(([key, below]) => [
    `${above}.${key}`,
    ...pathsBelow(below, `${above}.${key}`, depth + 1),
  ]);
}

/** Paths of the fields of a shape, at most two names deep. */
function shapePaths(shape: Shape | null, above = '', depth = 0): string[] {
  if (shape === null || depth > 1) return [];
  return fieldNames(shape).flatMap((name) => {
    const below = shapeAt(shape, [name]);
    const inner =
      below && !('known' in below) ? shapePaths(below as Shape, `${above}${name}.`, depth + 1) : [];
    return [`${above}${name}`, ...inner];
  });
}

function statePaths({ document, registry }: CompletionContext): string[] {
  const written = listNodes(document, registry).nodes.flatMap((node) =>
    collectNode(node, registry).writes.map(({ path }) => path),
  );
  return [...pathsBelow(document.state, 'state'), ...written];
}

function dataPaths({ document, shapes }: CompletionContext): Suggestion[] {
  return keysOf(document.sources).flatMap((id) => {
    const shape = shapes.get(id);
    const fixed = ['rows', 'total', 'record', 'value', 'status', 'error'].map((key) => `data.${id}.${key}`);
    return plain(
      [
        ...fixed,
        ...shapePaths(shape?.row ?? null, `data.${id}.rows.`),
        ...shapePaths(shape?.record ?? null, `data.${id}.record.`),
      ],
      shape?.address ?? '',
    );
  });
}

/** Everything that an expression or a reference in braces can read at a position. */
function references(context: CompletionContext): Suggestion[] {
  const { document, registry, pointer, shapes } = context;
  const source = shapes.get(rowSourceAt(document, pointer, registry) ?? '');
  const params = [...textOrEmpty(document.path).matchAll(/:([A-Za-z]\w*)/g)].map(
    ([, name]) => `params.${name}`,
  );
  return [
    ...plain(statePaths(context)),
    ...dataPaths(context),
    ...plain(shapePaths(source?.row ?? null, 'row.'), source?.address),
    ...plain(localNamesAt(document, pointer, registry)),
    ...plain(params),
    ...plain(['user.name', 'user.login', 'user.id', 'tenant.name', 'lang', 'now']),
    ...plain(['read', 'create', 'update', 'delete'].map((verb) => `can.${verb}`)),
  ];
}

function addresses({ catalogue }: CompletionContext, method: string, onlyReading: boolean): Suggestion[] {
  return (catalogue?.routes ?? [])
    .filter((route) => route.method === method && (!onlyReading || route.reads))
    .map(({ path, summary }) => ({ label: path.replace(/:(\w+)/g, '{params.$1}'), detail: summary }));
}

function idsOf({ document, registry }: CompletionContext, accept: (type: string) => boolean): string[] {
  return listNodes(document, registry).nodes.flatMap(({ node }) =>
    isObject(node) && typeof node.id === 'string' && accept(textOrEmpty(node.type)) ? [node.id] : [],
  );
}

function dialogIds({ document }: CompletionContext): string[] {
  return Array.isArray(document.dialogs)
    ? document.dialogs.flatMap((one) => (isObject(one) ? [textOrEmpty(one.id)] : []))
    : [];
}

/** The nearest object above a position that calls the server, with its route. */
function callAbove({ document, path, catalogue }: CompletionContext) {
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const spec = valueAt(document, path.slice(0, depth).map(String));
    if (!isObject(spec)) continue;
    for (const method of ['get', 'head', 'post', 'put', 'delete'] as const) {
      const address = spec[method];
      if (typeof address !== 'string' || !catalogue) continue;
      // A route that can be read can be asked for its existence.
      const verb = (method === 'head' ? 'get' : method).toUpperCase() as 'GET' | 'POST' | 'PUT' | 'DELETE';
      const route = routeOfAddress(catalogue.routes, verb, address);
      if (route) return { route, below: path.slice(depth).map(String) };
    }
  }
  return null;
}

/** Keys of a query or a body, by the route that receives them; translations of own texts, by the other languages. */
function propertyNames(context: CompletionContext): Suggestion[] {
  const { document, path } = context;
  if (path[0] === 'strings' && path.length === 3) {
    return plain(Object.values(isObject(document.strings) ? document.strings : {}).flatMap(keysOf));
  }
  if (path.at(-2) === 'set') return plain(statePaths(context));
  if (path.at(-2) === 'with') return parameterNames(context);
  const call = callAbove(context);
  if (!call) return [];
  const [part, ...rest] = call.below;
  const { query, body, path: address } = call.route;
  const shape = part === 'query' ? query : part === 'body' ? body : undefined;
  if (!shape) return [];
  const found = shapeAt(shape, rest.slice(0, -1));
  return found === null || 'known' in found ? [] : plain(fieldNames(found as Shape), address);
}

/** Fields of the source of the node around a position. */
function nodeFields({ document, path, shapes, registry }: CompletionContext): Suggestion[] {
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const node = valueAt(document, path.slice(0, depth).map(String));
    if (!isObject(node) || typeof node.type !== 'string' || typeof node.source !== 'string') continue;
    const shape = shapes.get(node.source);
    const isRecord = registry.get(node.type)?.data === 'record';
    return plain(shapePaths((isRecord ? shape?.record : shape?.row) ?? null), shape?.address);
  }
  return [];
}

function texts({ document, catalogue }: CompletionContext): Suggestion[] {
  const own = Object.values(isObject(document.strings) ? document.strings : {}).flatMap((table) =>
    Object.entries(isObject(table) ? table : {}).map(([key, value]) => ({
      label: `$${key}`,
      detail: textOrEmpty(value),
    })),
  );
  const shared = Object.entries(catalogue?.texts ?? {}).map(([key, detail]) => ({
    label: `$${key}`,
    detail,
  }));
  return [...new Map([...shared, ...own].map((one) => [one.label, one])).values()];
}

/** Paths into the answer of the call that a source or options describe. */
function replyPaths(context: CompletionContext): Suggestion[] {
  const call = callAbove(context);
  const shape = call && replyShape(call.route);
  return shape ? plain(shapePaths(shape), call.route.path) : [];
}

/** Values that a key can have. */
function values(context: CompletionContext, key: string): Suggestion[] {
  const parameter = parameterAt(context);
  return parameter?.enum ? plain(parameter.enum) : valuesOf(context, parameter ? keyLike(parameter) : key);
}

function valuesOf(context: CompletionContext, key: string): Suggestion[] {
  const { path, document, catalogue } = context;
  const above = String(path.at(-2) ?? '');
  switch (key) {
    case '$expr':
      return [...references(context), ...plain(functionNames.map((name) => `$${name}`))];
    case 'needs':
      return references(context);
    case 'get':
    case 'post':
    case 'put':
    case 'delete':
      return addresses(context, key.toUpperCase(), above !== 'request' && above !== 'upload');
    case 'navigate':
    case 'to':
    case 'link':
    case 'back':
      return (catalogue?.screens ?? []).map((one) => ({
        label: one.path.replace(/:(\w+)/g, '{params.$1}'),
        detail: one.title,
      }));
    case 'source':
    case 'refresh':
      return plain(keysOf(document.sources));
    case 'open':
    case 'close':
    case 'dialog':
      return plain(dialogIds(context));
    case 'submit':
    case 'reset':
      return plain(idsOf(context, (type) => context.registry.get(type)?.submits === true));
    case 'child':
      return plain(idsOf(context, () => true));
    case 'screen':
      return (catalogue?.permissions ?? []).map(({ screen, title }) => ({ label: screen, detail: title }));
    case 'use':
      return fragmentIds(context);
    case '$with':
      return ownParameters(context);
    case 'entity':
      return plain((catalogue?.entities ?? []).map(({ id }) => textOrEmpty(id)));
    case 'icon':
      return plain(iconNames);
    case 'rows':
    case 'total':
    case 'record':
      return replyPaths(context);
    case 'bind':
    case 'into':
    case 'list':
    case 'status':
      return plain(statePaths(context));
    default:
      return nodeFieldKeys.has(key) ? nodeFields(context) : [];
  }
}

/** Keys of props that name a field of the node's source. */
const nodeFieldKeys: ReadonlySet<string> = new Set([
  'field',
  'secondField',
  'rowKey',
  'rowName',
  'image',
  'parent',
  'subtitle',
]);

/** The word before the caret that a completion replaces: a path, a key with its $, or an address. */
function wordBefore(before: string, key: string): string {
  if (key === '$expr') return /[A-Za-z_$][\w.]*$/.exec(before)?.[0] ?? '';
  const inBraces = /\{([\w.]*)$/.exec(before);
  return inBraces ? inBraces[1]! : before;
}

/** Completions in a string, whose content begins at `start`. */
function inString(context: CompletionContext, content: string, start: number, offset: number): Completion[] {
  const last = context.path.at(-1);
  const key = String(typeof last === 'number' ? context.path.at(-2) : last);
  const before = content.slice(0, offset - start);
  const word = wordBefore(before, key);
  const isReference = key !== '$expr' && /\{[\w.]*$/.test(before);
  const suggested = isReference
    ? references(context)
    : before.startsWith('$') && key !== '$expr'
      ? texts(context)
      : values(context, key);
  // A word in the middle of a longer text ends at the caret; anything else is replaced as a whole.
  const to = key === '$expr' || isReference ? offset : start + content.length;
  return suggested.map((one) => ({
    ...one,
    insert: one.label,
    kind: 'field',
    from: offset - word.length,
    to,
  }));
}

function contextAt(
  document: JsonObject,
  path: CompletionContext['path'],
  registry: Registry,
  options: CompletionOptions,
): CompletionContext {
  const { catalogue } = options;
  return {
    ...options,
    document,
    registry,
    path,
    pointer: toPointer(path),
    shapes: catalogue ? sourceShapes(document, catalogue) : new Map(),
  };
}

/**
 * Completions in the text of an expression, for a field that edits it apart from its document.
 * @param pointer of the expression's text: it ends with `/$expr`.
 * @param caret offset in the text.
 */
export function expressionCompletions(
  document: JsonObject,
  pointer: string,
  source: string,
  caret: number,
  registry: Registry,
): Completion[] {
  return inString(contextAt(document, parsePointer(pointer), registry, {}), source, 0, caret);
}

/**
 * Completions at a caret, by the document and the data that it uses: sources, state, fields of answers, texts, addresses,
 * ids; and snippets of common nodes in a list of nodes. Names of the language itself come from its schemas.
 * @param offset of the caret.
 */
export function completionsAt(
  source: string,
  offset: number,
  registry: Registry,
  options: CompletionOptions = {},
): Completion[] {
  const location = getLocation(source, offset);
  const document: unknown = parse(source);
  if (!isObject(document)) return [];
  const { path, previousNode, isAtPropertyKey } = location;
  const context = contextAt(document, path, registry, options);
  const isInString =
    previousNode !== undefined &&
    source[previousNode.offset] === '"' &&
    offset > previousNode.offset &&
    offset <= previousNode.offset + previousNode.length;
  if (isAtPropertyKey) {
    const from = isInString ? previousNode.offset : offset;
    const to = isInString ? previousNode.offset + previousNode.length : offset;
    return propertyNames(context).map((one) => ({
      ...one,
      insert: JSON.stringify(one.label),
      kind: 'field',
      from,
      to,
    }));
  }
  if (isInString) {
    const start = previousNode.offset + 1;
    const closed = source[previousNode.offset + previousNode.length - 1] === '"' && previousNode.length > 1;
    const end = previousNode.offset + previousNode.length - (closed ? 1 : 0);
    return inString(context, source.slice(start, end), start, offset);
  }
  const literals = parameterLiterals(context);
  if (literals)
    return literals.map((one) => ({ ...one, insert: one.label, kind: 'field', from: offset, to: offset }));
  return nodeSnippets(document, path, context.shapes).map((one) => ({
    ...one,
    kind: 'snippet',
    from: offset,
    to: offset,
  }));
}

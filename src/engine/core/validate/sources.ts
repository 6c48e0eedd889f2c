import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { addressRefs } from '../language/address.ts';
import type { Diagnostic } from '../contract.ts';
import { compileExpression } from '../expressions/expression.ts';
import { listsOf } from '../sources/lists.ts';
import { bindPath, type Path } from '../language/paths.ts';
import type { Registry } from '../language/registry.ts';
import { needCycles } from '../sources/source-needs.ts';
import { diagnostic } from './diagnostics.ts';
import { pathDiagnostics, References, type Declarations } from './references.ts';

type WrittenSource = [id: string, source: JsonObject];

const sourcesOf = (document: JsonObject): WrittenSource[] =>
  Object.entries(isObject(document.sources) ? document.sources : {}).filter((entry): entry is WrittenSource =>
    isObject(entry[1]),
  );

const sourcePointer = (id: string): string => `/sources/${escapeSegment(id)}`;

/** References that a source declares in `needs`, with their pointers. */
export const needPaths = (document: JsonObject): { path: Path; pointer: string }[] =>
  sourcesOf(document).flatMap(([id, source]) =>
    declaredNeeds(source).flatMap((need, index) =>
      typeof need === 'string'
        ? [{ path: bindPath(need), pointer: `${sourcePointer(id)}/needs/${index}` }]
        : [],
    ),
  );

const declaredNeeds = (source: JsonObject): readonly unknown[] =>
  Array.isArray(source.needs) ? source.needs : [];

/** Where the data of a source can come from, and the keys that have an effect beside it. */
const keysByOrigin: Readonly<Record<string, readonly string[]>> = {
  get: ['query', 'list', 'rows', 'total', 'record', 'append', 'needs', 'every', 'on'],
  post: ['body', 'query', 'list', 'rows', 'total', 'record', 'append', 'needs', 'every', 'on'],
  entity: ['query', 'list', 'record', 'append', 'needs', 'every', 'on'],
  dataset: ['query', 'needs', 'every', 'on'],
  shell: ['needs'],
  value: ['needs'],
};

/** Whether a text can be a reference in an address. */
const isReference = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)+$/.test(text);

/** Reports a source whose data comes from nowhere or from two places, and keys without an effect. */
export function originDiagnostics(source: unknown, pointer: string): Diagnostic[] {
  if (!isObject(source)) return [];
  const origins = Object.keys(keysByOrigin).filter((key) => Object.hasOwn(source, key));
  const [origin] = origins;
  const known = Object.keys(keysByOrigin);
  if (origin === undefined || origins.length > 1)
    return [diagnostic(pointer, 'source-origin', { known: known.join(', ') })];
  // The schema reports keys that no source has.
  const others = Object.keys(source).filter((key) =>
    Object.values(keysByOrigin).some((keys) => keys.includes(key)),
  );
  const unused = others.filter((key) => !keysByOrigin[origin]!.includes(key));
  const found = unused.map((key) => diagnostic(`${pointer}/${key}`, 'source-key', { key, origin }));
  if (origin !== 'entity' && isObject(source.record))
    found.push(diagnostic(`${pointer}/record`, 'type', { expected: 'string' }));
  if (origin === 'entity' && typeof source.record === 'string' && !isReference(source.record))
    found.push(diagnostic(`${pointer}/record`, 'pattern-need'));
  return found;
}

function collectSource(references: References, [id, source]: WrittenSource): void {
  references.addAddress(source.get, `${sourcePointer(id)}/get`, ['args']);
  references.addAddress(source.post, `${sourcePointer(id)}/post`, ['args']);
  references.addValue(source.body, `${sourcePointer(id)}/body`, ['args']);
  references.addExpression(source.value, `${sourcePointer(id)}/value`, ['args']);
  references.addExpression(source.record, `${sourcePointer(id)}/record`, ['args']);
  if (source.entity !== undefined && typeof source.record === 'string' && isReference(source.record))
    references.addAddress(`{${source.record}}`, `${sourcePointer(id)}/record`, ['args']);
  for (const [name, value] of Object.entries(isObject(source.query) ? source.query : {})) {
    references.addExpression(value, `${sourcePointer(id)}/query/${escapeSegment(name)}`, ['args']);
  }
}

/** A topic may name the source's own data, unlike what the source loads. */
function collectTopics(references: References, [id, source]: WrittenSource): void {
  for (const [index, one] of (Array.isArray(source.on) ? source.on : []).entries()) {
    const pointer = `${sourcePointer(id)}/on/${index}`;
    if (isObject(one)) references.addAddress(one.topic, `${pointer}/topic`, ['args']);
    else references.addAddress(one, pointer, ['args']);
  }
}

/** Collects the references of the addresses and queries of a document's sources, and the states of their lists. */
export function collectSources(references: References, document: JsonObject): void {
  for (const source of sourcesOf(document)) {
    collectSource(references, source);
    collectTopics(references, source);
  }
  for (const [id, path] of listsOf(document))
    references.writes.push({ by: 'binding', path, pointer: `${sourcePointer(id)}/list` });
}

/** Reports widgets whose source has no list, although it is all that they take from it. */
export function listDiagnostics(
  document: JsonObject,
  nodes: readonly { node: unknown; pointer: string }[],
  registry: Registry,
): Diagnostic[] {
  const lists = listsOf(document);
  return nodes.flatMap(({ node, pointer }) => {
    if (!isObject(node) || typeof node.type !== 'string' || typeof node.source !== 'string') return [];
    const spec = registry.get(node.type);
    const takesList = spec?.list !== undefined && spec.data === 'nothing';
    return takesList && !lists.has(node.source)
      ? [diagnostic(`${pointer}/source`, 'no-list', { type: spec.type, source: node.source })]
      : [];
  });
}

/** Reports needs that name nothing that the document declares. */
export function needDiagnostics(document: JsonObject, declared: Declarations): Diagnostic[] {
  return needPaths(document).flatMap(({ path, pointer }) =>
    pathDiagnostics([path], { pointer, locals: ['args'] }, declared),
  );
}

async function referencesOf(expression: string): Promise<readonly Path[]> {
  try {
    return await compileExpression(expression).check();
  } catch {
    // expressionDiagnostics reports the error.
    return [];
  }
}

async function pathsRead(source: WrittenSource): Promise<Path[]> {
  const references = new References();
  collectSource(references, source);
  const paths: Path[] = declaredNeeds(source[1]).flatMap((need) =>
    typeof need === 'string' ? [bindPath(need)] : [],
  );
  for (const { address } of references.addresses) {
    try {
      paths.push(...addressRefs(address));
    } catch {
      // addressDiagnostics reports the error.
    }
  }
  for (const { source: expression } of references.expressions) {
    paths.push(...(await referencesOf(expression)));
  }
  return paths;
}

/** References and topics that each source of a document reads. */
export type SourceReads = ReadonlyMap<string, { refs: readonly Path[] }>;

/** References that the needs, addresses and expressions of each source read. */
export async function sourceReads(document: JsonObject): Promise<SourceReads> {
  const read = new Map<string, { refs: readonly Path[] }>();
  for (const source of sourcesOf(document)) read.set(source[0], { refs: await pathsRead(source) });
  return read;
}

/** Reports sources that need each other through their needs, addresses or expressions. */
export function cycleDiagnostics(read: SourceReads): Diagnostic[] {
  return needCycles(read).map((cycle) =>
    diagnostic(sourcePointer(cycle[0]!), 'source-cycle', { cycle: [...cycle, cycle[0]!].join(' → ') }),
  );
}

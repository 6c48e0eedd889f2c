import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { ReadersSource } from '../../../contracts/view.ts';
import { addressRefs } from './address.ts';
import type { Diagnostic } from '../contract.ts';
import { dialogsWithSource } from '../screen/dialog-screen.ts';
import { ExpressionError, expressionDiagnostic } from '../expressions/errors.ts';
import { compileExpression, isExpression, type CompiledExpression } from '../expressions/expression.ts';
import type { Source } from '../generated/documents.ts';
import type { CompiledSource } from '../compiled-screen.ts';
import { distinctPaths, isForbiddenKey, type Path } from './paths.ts';
import { needCycles, neededStatuses, needsOf, sourcesRead } from '../sources/source-needs.ts';
import { diagnostic } from '../validate/diagnostics.ts';

type SourceQuery = CompiledSource['query'];

/** Collects the expressions at any depth of a JSON value. */
function expressionsIn(value: unknown, found: CompiledExpression[] = []): CompiledExpression[] {
  if (isExpression(value)) found.push(compileExpression(value.$expr));
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) expressionsIn(item, found);
  return found;
}

const pathOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Address of the rows of a dataset: the call of a published view, where the server has written one. */
const datasetAddress = ({ dataset, load }: Source & ReadersSource): string | null =>
  dataset === undefined ? null : (load ?? `/adm/v2/dataset/${dataset}`);

/** References of the topics. They decide when a source loads again, not what it loads. */
const topicRefs = ({ on = [] }: Source): Path[] =>
  on.flatMap((one) => addressRefs(typeof one === 'string' ? one : one.topic));

/** @param list query of the source's list; the source's own query or body takes precedence. */
function compileSource(
  document: JsonObject,
  id: string,
  definition: Source,
  list: SourceQuery,
): CompiledSource {
  const isPost = definition.post !== undefined;
  const body = isPost ? (definition.body ?? {}) : undefined;
  const written: SourceQuery = Object.entries(definition.query ?? {}).map(([name, one]) => ({
    name,
    value: isExpression(one) ? compileExpression(one.$expr) : one,
  }));
  const names = new Set([...written.map(({ name }) => name), ...(isObject(body) ? Object.keys(body) : [])]);
  const listed = list.filter(({ name }) => !names.has(name));
  const query = isPost ? written : [...listed, ...written];
  const value = definition.value ? compileExpression(definition.value.$expr) : null;
  const needs = needsOf(definition);
  const expressions = [
    ...[...query, ...listed].flatMap(({ value: one }) =>
      typeof one === 'object' && one !== null && 'refs' in one ? [one] : [],
    ),
    ...expressionsIn(body),
    ...(value ? [value] : []),
  ];
  const refs = distinctPaths([
    ...needs.map(({ path }) => path),
    ...expressions.flatMap((one) => one.refs),
    ...neededStatuses(needs),
    ...(value ? sourcesRead(value.refs).map((read): Path => ['data', read, 'status']) : []),
  ]);
  return {
    id,
    definition,
    address: definition.post ?? definition.get ?? datasetAddress(definition),
    query,
    body: body === undefined ? null : { written: body, list: isObject(body) ? listed : [] },
    paths: {
      rows: definition.shell ? 'rows' : definition.dataset ? 'data.rows' : pathOf(definition.rows),
      total: pathOf(definition.total),
      // The record of a dataset has its columns, totals and topics.
      record: definition.dataset ? 'data' : pathOf(definition.record),
    },
    value,
    needs,
    refs,
    dialogs: [...refs, ...topicRefs(definition)].some(([root]) => root === 'args')
      ? dialogsWithSource(document, id)
      : [],
  };
}

/** Whether a source reads another one, directly or through others. */
function readsSource(sources: ReadonlyMap<string, CompiledSource>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const visit = (id: string): boolean => {
    if (id === to) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    const refs = (sources.get(id)?.refs ?? []).filter(([root]) => root === 'data');
    return refs.some(([, other]) => other !== undefined && visit(other));
  };
  return visit(from);
}

/**
 * Replaces the reference of a value to all data by references to each other source that does not read it. Expressions that
 * name the current item as `$` count as reading everything until JSONata has parsed them.
 */
function withoutOwnValue(sources: Map<string, CompiledSource>): void {
  for (const [id, source] of sources) {
    if (!source.value || !source.refs.some((ref) => ref.length === 1 && ref[0] === 'data')) continue;
    const others = [...sources.keys()].filter((other) => !readsSource(sources, other, id));
    const refs = source.refs.filter((ref) => ref.length > 1 || ref[0] !== 'data');
    sources.set(id, { ...source, refs: [...refs, ...others.map((other): Path => ['data', other])] });
  }
}

/** The sources in an order in which each one follows those that it reads, so that the first load of each is complete. */
function inOrder(sources: ReadonlyMap<string, CompiledSource>): Map<string, CompiledSource> {
  const ordered = new Map<string, CompiledSource>();
  const visit = (id: string): void => {
    const source = sources.get(id);
    if (!source || ordered.has(id)) return;
    for (const [root, other] of source.refs) if (root === 'data' && other !== undefined) visit(other);
    ordered.set(id, source);
  };
  for (const id of sources.keys()) visit(id);
  return ordered;
}

/**
 * Compiles the sources. Invalid sources are left out; nodes that reference them report it.
 * @param queries query of each source's list.
 * @param errorsOf errors that validation found in the source at a pointer.
 */
export function compileSources(
  document: JsonObject,
  queries: ReadonlyMap<string, SourceQuery>,
  errorsOf: (pointer: string) => readonly Diagnostic[],
  diagnostics: Diagnostic[],
): Map<string, CompiledSource> {
  const sources = new Map<string, CompiledSource>();
  for (const [id, value] of Object.entries(isObject(document.sources) ? document.sources : {})) {
    const pointer = `/sources/${escapeSegment(id)}`;
    const own = errorsOf(pointer);
    diagnostics.push(...own);
    // structureDiagnostics reports forbidden names such as __proto__.
    if (own.length > 0 || isForbiddenKey(id)) continue;
    const entity = isObject(value) ? value.entity : undefined;
    if (typeof entity === 'string') {
      // The server, or the editor's preview, has found no such entity.
      diagnostics.push(diagnostic(`${pointer}/entity`, 'unknown-entity', { entity, nearest: '' }));
      continue;
    }
    try {
      sources.set(id, compileSource(document, id, value as unknown as Source, queries.get(id) ?? []));
    } catch (error) {
      diagnostics.push(
        error instanceof ExpressionError
          ? expressionDiagnostic(error, pointer)
          : diagnostic(pointer, 'source'),
      );
    }
  }
  withoutOwnValue(sources);
  // Sources that need each other would never load.
  for (const cycle of needCycles(sources)) {
    for (const id of cycle) sources.delete(id);
    diagnostics.push(
      diagnostic(`/sources/${escapeSegment(cycle[0]!)}`, 'source-cycle', { cycle: cycle.join(' → ') }),
    );
  }
  return inOrder(sources);
}

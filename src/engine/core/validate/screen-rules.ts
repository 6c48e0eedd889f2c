import { isUsable } from '../../../contracts/saved-widget.ts';
import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import {
  boardPath,
  isReservedPath,
  layoutEditorPath,
  supportPath,
  widgetEditorPath,
} from '../../../contracts/reserved-paths.ts';
import type { Diagnostic } from '../contract.ts';
import { addressRefs, isOwnTemplate } from '../language/address.ts';
import { compileExpression } from '../expressions/expression.ts';
import { sampleOf } from '../fragments/parameters.ts';
import { bindPath, isForbiddenKey, isPathWithin, type Path } from '../language/paths.ts';
import { diagnostic } from './diagnostics.ts';
import { nearestAmong, nearestValue } from './nearest.ts';
import { declaredState, type References } from './references.ts';
import { needPaths } from './sources.ts';

// Rules of a whole screen or dashboard: what would be saved without an error and do nothing when the screen is used.

async function pathsOf(
  references: References,
  document: JsonObject,
  root: 'params' | 'state',
): Promise<{ path: Path; pointer: string }[]> {
  const found = needPaths(document);
  const read = async (
    pointer: string,
    paths: () => readonly Path[] | Promise<readonly Path[]>,
  ): Promise<void> => {
    try {
      for (const path of await paths()) found.push({ path, pointer });
    } catch {
      // The error of an expression or an address is reported where these are checked.
    }
  };
  for (const { source, pointer } of references.expressions)
    if (source.includes(root)) await read(pointer, () => compileExpression(source).check());
  for (const { address, pointer } of references.addresses) await read(pointer, () => addressRefs(address));
  for (const [id, source] of Object.entries(isObject(document.sources) ? document.sources : {})) {
    const isReference = isObject(source) && source.entity !== undefined && typeof source.record === 'string';
    if (isReference)
      await read(`/sources/${escapeSegment(id)}/record`, () => addressRefs(`{${String(source.record)}}`));
  }
  return found;
}

/** Warns of parameters that the path of the screen does not have, which never have a value. */
export async function parameterDiagnostics(
  references: References,
  document: JsonObject,
): Promise<Diagnostic[]> {
  const { path: own } = document;
  if (typeof own !== 'string') return [];
  const known = [...own.matchAll(/:([A-Za-z][A-Za-z0-9]*)/g)].map(([, name = '']) => name);
  return (await pathsOf(references, document, 'params')).flatMap(({ path: [root, name], pointer }) => {
    if (root !== 'params' || name === undefined || isForbiddenKey(name) || known.includes(name)) return [];
    return [
      diagnostic(pointer, 'unknown-param', { name, path: own, ...nearestValue(name, known) }, 'warning'),
    ];
  });
}

const overlaps = (one: Path, other: Path): boolean => isPathWithin(one, other) || isPathWithin(other, one);

/**
 * Warns of a place of the state that is bound or written, that nothing else names, and whose name is like that of a declared
 * one. Any other place declares itself by being written.
 */
export async function misspelledStateDiagnostics(
  references: References,
  document: JsonObject,
): Promise<Diagnostic[]> {
  const initial = declaredState(document.state, []);
  const writes = references.writes.map((one) => ({ ...one, keys: bindPath(one.path) }));
  const suspects = writes.filter(({ keys }) => !keys.some(isForbiddenKey) && !initial.has(keys.slice(1)));
  if (suspects.length === 0) return [];
  const read = (await pathsOf(references, document, 'state')).map(({ path }) => path);
  const queried = Object.values(isObject(document.query) ? document.query : {}).map((path) =>
    bindPath(String(path)),
  );
  const isRead = (path: Path): boolean => [...read, ...queried].some((one) => overlaps(one, path));
  const likely = new Map<string, (name: string) => { nearest?: string }>();
  return suspects.flatMap((suspect) => {
    const { by, path, pointer, keys } = suspect;
    const others = writes.filter((one) => one !== suspect && overlaps(one.keys, keys));
    if (isRead(keys) || others.some((one) => by === 'binding' || one.by === 'binding')) return [];
    // A place that a widget shows already is not meant by another one.
    const isFree = (one: string): boolean =>
      by === 'step' ||
      !writes.some((other) => other.by === 'binding' && overlaps(other.keys, one.split('.')));
    if (!likely.has(by))
      likely.set(
        by,
        nearestAmong(() => initial.paths.filter(isFree)),
      );
    const { nearest } = likely.get(by)!(path);
    return nearest === undefined
      ? []
      : [diagnostic(pointer, 'misspelled-state', { path, nearest }, 'warning')];
  });
}

/** Warns of the list of a source that gives one record, which has no pages, orders or filters. */
export function recordListDiagnostics(document: JsonObject): Diagnostic[] {
  return Object.entries(isObject(document.sources) ? document.sources : {}).flatMap(([id, source]) =>
    isObject(source) && source.list !== undefined && source.record !== undefined && source.rows === undefined
      ? [diagnostic(`/sources/${escapeSegment(id)}/list`, 'list-of-record', { source: id }, 'warning')]
      : [],
  );
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** Whether an address with references in braces can lead to a screen with a path. */
function leadsTo(address: string, path: string): boolean {
  const [written, expected] = [segmentsOf(address), segmentsOf(path)];
  return (
    written.length === expected.length &&
    written.every((text, at) => text.includes('{') || expected[at]!.startsWith(':') || text === expected[at])
  );
}

/** Pages that no screen document has: views, boards and chats have their numbers as they are made. */
const productPages = [
  '/dashboard/:id',
  layoutEditorPath,
  widgetEditorPath,
  boardPath,
  '/support',
  supportPath,
];

/** Warns of links to a page that neither a screen nor the product has: a screen may get the address later. */
export function pageDiagnostics(
  references: References,
  document: JsonObject,
  screens: readonly string[],
): Diagnostic[] {
  const own = typeof document.path === 'string' ? [document.path] : [];
  const paths = [...screens, ...own, ...productPages];
  const likely = nearestAmong(() => paths);
  const sample = isUsable(document.kind) ? String(sampleOf('address').value) : null;
  return [...references.addresses, ...references.links].flatMap(({ address: written, pointer }) => {
    const [address = ''] = written.split(/[?#]/, 1);
    if (!/\/(navigate|navigate\/to|link|back)$/.test(pointer) || !isOwnTemplate(address)) return [];
    if (sample !== null && address.startsWith(sample)) return [];
    if (isReservedPath(address) || paths.some((path) => leadsTo(address, path))) return [];
    const { nearest } = likely(address.replace(/\{[^{}]*\}/g, ':id'));
    return [
      diagnostic(pointer, 'unknown-page', { address, ...(nearest !== undefined && { nearest }) }, 'warning'),
    ];
  });
}

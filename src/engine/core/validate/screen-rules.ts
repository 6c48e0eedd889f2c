import type { DataCatalogue } from '../../../contracts/data-catalogue.ts';
import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { addressRefs } from '../address.ts';
import { compileExpression } from '../expressions/expression.ts';
import { isForbiddenKey, type Path } from '../paths.ts';
import { diagnostic } from './diagnostics.ts';
import { nearest, nearestValue } from './nearest.ts';
import type { References } from './references.ts';
import { needPaths } from './sources.ts';

// Rules of a whole screen or dashboard: what would be saved without an error and do nothing when the screen is used.

async function pathsOf(
  references: References,
  document: JsonObject,
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
    if (source.includes('params')) await read(pointer, () => compileExpression(source).check());
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
  return (await pathsOf(references, document)).flatMap(({ path: [root, name], pointer }) => {
    if (root !== 'params' || name === undefined || isForbiddenKey(name) || known.includes(name)) return [];
    return [
      diagnostic(pointer, 'unknown-param', { name, path: own, ...nearestValue(name, known) }, 'warning'),
    ];
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

const segmentsOf = (path: string): string[] => path.split(/[?#]/)[0]!.split('/');

/** Whether an address with references in braces can lead to a screen with a path. */
function leadsTo(address: string, path: string): boolean {
  const [written, expected] = [segmentsOf(address), segmentsOf(path)];
  return (
    written.length === expected.length &&
    written.every((text, at) => text.includes('{') || expected[at]!.startsWith(':') || text === expected[at])
  );
}

/**
 * Warns of links to a page that no screen has, if a screen has a similar address: the page of the rest may be one of the
 * product, or a screen that is created later.
 */
export function pageDiagnostics(
  references: References,
  document: JsonObject,
  { screens }: DataCatalogue,
): Diagnostic[] {
  if (!screens) return [];
  const paths = [
    ...screens.map(({ path }) => path),
    ...(typeof document.path === 'string' ? [document.path] : []),
  ];
  return references.addresses.flatMap(({ address, pointer }) => {
    if (!/\/(navigate|navigate\/to|link|back)$/.test(pointer) || !address.startsWith('/')) return [];
    if (address.includes('/adm/') || paths.some((path) => leadsTo(address, path))) return [];
    const likely = nearest(
      segmentsOf(address)
        .join('/')
        .replace(/\{[^{}]*\}/g, ':id'),
      paths,
    );
    return likely === ''
      ? []
      : [diagnostic(pointer, 'unknown-page', { address, nearest: likely }, 'warning')];
  });
}

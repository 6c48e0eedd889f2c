import { isObject, type Json, type JsonObject } from '../../contracts/json.ts';
import type { Diagnostic } from './contract.ts';
import { MigrationLossError, applyMigration } from './loss.ts';
import { nodeLists } from './node-lists.ts';
import type { Registry } from './registry.ts';
import { diagnostic } from './validate/diagnostics.ts';

/** Lifts a document from format n to n + 1. Pure, append-only: a shipped step is never edited. */
export type FormatMigration = (old: JsonObject) => JsonObject;

/** formats[n] lifts n to n + 1; the newest format is one more than the highest n. */
export const formatMigrations: Readonly<Record<number, FormatMigration>> = {};

const maxDepth = 60;

/** Why a step did not lift: it failed, or it would have lost something. */
function stepDiagnostic(
  error: unknown,
  pointer: string,
  code: 'migration' | 'format-migration',
  values: Record<string, string | number>,
): Diagnostic {
  if (!(error instanceof MigrationLossError)) return diagnostic(pointer, code, values);
  return diagnostic(pointer, 'migration-loss', { ...values, lost: error.losses.slice(0, 3).join(', ') });
}

function newest(migrations: Readonly<Record<number, unknown>>): number {
  return Math.max(0, ...Object.keys(migrations).map(Number)) + 1;
}

/** What stands there instead of props is told by the node's own check, and stays to be seen. */
const isLiftable = (node: JsonObject): node is JsonObject & { props?: JsonObject } =>
  node.props === undefined || isObject(node.props);

function liftNode(
  node: Json,
  registry: Registry,
  pointer: string,
  diagnostics: Diagnostic[],
  depth: number,
): Json {
  if (!isObject(node) || depth > maxDepth) return node;
  let lifted = node;
  const spec = typeof node.type === 'string' ? registry.loaded(node.type) : undefined;
  const from = typeof node.typeVersion === 'number' ? node.typeVersion : spec?.version;
  if (spec && from !== undefined && from > spec.version) {
    diagnostics.push(
      diagnostic(`${pointer}/typeVersion`, 'newer-type', {
        type: spec.type,
        version: from,
        known: spec.version,
      }),
    );
  } else if (spec && from !== undefined && from < spec.version && isLiftable(node)) {
    try {
      let props = node.props ?? {};
      for (let version = from; version < spec.version; version += 1) {
        const step = spec.migrations?.[version];
        if (!step) throw new Error(`no migration from ${version}`);
        props = applyMigration(props, step);
      }
      lifted = { ...node, props, typeVersion: spec.version };
    } catch (error) {
      const values = { type: spec.type, version: from };
      diagnostics.push(stepDiagnostic(error, `${pointer}/typeVersion`, 'migration', values));
    }
  }
  if (!Array.isArray(lifted.children)) return lifted;
  return withList(lifted, 'children', registry, pointer, diagnostics, depth);
}

/** The object with its list of nodes lifted; the same object when nothing in it had to be. */
function withList(
  owner: JsonObject,
  key: string,
  registry: Registry,
  pointer: string,
  diagnostics: Diagnostic[],
  depth: number,
): JsonObject {
  const list = owner[key];
  if (!Array.isArray(list)) return owner;
  const lifted = list.map((node, index) =>
    liftNode(node, registry, `${pointer}/${key}/${index}`, diagnostics, depth + 1),
  );
  return lifted.every((node, index) => node === list[index]) ? owner : { ...owner, [key]: lifted };
}

/**
 * A stored document lifted to today's format and its nodes to their widgets' versions, in memory: what is stored stays
 * as it is, unknown keys included. A node without typeVersion is taken to be of today. What comes from a newer release,
 * or can't be lifted without losing something, is told as a fault and left alone.
 * @param formats only tests give their own.
 */
export function migrateDocument(
  document: unknown,
  registry: Registry,
  formats: Readonly<Record<number, FormatMigration>> = formatMigrations,
): { document: unknown; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  if (!isObject(document)) return { document, diagnostics };
  let lifted: JsonObject = document;
  const known = newest(formats);
  const from = typeof document.formatVersion === 'number' ? document.formatVersion : known;
  if (from > known) {
    diagnostics.push(diagnostic('/formatVersion', 'newer-format', { version: from, known }));
    return { document, diagnostics };
  }
  try {
    for (let version = from; version < known; version += 1) {
      const step = formats[version];
      if (!step) throw new Error(`no migration from ${version}`);
      lifted = { ...applyMigration(lifted, step), formatVersion: version + 1 };
    }
  } catch (error) {
    diagnostics.push(stepDiagnostic(error, '/formatVersion', 'format-migration', { version: from }));
    return { document, diagnostics };
  }
  for (const key of nodeLists) lifted = withList(lifted, key, registry, '', diagnostics, 0);
  return { document: lifted, diagnostics };
}

/**
 * The document as it should be stored: each node with the version of its widget that it was written for. Without one, a
 * node of years ago would be taken to be of today. The same object when nothing was missing.
 */
export function stampVersions(document: JsonObject, registry: Registry): JsonObject {
  const stamp = (node: Json): Json => {
    if (!isObject(node)) return node;
    const spec = typeof node.type === 'string' ? registry.loaded(node.type) : undefined;
    const own = spec && node.typeVersion === undefined ? { ...node, typeVersion: spec.version } : node;
    return stampList(own, 'children', stamp);
  };
  return nodeLists.reduce((owner, key) => stampList(owner, key, stamp), document);
}

function stampList(owner: JsonObject, key: string, stamp: (node: Json) => Json): JsonObject {
  const list = owner[key];
  if (!Array.isArray(list)) return owner;
  const stamped = list.map(stamp);
  return stamped.every((node, index) => node === list[index]) ? owner : { ...owner, [key]: stamped };
}

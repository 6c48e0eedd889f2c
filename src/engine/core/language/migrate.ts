import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { toFormat2 } from './format-2.ts';
import { mapChildNodes, mapNodes, nodeLists } from './node-lists.ts';
import type { Registry } from './registry.ts';
import { diagnostic } from '../validate/diagnostics.ts';

/** Migrates a document from format n to n + 1. Pure and append-only: a released step is never edited. */
export type FormatMigration = (old: JsonObject) => JsonObject;

/** formatMigrations[n] migrates n to n + 1; the current format is one more than the highest n. */
export const formatMigrations: Readonly<Record<number, FormatMigration>> = { 1: toFormat2 };

const maxDepth = 60;

/** A migration step that would lose content of a definition. */
class MigrationLossError extends Error {
  readonly losses: readonly string[];

  constructor(losses: readonly string[]) {
    super(`The migration loses ${losses.join(', ')}`);
    this.name = 'LossError';
    this.losses = losses;
  }
}

/**
 * Whether a string was written by the author, unlike the names that a widget's schema gives (`primary`, `left`), which a
 * new version may rename.
 */
const isAuthored = (text: string): boolean => text !== '' && !/^[a-z][A-Za-z0-9-]*$/.test(text);

/** Counts the content that a migration must preserve: ids, expressions, texts, and the author's own keys. */
function preservedContent(value: Json | undefined): Map<string, number> {
  const found = new Map<string, number>();
  const add = (content: string): void => void found.set(content, (found.get(content) ?? 0) + 1);
  const stack: { key: string; value: Json | undefined }[] = [{ key: '', value }];
  while (stack.length > 0) {
    const one = stack.pop()!;
    if (one.key.startsWith('x-')) add(`key ${one.key} ${JSON.stringify(one.value)}`);
    else if (typeof one.value === 'string') {
      if (one.key === 'id') add(`id ${one.value}`);
      else if (one.key === '$expr') add(`expression ${one.value}`);
      else if (isAuthored(one.value)) add(`text ${one.value}`);
    } else if (Array.isArray(one.value)) {
      for (const item of one.value) stack.push({ key: '', value: item });
    } else if (typeof one.value === 'object' && one.value !== null) {
      for (const key of Object.keys(one.value)) stack.push({ key, value: one.value[key] });
    }
  }
  return found;
}

/** Describes the content of a value that its migrated form lacks; empty when nothing was lost. */
export function migrationLosses(before: Json, after: Json): string[] {
  const found = preservedContent(after);
  return [...preservedContent(before)]
    .filter(([content, count]) => (found.get(content) ?? 0) < count)
    .map(([content]) => content);
}

/** A key that no schema has: a step that drops it drops every key that it does not know. */
const unknownKey = 'x-unknown';

/** Applies one step. @throws MigrationLossError naming what the step loses. */
function applyMigration(old: JsonObject, step: (old: JsonObject) => JsonObject): JsonObject {
  const { [unknownKey]: retained, ...made } = step({ ...old, [unknownKey]: true });
  if (retained !== true) throw new MigrationLossError(['unknown keys']);
  const next = Object.hasOwn(old, unknownKey) ? { ...made, [unknownKey]: old[unknownKey]! } : made;
  const losses = migrationLosses(old, next);
  if (losses.length > 0) throw new MigrationLossError(losses);
  return next;
}

/** The diagnostic of a step that failed or would lose content. */
function stepDiagnostic(
  error: unknown,
  pointer: string,
  code: 'migration' | 'format-migration',
  values: Record<string, string | number>,
): Diagnostic {
  if (!(error instanceof MigrationLossError)) return diagnostic(pointer, code, values);
  return diagnostic(pointer, 'migration-loss', { ...values, lost: error.losses.slice(0, 3).join(', ') });
}

function currentVersion(migrations: Readonly<Record<number, unknown>>): number {
  return Math.max(0, ...Object.keys(migrations).map(Number)) + 1;
}

/** Whether the node has props to migrate. validateNode reports any other value, which stays as it is. */
const isMigratable = (node: JsonObject): node is JsonObject & { props?: JsonObject } =>
  node.props === undefined || isObject(node.props);

function migrateNode(
  node: Json,
  registry: Registry,
  pointer: string,
  diagnostics: Diagnostic[],
  depth: number,
): Json {
  if (!isObject(node) || depth > maxDepth) return node;
  let migrated = node;
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
  } else if (spec && from !== undefined && from < spec.version && isMigratable(node)) {
    try {
      let props = node.props ?? {};
      for (let version = from; version < spec.version; version += 1) {
        const step = spec.migrations?.[version];
        if (!step) throw new Error(`no migration from ${version}`);
        props = applyMigration(props, step);
      }
      migrated = { ...node, props, typeVersion: spec.version };
    } catch (error) {
      const values = { type: spec.type, version: from };
      diagnostics.push(stepDiagnostic(error, `${pointer}/typeVersion`, 'migration', values));
    }
  }
  return mapChildNodes(
    migrated,
    (child, at) => migrateNode(child, registry, at, diagnostics, depth + 1),
    pointer,
  );
}

/** Format of documents that people write now. */
export const currentFormat = currentVersion(formatMigrations);

/**
 * Migrates a stored document to the current format and its nodes to the versions of their widgets. It works in memory: the
 * stored document stays as it is, unknown keys included. A node without typeVersion counts as current. A document or node
 * of a newer release, or one that cannot be migrated without loss, is reported and left alone.
 * @param formats tests pass their own.
 */
export function migrateDocument(
  document: unknown,
  registry: Registry,
  formats: Readonly<Record<number, FormatMigration>> = formatMigrations,
): { document: unknown; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  if (!isObject(document)) return { document, diagnostics };
  let migrated: JsonObject = document;
  const known = currentVersion(formats);
  const from = typeof document.formatVersion === 'number' ? document.formatVersion : known;
  if (from > known) {
    diagnostics.push(diagnostic('/formatVersion', 'newer-format', { version: from, known }));
    return { document, diagnostics };
  }
  try {
    for (let version = from; version < known; version += 1) {
      const step = formats[version];
      if (!step) throw new Error(`no migration from ${version}`);
      migrated = { ...applyMigration(migrated, step), formatVersion: version + 1 };
    }
  } catch (error) {
    diagnostics.push(stepDiagnostic(error, '/formatVersion', 'format-migration', { version: from }));
    return { document, diagnostics };
  }
  for (const key of nodeLists) {
    migrated = mapNodes(migrated, key, (node, at) => migrateNode(node, registry, at, diagnostics, 1));
  }
  return { document: migrated, diagnostics };
}

/**
 * Adds the version of its widget to each node that has none, before the document is stored; later releases would
 * otherwise assume their own version. Returns the same object when nothing was missing.
 */
export function stampVersions(document: JsonObject, registry: Registry): JsonObject {
  const stamp = (node: Json): Json => {
    if (!isObject(node)) return node;
    const spec = typeof node.type === 'string' ? registry.loaded(node.type) : undefined;
    const own = spec && node.typeVersion === undefined ? { ...node, typeVersion: spec.version } : node;
    return mapChildNodes(own, stamp);
  };
  return nodeLists.reduce((owner, key) => mapNodes(owner, key, stamp), document);
}

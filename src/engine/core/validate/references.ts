import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { AddressError, addressRefs, isOwnTemplate } from '../language/address.ts';
import type { Diagnostic } from '../contract.ts';
import { ExpressionError, expressionDiagnostic } from '../expressions/errors.ts';
import { compileExpression, isExpression, type CompiledExpression } from '../expressions/expression.ts';
import { limits } from '../expressions/limits.ts';
import { allRoots, globalRoots } from '../expressions/references.ts';
import type { SourceState } from '../compiled-screen.ts';
import { isForbiddenKey, isPathWithin, type Path } from '../language/paths.ts';
import { diagnostic } from './diagnostics.ts';
import { rootOf, type KnownLocal, type Local } from './known-fields.ts';
import { nearest, nearestAmong, nearestValue } from './nearest.ts';
import { isTextWithValues } from '../language/texts.ts';
import { missingValues } from './text-values.ts';
import { isUnknownField, shapeAt } from './shapes.ts';

/** Position of a reference in the document. */
interface Location {
  pointer: string;
  /** Roots that the reference may use in addition to the global ones. */
  locals: readonly Local[];
}

export interface ExpressionUse extends Location {
  source: string;
}

export interface AddressUse extends Location {
  address: string;
}

/** A name that must belong to a source, dialog or form of the document. */
export interface Target {
  kind: 'source' | 'dialog' | 'form';
  id: string;
  pointer: string;
}

/** A step that opens a dialog, with the names of the arguments that it gives. */
export interface DialogOpening {
  dialog: string;
  args: readonly string[];
  pointer: string;
}

/** A place of the state that a document writes: by a step, or as that which a widget or a list shows and changes. */
export interface StateWrite {
  by: 'step' | 'binding';
  /** Includes the root `state`. */
  path: string;
  pointer: string;
}

/** Collects the references of a document or of a node in it. */
export class References {
  readonly expressions: ExpressionUse[] = [];
  readonly addresses: AddressUse[] = [];
  /** Targets of links as they are written: other sites' too. */
  readonly links: Pick<AddressUse, 'address' | 'pointer'>[] = [];
  readonly targets: Target[] = [];
  readonly openings: DialogOpening[] = [];
  readonly texts: { text: string; pointer: string; values?: readonly string[] }[] = [];
  readonly icons: { name: string; pointer: string }[] = [];
  readonly writes: StateWrite[] = [];

  /** Adds a value if it is an expression. */
  addExpression(value: unknown, pointer: string, locals: readonly Local[] = []): void {
    if (isExpression(value))
      this.expressions.push({ source: value.$expr, pointer: `${pointer}/$expr`, locals });
  }

  /** Adds the expressions at any depth of a JSON value: a body, the values of a message, a query. */
  addValue(value: unknown, pointer: string, locals: readonly Local[] = []): void {
    if (isExpression(value)) {
      this.addExpression(value, pointer, locals);
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => this.addValue(item, `${pointer}/${index}`, locals));
    } else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) {
        this.addValue(item, `${pointer}/${escapeSegment(key)}`, locals);
      }
    }
  }

  addText(value: unknown, pointer: string, locals: readonly Local[] = []): void {
    if (typeof value === 'string') this.texts.push({ text: value, pointer });
    else if (isTextWithValues(value)) {
      this.texts.push({ text: value.$text, pointer: `${pointer}/$text`, values: Object.keys(value.values) });
      this.addValue(value.values, `${pointer}/values`, locals);
    } else this.addValue(value, pointer, locals);
  }

  addAddress(value: unknown, pointer: string, locals: readonly Local[] = []): void {
    if (typeof value === 'string') this.addresses.push({ address: value, pointer, locals });
  }

  addLink(value: unknown, pointer: string): void {
    if (typeof value === 'string') this.links.push({ address: value, pointer });
  }

  addIcon(value: unknown, pointer: string): void {
    if (typeof value === 'string') this.icons.push({ name: value, pointer });
  }

  addAll(other: References): void {
    this.expressions.push(...other.expressions);
    this.addresses.push(...other.addresses);
    this.links.push(...other.links);
    this.targets.push(...other.targets);
    this.openings.push(...other.openings);
    this.texts.push(...other.texts);
    this.icons.push(...other.icons);
    this.writes.push(...other.writes);
  }
}

interface DeclaredState {
  /** Whether the state has an initial value at a path, or any step or widget writes one there. */
  has(path: Path): boolean;
  /** Paths that begin with `state`. */
  paths: readonly string[];
}

/** Names that a document declares. References to an omitted kind are not checked. */
export interface Declarations {
  sources?: ReadonlySet<string>;
  state?: DeclaredState;
}

function startsWith(state: unknown, path: Path): boolean {
  let current = state;
  for (const [depth, key] of path.entries()) {
    // The content of a list, an empty object or a scalar is unknown before the screen runs.
    if (!isObject(current) || (depth > 0 && Object.keys(current).length === 0)) return depth > 0;
    if (!Object.hasOwn(current, key)) return false;
    current = current[key];
  }
  return true;
}

/**
 * @param initial the document's `state`.
 * @param writes paths that a widget or a step writes, without their root.
 */
export function declaredState(initial: unknown, writes: readonly Path[]): DeclaredState {
  return {
    has: (path) =>
      startsWith(initial, path) ||
      writes.some((write) => isPathWithin(path, write) || isPathWithin(write, path)),
    paths: [...statePaths(initial), ...writes.map((write) => ['state', ...write].join('.'))],
  };
}

/** Paths of the state's initial values. */
function statePaths(initial: unknown, above = 'state'): string[] {
  if (!isObject(initial)) return [];
  return Object.entries(initial).flatMap(([key, value]) => [
    `${above}.${key}`,
    ...statePaths(value, `${above}.${key}`),
  ]);
}

/** Members of a source for expressions: the keys of its state. */
const members: Readonly<Record<keyof SourceState, true>> = {
  rows: true,
  total: true,
  record: true,
  value: true,
  status: true,
  error: true,
  missing: true,
  refreshing: true,
  stale: true,
};
const sourceMembers: readonly string[] = Object.keys(members);

function pathDiagnostic(path: Path, { pointer, locals }: Location, declared: Declarations): Diagnostic[] {
  const [root, second, ...rest] = path;
  if (root === undefined) return [];
  const forbidden = path.find(isForbiddenKey);
  if (forbidden !== undefined) return [diagnostic(pointer, 'forbidden-key', { key: forbidden })];
  const local = locals.find((one) => rootOf(one) === root);
  if (!(globalRoots as readonly string[]).includes(root) && local === undefined) {
    if (!allRoots.includes(root)) {
      const known = [...globalRoots, ...locals.map(rootOf)].join(', ');
      return [diagnostic(pointer, 'unknown-root', { root, known, ...nearestValue(root, known.split(', ')) })];
    }
    return [diagnostic(pointer, 'root-not-here', { root })];
  }
  if (second === undefined) return [];
  if (typeof local === 'object') return fieldDiagnostic(local, path, pointer);
  if (root === 'data' && declared.sources?.has(second) === false) {
    const values = { source: second, ...nearestValue(second, declared.sources) };
    return [diagnostic(pointer, 'unknown-source', values)];
  }
  const [member] = rest;
  if (root === 'data' && declared.sources && member !== undefined && !sourceMembers.includes(member)) {
    const values = { field: member, source: second, ...nearestValue(member, sourceMembers) };
    return [diagnostic(pointer, 'unknown-source-member', { ...values, known: sourceMembers.join(', ') })];
  }
  if (root === 'state' && declared.state?.has([second, ...rest]) === false) {
    const written = path.join('.');
    const known = declared.state.paths.filter((one) => !written.startsWith(`${one}.`));
    // The values of a list (`state.lsit.page`) are not declared one by one: its own name is misspelled.
    const name = nearest(second, new Set(known.map((one) => one.split('.')[1] ?? '')));
    const isRenamed = name !== '' && declared.state.has([name, ...rest]);
    const values = isRenamed
      ? { path: `${root}.${second}`, nearest: `${root}.${name}` }
      : { path: written, ...nearestValue(written, known) };
    return [diagnostic(pointer, 'unknown-state', values)];
  }
  return [];
}

/** Reports a name that a local root with known fields does not have. */
function fieldDiagnostic(
  { root, schema, at: above = [] }: KnownLocal,
  path: Path,
  pointer: string,
): Diagnostic[] {
  const unknown = shapeAt(schema, [...above, ...path.slice(1)]);
  if (!isUnknownField(unknown)) return [];
  const { known } = unknown;
  const at = [root, ...unknown.path.slice(above.length)];
  const values = { path: at.join('.'), value: at.slice(0, -1).join('.') };
  if (known.length === 0) return [diagnostic(pointer, 'no-fields', values)];
  const closest = nearest(at.at(-1)!, known);
  return [diagnostic(pointer, 'unknown-field', { ...values, nearest: closest, known: known.join(', ') })];
}

/** Reports paths with an unknown root, a root that their location does not have, or a name that is not declared. */
export function pathDiagnostics(
  paths: readonly Path[],
  location: Location,
  declared: Declarations,
): Diagnostic[] {
  return paths.flatMap((path) => pathDiagnostic(path, location, declared));
}

/**
 * Reports diagnostics that do not need JSONata: all of plain expressions, only the length of others. An unknown field has
 * no value, which does not prevent rendering.
 */
export function quickExpressionDiagnostics({ source, pointer, locals }: ExpressionUse): Diagnostic[] {
  try {
    const compiled = compileExpression(source);
    return compiled.plain ? pathDiagnostics(compiled.refs, { pointer, locals: locals.map(rootOf) }, {}) : [];
  } catch (error) {
    return [expressionDiagnostic(error, pointer)];
  }
}

/**
 * Evaluates an expression without references; its value is constant, so a failure or an endless loop shows now. Once the check of
 * the document has taken all its steps, further ones are not evaluated.
 */
async function constantDiagnostics(compiled: CompiledExpression, pointer: string): Promise<Diagnostic[]> {
  try {
    await compiled.evaluateAsync({}, undefined, limits.shortSteps);
    return [];
  } catch (error) {
    if (error instanceof ExpressionError && error.values.limit === '0') return [];
    return [expressionDiagnostic(error, pointer)];
  }
}

/** The paths of all fields that an expression reads, also within brackets. Loads JSONata if the expression needs it. */
async function pathsOf(compiled: CompiledExpression): Promise<readonly Path[]> {
  if (compiled.plain) return compiled.refs;
  const { fieldPathsOf } = await import('../expressions/field-paths.ts');
  return fieldPathsOf(compiled.source);
}

async function lintAdvanced(source: string, pointer: string): Promise<Diagnostic[]> {
  const { lintExpression } = await import('../expressions/lint.ts');
  return lintExpression(source, pointer);
}

/** Reports errors that do not depend on values. Loads JSONata if the expression needs it. */
export async function expressionDiagnostics(
  use: ExpressionUse,
  declared: Declarations,
): Promise<Diagnostic[]> {
  const { source, pointer } = use;
  try {
    const compiled = compileExpression(source);
    const paths = await pathsOf(compiled);
    const linted = compiled.plain ? [] : await lintAdvanced(source, pointer);
    const forbidden = new Set(
      linted.filter(({ code }) => code === 'forbidden-key').map(({ values }) => values.key),
    );
    // The linter has reported forbidden keys with their position.
    const unknown = pathDiagnostics(paths, use, declared).filter(
      ({ code, values }) => code !== 'forbidden-key' || !forbidden.has(values.key),
    );
    const diagnostics = [...unknown, ...linted];
    return diagnostics.length === 0 && paths.length === 0
      ? constantDiagnostics(compiled, pointer)
      : diagnostics;
  } catch (error) {
    return [expressionDiagnostic(error, pointer)];
  }
}

export function addressDiagnostics(uses: readonly AddressUse[], declared: Declarations): Diagnostic[] {
  return uses.flatMap((use) => {
    const { address, pointer } = use;
    try {
      const diagnostics = pathDiagnostics(addressRefs(address), use, declared);
      // The schema reports an address that does not begin as a path.
      const isPath = /^\/(?!\/)/.test(address);
      return isPath && !isOwnTemplate(address)
        ? [...diagnostics, diagnostic(pointer, 'url', { url: address })]
        : diagnostics;
    } catch (error) {
      const reference = error instanceof AddressError ? error.reference : address;
      return [diagnostic(pointer, 'address-reference', { reference })];
    }
  });
}

export function targetDiagnostics(
  targets: readonly Target[],
  known: Record<Target['kind'], ReadonlySet<string>>,
): Diagnostic[] {
  return targets
    .filter(({ kind, id }) => !known[kind].has(id))
    .map(({ kind, id, pointer }) =>
      diagnostic(pointer, `unknown-${kind}`, { [kind]: id, ...nearestValue(id, known[kind]) }),
    );
}

/** Keys of the document's own strings in any language. */
const stringKeys = (document: JsonObject): string[] =>
  Object.values(isObject(document.strings) ? document.strings : {}).flatMap((table) =>
    isObject(table) ? Object.keys(table) : [],
  );

/** Keys of texts, such as a set of them. */
export type TextKeys = Pick<ReadonlySet<string>, 'has' | 'keys'>;

/** The keys of locales/ and those of the document's own strings in any language. */
export function withStrings(document: JsonObject, texts: TextKeys): TextKeys {
  const own = new Set(stringKeys(document));
  return {
    has: (key) => own.has(key) || texts.has(key),
    keys: () => new Set([...own, ...texts.keys()]).keys(),
  };
}

/** Reports values that texts with values name and do not get. */
export function textValueDiagnostics(document: JsonObject, texts: References['texts']): Diagnostic[] {
  return texts.flatMap(({ text, pointer, values }) =>
    (values ? missingValues(document.strings, text.slice(1), values) : []).map((name) =>
      diagnostic(pointer.replace(/\$text$/, 'values'), 'text-value', { key: text, name }),
    ),
  );
}

/** Reports text keys that neither the document's strings nor locales/ have. */
export function textDiagnostics(
  document: JsonObject,
  texts: References['texts'],
  known: TextKeys,
): Diagnostic[] {
  const all = withStrings(document, known);
  const unknown = texts
    .filter(({ text }) => text.startsWith('$') && !text.startsWith('$$'))
    // A text with a count may have plural forms alone.
    .filter(({ text }) => ![text.slice(1), `${text.slice(1)}_other`].some((key) => all.has(key)));
  const likely = nearestAmong(() => [...all.keys()].map((key) => `$${key}`));
  return unknown.map(({ text, pointer }) =>
    diagnostic(pointer, 'unknown-text', { key: text, ...likely(text) }),
  );
}

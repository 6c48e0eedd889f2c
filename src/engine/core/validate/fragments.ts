import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { usedDefinition } from '../../../contracts/saved-widget.ts';
import type { Diagnostic } from '../contract.ts';
import { expandFragments, parametersOf, type Expansion } from '../fragments/expand.ts';
import { fitsType, type Place } from '../fragments/parameters.ts';
import { fragmentLists } from '../fragments/lists.ts';
import { loadFragments } from '../fragments/uses.ts';
import { isExpression } from '../expressions/expression.ts';
import { migrateDocument } from '../language/migrate.ts';
import type { Registry } from '../language/registry.ts';
import { diagnostic } from './diagnostics.ts';
import { structureDiagnostics } from './limits.ts';
import { nearestValue } from './nearest.ts';
import { References } from './references.ts';
import { languageDiagnostics } from './schema-diagnostics.ts';
import { stepsDiagnostics } from './steps.ts';

/** Reads fragments by their ids; unknown ones are left out. */
export type ReadFragments = (ids: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;

const none: ReadFragments = () => Promise.resolve(new Map());

/** A fragment in the current format; null for a document that cannot be read. */
function currentFragment(fragment: unknown, registry: Registry): unknown {
  if (structureDiagnostics(fragment).length > 0) return null;
  const { document, diagnostics } = migrateDocument(fragment, registry);
  return diagnostics.some((one) => one.pointer === '/formatVersion') ? null : document;
}

/** Expands a document with fragments that are loaded. All are migrated to the current format first. */
export function expandWith(
  input: unknown,
  fragments: ReadonlyMap<string, unknown>,
  registry: Registry,
): Expansion {
  const current = new Map<string, unknown>();
  const fragmentOf = (id: string): unknown => {
    if (!current.has(id)) current.set(id, currentFragment(fragments.get(id), registry));
    return current.get(id);
  };
  const { document } = migrateDocument(input, registry);
  return expandFragments(isObject(document) ? document : {}, fragmentOf, registry);
}

/** Whether a place is within a use that could not be expanded. */
const isWithin = (place: Place, outer: Place): boolean => {
  const [inner, around] = [place.fragment ?? place, outer.fragment ?? outer];
  const isBelow = inner.pointer === around.pointer || inner.pointer.startsWith(`${around.pointer}/`);
  return place.fragment?.id === outer.fragment?.id && isBelow;
};

const isSamePlace = (one: Place, other: Place): boolean =>
  one.pointer === other.pointer && one.fragment?.pointer === other.fragment?.pointer;

/** Whether a diagnostic is about a value that only stands for a parameter. */
function concernsSample(one: Diagnostic, { isSample, hasSample }: Expansion): boolean {
  return isSample(one) || (one.code === 'no-alternative' && hasSample(one));
}

/** A shared id with the places as they are written: of two uses of a fragment, one diagnostic that asks for an id. */
function sharedIdDiagnostic(one: Diagnostic, { placeOf }: Expansion): Diagnostic {
  if (one.code !== 'duplicate-id') return one;
  const first = placeOf(String(one.values.first));
  const { pointer, fragment } = one;
  const isSame = fragment?.id === first.fragment?.id && fragment?.pointer === `${first.fragment?.pointer}/id`;
  if (fragment && isSame && pointer !== first.pointer)
    return diagnostic(pointer, 'fragment-twice', { fragment: fragment.id, first: first.pointer });
  return { ...one, values: { ...one.values, first: first.pointer } };
}

/** The unknown name in the values of a diagnostic, by its code. */
const givenNames: Readonly<Record<string, string>> = {
  'unknown-source': 'source',
  'unknown-source-member': 'field',
  'unknown-state': 'path',
  'unknown-root': 'root',
  'unknown-function': 'name',
  'unknown-variable': 'name',
  'unknown-data-field': 'field',
};

/** Whether an expression has a name, or the beginning of a path, as words. */
function mentions(source: string, name: string): boolean {
  const words = source.match(/[$\w]+(\.\w+)*/g) ?? [];
  const leadsTo = (word: string): boolean => word.includes('.') && name.startsWith(`${word}.`);
  return words.some((word) => word === name || leadsTo(word) || word.split('.').includes(name));
}

/** The expression given for a parameter which has the name that a diagnostic inside of the fragment reports. */
function pointerOfGiven(
  { code, pointer, values, fragment }: Diagnostic,
  uses: Expansion['uses'],
): string | null {
  const name = values[givenNames[code] ?? ''];
  const use = fragment && uses.find((one) => one.pointer === pointer)?.use;
  if (!use || typeof name !== 'string') return null;
  const references = new References();
  references.addValue(use.with, `${pointer}/with`);
  return references.expressions.find(({ source }) => mentions(source, name))?.pointer ?? null;
}

/** Names of the arguments of dialogs that a fragment gives by one of its parameters. */
function argumentsOfParameters(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(argumentsOfParameters);
  if (!isObject(part)) return [];
  const { open } = part;
  const given = isObject(open) && isObject(open['with']) ? Object.entries(open['with']) : [];
  const own = given.filter(([, value]) => isObject(value) && value['$with'] !== undefined);
  return [...own.map(([name]) => name), ...Object.values(part).flatMap(argumentsOfParameters)];
}

/** Whether a dialog inside of a fragment lacks an argument only as the use leaves out the parameter that gives it. */
function isGivenByParameter({ code, values }: Diagnostic, fragment: unknown): boolean {
  if (fragment === undefined || !['no-args', 'unknown-arg', 'missing-arg'].includes(code)) return false;
  const given = argumentsOfParameters(fragment);
  const names = String(code === 'missing-arg' ? values['missing'] : values['name']).split(', ');
  return names.every((name) => given.includes(name));
}

/** Adds the id that is most similar to that of an unknown fragment. */
function withNearest(one: Diagnostic, known: readonly string[]): Diagnostic {
  if (one.code === 'unknown-fragment')
    return { ...one, values: { ...one.values, ...nearestValue(String(one.values.fragment), known) } };
  if (one.code !== 'unknown-saved-widget') return one;
  const widgets = known.map(usedDefinition).flatMap(({ kind, id }) => (kind === 'widget' ? [id] : []));
  return { ...one, values: { ...one.values, ...nearestValue(String(one.values.widget), widgets) } };
}

/**
 * Validates a document with the content of its fragments. A diagnostic inside of a fragment names the use in the document
 * and the position in the fragment.
 * @param validate returns the diagnostics of the expanded document.
 */
export async function expandedDiagnostics(
  document: JsonObject,
  registry: Registry,
  {
    fragments: read = none,
    fragmentIds = [],
  }: { fragments?: ReadFragments; fragmentIds?: readonly string[] },
  validate: (expanded: JsonObject) => Promise<Diagnostic[]>,
): Promise<Diagnostic[]> {
  const fragments = await loadFragments([document], read);
  const expansion = expandWith(document, fragments, registry);
  const found = await validate(expansion.document);
  // The remains of a failed use break the rules of their place, which explains nothing.
  const own = found
    .map((one) => ({ ...one, ...expansion.placeOf(one.pointer) }))
    .map((one) => sharedIdDiagnostic(one, expansion))
    .map((one) => ({ ...one, pointer: pointerOfGiven(one, expansion.uses) ?? one.pointer }))
    .filter((one) => !expansion.failedUses.some((place) => isWithin(one, place)))
    .filter((one) => !concernsSample(one, expansion))
    .filter((one) => !isGivenByParameter(one, fragments.get(one.fragment?.id ?? '')))
    // A parameter of a fragment that is wrong leaves a reference without a value, which explains nothing.
    .filter(
      (one) =>
        one.code !== 'unknown-param' || !expansion.diagnostics.some((other) => isSamePlace(one, other)),
    );
  const uses = expansion.uses.flatMap(({ use, pointer }) => languageDiagnostics('use', use, pointer));
  return [...uses, ...expansion.diagnostics.map((one) => withNearest(one, fragmentIds)), ...own];
}

/** Diagnostics of a fragment's declaration: its shape, its parameters and what it contains at all. */
export function fragmentDiagnostics(fragment: JsonObject): Diagnostic[] {
  const empty = Object.fromEntries(
    fragmentLists.flatMap((key) => (Array.isArray(fragment[key]) ? [[key, []]] : [])),
  );
  const kind = fragment.kind === 'widget' ? 'widget' : 'fragment';
  const body = Array.isArray(fragment.body) ? fragment.body.length : 0;
  const found = languageDiagnostics(kind, { ...fragment, ...empty }, '');
  if (kind === 'widget' && body > 1) found.push(diagnostic('/body', 'saved-widget-one', { count: body }));
  if (found.length > 0) return found;
  for (const [name, { type, default: value }] of parametersOf(fragment)) {
    const pointer = `/parameters/${escapeSegment(name)}/default`;
    if (value !== undefined && !isExpression(value) && !fitsType(type, value as never))
      found.push(diagnostic(pointer, 'fragment-default', { parameter: name, expected: type }));
  }
  if (Object.keys(empty).length === 0)
    found.push(diagnostic('', 'fragment-empty', { known: fragmentLists.join(', ') }));
  if (fragment.steps !== undefined && fragment.access !== undefined)
    found.push(diagnostic('/access', 'fragment-steps-key', { fragment: String(fragment.id), key: 'access' }));
  return found;
}

/** Diagnostics of an expanded fragment's steps. */
export function fragmentStepsDiagnostics(fragment: JsonObject): Diagnostic[] {
  return fragment.steps === undefined ? [] : stepsDiagnostics(fragment.steps, '/steps');
}

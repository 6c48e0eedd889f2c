import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { queryParts } from '../address-query.ts';
import { AddressError, addressRefs, isOwnTemplate } from '../address.ts';
import type { Diagnostic } from '../contract.ts';
import { compileExpression, isExpression } from '../expressions/expression.ts';
import { isExpressionDiagnostic } from '../expressions/diagnostics.ts';
import { checkFormSafety } from '../form/compile.ts';
import type { FormDocument } from '../generated/documents.ts';
import { migrateDocument } from '../migrate.ts';
import { nodeLists } from '../node-lists.ts';
import { bindPath, type Path } from '../paths.ts';
import type { Registry } from '../registry.ts';
import { childDiagnostics } from './children.ts';
import { sourceCycles } from './cycles.ts';
import { stateOf, type Declared } from './declared.ts';
import { entityDiagnostics, entityTexts } from './entity.ts';
import { expressionDiagnostics, referenceDiagnostics, type ExpressionUse } from './expressions.ts';
import { diagnostic } from './diagnostics.ts';
import { formPlaces } from './form.ts';
import { documentLimits, structureDiagnostics } from './limits.ts';
import { nodePlaces, validateNode } from './node.ts';
import { listNodes, type NodePlace } from './nodes.ts';
import { languageDiagnostics } from './props.ts';
import { noUses, type Uses, type Target } from './steps.ts';

/** What a check may know beside the document itself. */
export interface ValidateOptions {
  /** Is there a text for this key in locales/? Without it keys are not looked up. */
  hasText?(key: string): boolean;
}

function idDiagnostics(nodes: readonly NodePlace[]): Diagnostic[] {
  const first = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const { node, pointer } of nodes) {
    if (!isObject(node) || typeof node.id !== 'string') continue;
    const known = first.get(node.id);
    if (known === undefined) first.set(node.id, pointer);
    else diagnostics.push(diagnostic(`${pointer}/id`, 'duplicate-id', { id: node.id, first: known }));
  }
  return diagnostics;
}

function sourcePlaces(sources: JsonObject, places: Uses): void {
  for (const [id, source] of Object.entries(sources)) {
    if (!isObject(source)) continue;
    const pointer = `/sources/${escapeSegment(id)}`;
    if (typeof source.get === 'string') {
      places.addresses.push({ address: source.get, pointer: `${pointer}/get`, place: [] });
    }
    for (const [name, value] of Object.entries(isObject(source.query) ? source.query : {})) {
      if (!isExpression(value)) continue;
      const at = `${pointer}/query/${escapeSegment(name)}/$expr`;
      places.expressions.push({ source: value.$expr, pointer: at, place: [] });
    }
  }
}

function addressDiagnostics(places: Uses, declared: Declared): Diagnostic[] {
  return places.addresses.flatMap(({ address, pointer, place }) => {
    try {
      const diagnostics = referenceDiagnostics(addressRefs(address), { pointer, place }, declared);
      // What does not even begin like a path is told by the schema.
      const told = !/^\/(?!\/)/.test(address);
      return told || isOwnTemplate(address)
        ? diagnostics
        : [...diagnostics, diagnostic(pointer, 'url', { url: address })];
    } catch (error) {
      const reference = error instanceof AddressError ? error.reference : address;
      return [diagnostic(pointer, 'address-reference', { reference })];
    }
  });
}

function targetDiagnostics(
  targets: readonly Target[],
  known: Record<Target['kind'], ReadonlySet<string>>,
): Diagnostic[] {
  return targets
    .filter(({ kind, id }) => !known[kind].has(id))
    .map(({ kind, id, pointer }) => diagnostic(pointer, `unknown-${kind}`, { [kind]: id }));
}

function needDiagnostics(sources: JsonObject, declared: Declared): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const [id, source] of Object.entries(sources)) {
    if (!isObject(source) || !Array.isArray(source.needs)) continue;
    source.needs.forEach((need, index) => {
      if (typeof need !== 'string') return;
      const pointer = `/sources/${escapeSegment(id)}/needs/${index}`;
      diagnostics.push(...referenceDiagnostics([bindPath(need)], { pointer, place: [] }, declared));
    });
  }
  return diagnostics;
}

function queryDiagnostics(document: JsonObject): Diagnostic[] {
  const fit = new Set(queryParts(document).map(({ name }) => name));
  return Object.entries(isObject(document.query) ? document.query : {}).flatMap(([name, path]) =>
    // What is no path is told by the schema.
    fit.has(name) || typeof path !== 'string'
      ? []
      : [diagnostic(`/query/${escapeSegment(name)}`, 'query-state', { path })],
  );
}

/** Circles of sources, by what their expressions and addresses really read. */
async function cycleDiagnostics(sources: JsonObject): Promise<Diagnostic[]> {
  const refs = new Map<string, { refs: readonly Path[] }>();
  for (const [id, source] of Object.entries(sources)) {
    if (!isObject(source)) continue;
    const places = noUses();
    sourcePlaces({ [id]: source }, places);
    const needs = Array.isArray(source.needs) ? source.needs.filter((need) => typeof need === 'string') : [];
    const found: Path[] = needs.map(bindPath);
    for (const { address } of places.addresses) {
      try {
        found.push(...addressRefs(address));
      } catch {
        // Told by addressFaults.
      }
    }
    for (const one of places.expressions) found.push(...(await referencesOf(one)));
    refs.set(id, { refs: found });
  }
  return sourceCycles(refs).map((cycle) =>
    diagnostic(`/sources/${escapeSegment(cycle[0]!)}`, 'source-cycle', {
      cycle: [...cycle, cycle[0]!].join(' → '),
    }),
  );
}

async function referencesOf(one: ExpressionUse): Promise<readonly Path[]> {
  try {
    return await compileExpression(one.source).check();
  } catch {
    return [];
  }
}

function textDiagnostics(
  document: JsonObject,
  places: Uses,
  hasText: (key: string) => boolean,
): Diagnostic[] {
  const strings = isObject(document.strings) ? Object.values(document.strings).filter(isObject) : [];
  return places.texts
    .filter(({ text }) => text.startsWith('$') && !text.startsWith('$$'))
    .filter(({ text }) => {
      const key = text.slice(1);
      return !strings.some((table) => Object.hasOwn(table, key)) && !hasText(key);
    })
    .map(({ text, pointer }) => diagnostic(pointer, 'unknown-text', { key: text }));
}

function addText(value: unknown, pointer: string, places: Uses): void {
  if (typeof value === 'string') places.texts.push({ text: value, pointer });
  else if (isExpression(value)) {
    places.expressions.push({ source: value.$expr, pointer: `${pointer}/$expr`, place: [] });
  }
}

function screenPlaces(document: JsonObject, nodes: readonly NodePlace[], registry: Registry): Uses {
  const places = noUses();
  addText(document.title, '/title', places);
  for (const [index, crumb] of (Array.isArray(document.breadcrumb) ? document.breadcrumb : []).entries()) {
    if (!isObject(crumb)) continue;
    addText(crumb.name, `/breadcrumb/${index}/name`, places);
    if (typeof crumb.link === 'string') {
      places.addresses.push({ address: crumb.link, pointer: `/breadcrumb/${index}/link`, place: [] });
    }
  }
  sourcePlaces(isObject(document.sources) ? document.sources : {}, places);
  for (const { node, pointer, inRow } of nodes) {
    if (!isObject(node)) continue;
    const own = nodePlaces(node, registry, pointer, inRow);
    for (const key of Object.keys(places) as (keyof Uses)[]) (places[key] as unknown[]).push(...own[key]);
  }
  return places;
}

function knownTargets(
  document: JsonObject,
  nodes: readonly NodePlace[],
  registry: Registry,
): Record<Target['kind'], Set<string>> {
  const idsOf = (list: readonly unknown[]): string[] =>
    list.flatMap((node) => (isObject(node) && typeof node.id === 'string' ? [node.id] : []));
  const forms = nodes
    .map(({ node }) => node)
    .filter(
      (node) => isObject(node) && typeof node.type === 'string' && registry.get(node.type)?.submits === true,
    );
  return {
    source: new Set(isObject(document.sources) ? Object.keys(document.sources) : []),
    dialog: new Set(Array.isArray(document.dialogs) ? idsOf(document.dialogs) : []),
    form: new Set(idsOf(forms)),
  };
}

async function screenDiagnostics(
  document: JsonObject,
  registry: Registry,
  options: ValidateOptions,
): Promise<Diagnostic[]> {
  const { nodes, diagnostics } = listNodes(document, registry);
  if (diagnostics.length > 0) return diagnostics;
  const kind = document.kind === 'dashboard' ? 'dashboard' : 'screen';
  // Nodes are told of one by one; to the document around them they are lists.
  const lists = nodeLists.map((key) => [key, Array.isArray(document[key]) ? [] : document[key]] as const);
  const shell = Object.fromEntries(lists.filter(([, list]) => list !== undefined));
  const found = languageDiagnostics(kind, { ...document, ...shell }, '');
  for (const { node, pointer, inRow } of nodes) {
    found.push(...validateNode(node, registry, pointer, inRow).filter((one) => !isReference(one)));
  }
  found.push(...idDiagnostics(nodes), ...childDiagnostics(nodes, registry));
  const places = screenPlaces(document, nodes, registry);
  const sources = isObject(document.sources) ? document.sources : {};
  const known = knownTargets(document, nodes, registry);
  const declared: Declared = {
    data: known.source,
    hasState: stateOf(
      document.state,
      places.writes.map((path) => bindPath(path).slice(1)),
    ),
  };
  for (const one of places.expressions) found.push(...(await expressionDiagnostics(one, declared)));
  found.push(
    ...addressDiagnostics(places, declared),
    ...needDiagnostics(sources, declared),
    ...queryDiagnostics(document),
  );
  found.push(...targetDiagnostics(places.targets, known), ...(await cycleDiagnostics(sources)));
  if (options.hasText) found.push(...textDiagnostics(document, places, (key) => options.hasText!(key)));
  for (const place of nodes) found.push(...(await innerFormDiagnostics(place, registry, options)));
  return found;
}

/** Faults of a form document that a node holds in place of the name of one. */
async function innerFormDiagnostics(
  { node, pointer }: NodePlace,
  registry: Registry,
  options: ValidateOptions,
): Promise<Diagnostic[]> {
  if (!isObject(node) || !isObject(node.props) || !isObject(node.props.document)) return [];
  if (typeof node.type !== 'string' || registry.get(node.type)?.submits !== true) return [];
  const at = `${pointer}/props/document`;
  const found = await formDiagnostics(node.props.document, options);
  return found.map((one) => ({ ...one, pointer: at + one.pointer }));
}

/** Faults of expressions that are told again, with everything known, by the document's own check. */
function isReference(one: Diagnostic): boolean {
  return isExpressionDiagnostic(one) || ['unknown-root', 'root-not-here', 'forbidden-key'].includes(one.code);
}

async function formDiagnostics(document: JsonObject, options: ValidateOptions): Promise<Diagnostic[]> {
  const found = languageDiagnostics('form', document, '');
  if (found.length > 0) return found;
  found.push(...checkFormSafety(document as unknown as FormDocument));
  const places = formPlaces(document);
  // Whose sources and state it sees, and what its record holds beside its fields, the screen around it knows.
  for (const one of places.expressions) found.push(...(await expressionDiagnostics(one, {})));
  found.push(...addressDiagnostics(places, { data: new Set() }));
  if (options.hasText) found.push(...textDiagnostics(document, places, (key) => options.hasText!(key)));
  return found;
}

function entityDocumentDiagnostics(document: JsonObject, options: ValidateOptions): Diagnostic[] {
  const found = entityDiagnostics(document);
  if (found.length > 0 || !options.hasText) return found;
  const places: Uses = { ...noUses(), texts: entityTexts(document) };
  return textDiagnostics(document, places, (key) => options.hasText!(key));
}

/**
 * Everything that is wrong with a document, as places and rules: shape, widgets and their props, ids, references,
 * expressions with their position, circles, sizes. Asynchronous because reading an expression may take JSONata.
 * Never throws, whatever it is given.
 */
export async function validateDocument(
  given: unknown,
  registry: Registry,
  options: ValidateOptions = {},
): Promise<Diagnostic[]> {
  const structure = structureDiagnostics(given);
  if (structure.length > 0) return structure;
  if (!isObject(given)) return [diagnostic('', 'type', { expected: 'object' })];
  const size = JSON.stringify(given).length;
  if (size > documentLimits.bytes)
    return [diagnostic('', 'too-large', { size, limit: documentLimits.bytes })];
  const { document, diagnostics } = migrateDocument(given, registry);
  if (diagnostics.some((one) => one.pointer === '/formatVersion')) return diagnostics;
  const lifted = document as JsonObject;
  if (lifted.kind === 'form') return [...diagnostics, ...(await formDiagnostics(lifted, options))];
  if (lifted.kind === 'entity') return [...diagnostics, ...entityDocumentDiagnostics(lifted, options)];
  if (lifted.kind === 'screen' || lifted.kind === 'dashboard') {
    const own = await screenDiagnostics(lifted, registry, options);
    return [...new Map([...diagnostics, ...own].map((one) => [JSON.stringify(one), one])).values()];
  }
  const kind = typeof lifted.kind === 'string' ? lifted.kind : '';
  return [diagnostic('/kind', 'unknown-kind', { kind })];
}

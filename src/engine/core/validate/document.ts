import type { DataCatalogue } from '../../../contracts/data-catalogue.ts';
import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { isUsable } from '../../../contracts/saved-widget.ts';
import { queryParameters } from '../screen/address-query.ts';
import type { Diagnostic } from '../contract.ts';
import { isExpressionDiagnostic } from '../expressions/errors.ts';
import { failedUses } from '../fragments/uses.ts';
import { localRoots } from '../expressions/references.ts';
import { migrateDocument } from '../language/migrate.ts';
import { nodeLists } from '../language/node-lists.ts';
import { bindPath } from '../language/paths.ts';
import type { Registry } from '../language/registry.ts';
import { argumentDiagnostics } from './dialog-args.ts';
import { fieldDiagnostics } from './data-fields.ts';
import { optionSourceDiagnostics } from './choices.ts';
import { placelessRowOptions } from './row-options.ts';
import { columnDiagnostics } from './columns.ts';
import { diagnostic } from './diagnostics.ts';
import { datasetDiagnostics } from './datasets.ts';
import { entityDiagnostics } from './entities.ts';
import { formDiagnostics, formPartDiagnostics, innerFormDiagnostics } from './forms.ts';
import { filterCycleDiagnostics } from './filter-cycles.ts';
import {
  expandedDiagnostics,
  fragmentDiagnostics,
  fragmentStepsDiagnostics,
  type ReadFragments,
} from './fragments.ts';
import { iconDiagnostics, iconsOfEntity } from './icons.ts';
import { documentLimits, structureDiagnostics } from './limits.ts';
import { listParameterDiagnostics } from './list-parameters.ts';
import { bodyDiagnostics } from './grid.ts';
import {
  childDiagnostics,
  collectNode,
  idDiagnostics,
  listNodes,
  validateNode,
  type ListedNode,
} from './nodes.ts';
import {
  addressDiagnostics,
  declaredState,
  expressionDiagnostics,
  References,
  targetDiagnostics,
  textDiagnostics,
  textValueDiagnostics,
  withStrings,
  type Declarations,
  type Target,
  type TextKeys,
} from './references.ts';
import { routeDiagnostics } from './routes.ts';
import { languageDiagnostics } from './schema-diagnostics.ts';
import {
  misspelledStateDiagnostics,
  pageDiagnostics,
  parameterDiagnostics,
  recordListDiagnostics,
} from './screen-rules.ts';
import { collectSteps } from './steps.ts';
import {
  collectSources,
  cycleDiagnostics,
  sourceReads,
  listDiagnostics,
  needDiagnostics,
  originDiagnostics,
} from './sources.ts';

/** Knowledge of the caller beyond the document. */
export interface ValidateOptions {
  /** Keys of the texts of locales/. Without them keys are not looked up. */
  texts?: TextKeys | undefined;
  /** The server's routes. Without them addresses, parameters and fields are not checked. */
  catalogue?: DataCatalogue | undefined;
  /** Paths of all other screens and dashboards. Without them links are not checked. */
  paths?: readonly string[] | undefined;
  /** Reads the fragments that the document uses. Without it there are none. */
  fragments?: ReadFragments;
  /** Ids of all fragments, to suggest one in place of one that does not exist. */
  fragmentIds?: readonly string[];
}

/** Collects the references of a screen or dashboard and of its nodes. */
function collectScreen(document: JsonObject, nodes: readonly ListedNode[], registry: Registry): References {
  const references = new References();
  references.addText(document.title, '/title');
  if (isObject(document.menu)) {
    references.addText(document.menu.group, '/menu/group');
    references.addText(document.menu.title, '/menu/title');
    references.addIcon(document.menu.icon, '/menu/icon');
  }
  for (const [index, crumb] of (Array.isArray(document.breadcrumb) ? document.breadcrumb : []).entries()) {
    if (!isObject(crumb)) continue;
    references.addText(crumb.name, `/breadcrumb/${index}/name`);
    references.addAddress(crumb.link, `/breadcrumb/${index}/link`);
  }
  collectSources(references, document);
  collectSteps(references, document.steps, '/steps', [...localRoots]);
  for (const node of nodes) references.addAll(collectNode(node, registry));
  return references;
}

function knownTargets(
  document: JsonObject,
  nodes: readonly ListedNode[],
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

function queryDiagnostics(document: JsonObject): Diagnostic[] {
  const valid = new Set(queryParameters(document).map(({ name }) => name));
  return Object.entries(isObject(document.query) ? document.query : {}).flatMap(([name, path]) =>
    // The schema reports a value that is not a path.
    valid.has(name) || typeof path !== 'string'
      ? []
      : [diagnostic(`/query/${escapeSegment(name)}`, 'query-state', { path })],
  );
}

const referenceCodes: ReadonlySet<string> = new Set([
  'unknown-root',
  'root-not-here',
  'unknown-field',
  'no-fields',
  'forbidden-key',
]);

/** Whether document-level rules report this diagnostic of a node again, with all declarations known. */
function isReference({ code }: Diagnostic): boolean {
  return isExpressionDiagnostic(code) || referenceCodes.has(code);
}

async function screenDiagnostics(
  document: JsonObject,
  registry: Registry,
  { texts, catalogue, paths }: ValidateOptions,
): Promise<Diagnostic[]> {
  const { nodes, diagnostics } = listNodes(document, registry);
  if (diagnostics.length > 0) return diagnostics;
  const isFragment = isUsable(document.kind);
  const kind = document.kind === 'dashboard' ? 'dashboard' : 'screen';
  // Nodes are validated one by one; the document's own schema only requires lists.
  const lists = nodeLists.map((key) => [key, Array.isArray(document[key]) ? [] : document[key]] as const);
  const withoutNodes = Object.fromEntries(lists.filter(([, list]) => list !== undefined));
  const found = isFragment
    ? fragmentStepsDiagnostics(document)
    : languageDiagnostics(kind, { ...document, ...withoutNodes }, '');
  for (const node of nodes) {
    found.push(...validateNode(node, registry).filter((one) => !isReference(one)));
  }
  found.push(
    ...idDiagnostics(nodes),
    ...childDiagnostics(nodes, registry),
    ...columnDiagnostics(nodes, registry),
    ...bodyDiagnostics(document),
  );
  const references = collectScreen(document, nodes, registry);
  const known = knownTargets(document, nodes, registry);
  const writes = references.writes.map(({ path }) => bindPath(path).slice(1));
  // A fragment may refer to what the documents that use it declare.
  const declared: Declarations = isFragment
    ? {}
    : { sources: known.source, state: declaredState(document.state, writes) };
  for (const use of references.expressions) found.push(...(await expressionDiagnostics(use, declared)));
  const reads = await sourceReads(document);
  found.push(
    ...addressDiagnostics(references.addresses, declared),
    ...Object.entries(isObject(document.sources) ? document.sources : {}).flatMap(([id, source]) =>
      originDiagnostics(source, `/sources/${escapeSegment(id)}`),
    ),
    ...needDiagnostics(document, declared),
    ...listDiagnostics(document, nodes, registry),
    ...(await argumentDiagnostics(references, document)),
    ...queryDiagnostics(document),
    ...textValueDiagnostics(document, references.texts),
    ...iconDiagnostics(references.icons),
    ...recordListDiagnostics(document),
    ...(isFragment ? [] : [...optionSourceDiagnostics(document), ...placelessRowOptions(document)]),
    ...(isFragment ? [] : await parameterDiagnostics(references, document)),
    ...(isFragment ? [] : await misspelledStateDiagnostics(references, document)),
    ...(isFragment ? [] : targetDiagnostics(references.targets, known)),
    ...cycleDiagnostics(reads),
    ...filterCycleDiagnostics(nodes, registry, reads),
  );
  if (texts) found.push(...textDiagnostics(document, references.texts, texts));
  if (catalogue) {
    found.push(...(await fieldDiagnostics(document, nodes, references, registry, catalogue)));
    found.push(...listParameterDiagnostics(document, nodes, registry, catalogue));
  }
  if (paths) found.push(...pageDiagnostics(references, document, paths));
  const allTexts = texts && withStrings(document, texts);
  for (const node of nodes)
    found.push(...(await innerFormDiagnostics(node, registry, allTexts, catalogue?.entities)));
  // The place of a use decides which of these a fragment sees.
  return isFragment ? found.filter(({ code }) => code !== 'root-not-here') : found;
}

/**
 * Validates a whole document: sizes, structure, widgets and their props, ids, references, expressions, cycles.
 * Asynchronous because an expression may need JSONata. Never throws.
 */
export async function validateDocument(
  input: unknown,
  registry: Registry,
  options: ValidateOptions = {},
): Promise<Diagnostic[]> {
  const structure = structureDiagnostics(input);
  if (structure.length > 0) return structure;
  if (!isObject(input)) return [diagnostic('', 'type', { expected: 'object' })];
  const size = JSON.stringify(input).length;
  if (size > documentLimits.bytes)
    return [diagnostic('', 'too-large', { size, limit: documentLimits.bytes })];
  const { document, diagnostics } = migrateDocument(input, registry);
  if (diagnostics.some((one) => one.pointer === '/formatVersion')) return diagnostics;
  const migrated = document as JsonObject;
  const routesOf = (one: JsonObject): Diagnostic[] =>
    options.catalogue ? routeDiagnostics(one, options.catalogue) : [];
  switch (migrated.kind) {
    case 'form':
      return [
        ...diagnostics,
        ...routesOf(migrated),
        ...(await formDiagnostics(migrated, {
          texts: options.texts,
          entities: options.catalogue?.entities,
        })),
      ];
    case 'entity':
      return [
        ...diagnostics,
        ...routesOf(migrated),
        ...entityDiagnostics(migrated, options.texts, options.catalogue?.entities),
        ...iconDiagnostics(iconsOfEntity(migrated)),
      ];
    case 'dataset':
      return [...diagnostics, ...datasetDiagnostics(migrated, options.texts, options.catalogue?.entities)];
    case 'fragment':
    case 'widget':
    case 'screen':
    case 'dashboard': {
      const isFragment = isUsable(migrated.kind);
      // Addresses that a fragment takes as parameters are checked where it is used.
      const own = isFragment ? [...fragmentDiagnostics(migrated), ...routesOf(migrated)] : [];
      const expanded = await expandedDiagnostics(migrated, registry, options, async (one) => [
        ...(isFragment ? [] : routesOf(one)),
        ...(await screenDiagnostics(one, registry, options)),
      ]);
      const found = [...diagnostics, ...own, ...expanded];
      return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
    }
    default: {
      const kind = typeof migrated.kind === 'string' ? migrated.kind : '';
      return [diagnostic('/kind', 'unknown-kind', { kind })];
    }
  }
}

/**
 * Reports errors that prevent rendering: each node and source of a screen is validated alone, a form or entity as a
 * whole. The server validates the documents that it sends, which lack nodes that the reader may not see, so
 * references between nodes (an unknown dialog, a missing text) are left to `validateDocument`. Never throws.
 */
export function validateParts(input: unknown, registry: Registry): Diagnostic[] {
  return partDiagnostics(input, registry).filter((one) => one.severity === 'error');
}

/** Diagnostics of `validateParts`, with the warnings of what is being edited: widgets that would show nothing. Never throws. */
export function validateEdited(input: unknown, registry: Registry): Diagnostic[] {
  return partDiagnostics(input, registry, columnDiagnostics);
}

function partDiagnostics(
  input: unknown,
  registry: Registry,
  more?: (nodes: readonly ListedNode[], registry: Registry) => Diagnostic[],
): Diagnostic[] {
  // compileDocument reports this and renders nothing of a document that is too deep.
  if (structureDiagnostics(input).some((one) => one.code === 'too-deep')) return [];
  const { document } = migrateDocument(input, registry);
  if (!isObject(document)) return [];
  if (document.kind === 'form') return formPartDiagnostics(document);
  if (document.kind === 'entity') return entityDiagnostics(document);
  if (document.kind === 'dataset') return datasetDiagnostics(document);
  const { nodes } = listNodes(document, registry);
  const sources = isObject(document.sources) ? Object.entries(document.sources) : [];
  return [
    ...failedUses(document),
    ...sources.flatMap(([id, source]) => [
      ...languageDiagnostics('source', source, `/sources/${escapeSegment(id)}`),
      ...originDiagnostics(source, `/sources/${escapeSegment(id)}`),
    ]),
    ...nodes.flatMap((node) => validateNode(node, registry)),
    ...(more?.(nodes, registry) ?? []),
  ];
}

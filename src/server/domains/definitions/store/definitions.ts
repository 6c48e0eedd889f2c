import type { Access, Grants } from '../../../../contracts/access.ts';
import type { DefinitionKind, DefinitionReply, ResolvedScreen } from '../../../../contracts/definitions.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { isUsable, contentName } from '../../../../contracts/saved-widget.ts';
import {
  expandWith,
  usedFragments,
  validateParts,
  validateDocument,
  entitiesById,
  withEntities,
  type EntityDocument,
} from '../../../../engine/core/index.ts';
import type { BrokenDefinition, BundledDefinition } from './bundled.ts';
import { Entry, type Copy, type Facts } from './entry.ts';
import { byPrecision, isRouted, matchRoute, type Route } from '../catalogue/path-match.ts';
import { prune } from '../prune/prune.ts';
import { registry } from './registry.ts';
import { withScreenTexts } from './texts.ts';

/** Why the caller gets no definition: it does not exist, the caller may not open it, or its file is broken. */
export type DefinitionRefusal = 'unknown' | 'forbidden' | 'broken';

export interface Definitions {
  /** Returns the definition, pruned to what the caller may see. */
  get(grants: Grants, kind: DefinitionKind, id: string): DefinitionReply | DefinitionRefusal;
  /** Returns the screen or dashboard whose path matches the address, with the route's parameters. */
  resolve(grants: Grants, address: string): ResolvedScreen | DefinitionRefusal;
  /** Returns the unpruned document, for callers who may edit; null for an unknown id. */
  document(kind: DefinitionKind, id: string): JsonObject | null;
  /** Ids of the fragments that a definition uses, directly and through others. */
  fragmentsOf(kind: DefinitionKind, id: string): ReadonlySet<string>;
  readonly entities: readonly EntityDocument[];
  readonly all: readonly BundledDefinition[];
  /** Paths of screens and dashboards, literal segments before parameters. */
  readonly routes: readonly Route[];
}

const bundledFacts: Facts = { version: 0, source: 'bundled', publishedVersion: 0 };

/**
 * Creates the library of the definitions that ship with the product, pruned by the caller's grants and validated. An invalid
 * definition is served with its diagnostics, and the browser leaves out the parts that they name.
 * A definition's `version` 0 is the bundled one.
 */
export function createDefinitions(
  bundled: readonly BundledDefinition[],
  broken: readonly BrokenDefinition[] = [],
): Definitions {
  const brokenKeys = new Set(broken.map((one) => `${one.kind}/${one.id}`));
  const documents = new Map(bundled.map((one) => [`${one.kind}/${one.id}`, one.document]));
  const fragments = bundledFragments(bundled);
  const entities = bundled
    .filter(({ kind }) => kind === 'entity')
    .map(({ document }) => document as unknown as EntityDocument);
  const entityOf = entitiesById(entities);
  const entries = new Map(
    bundled.map(({ kind, id, document }) => [
      `${kind}/${id}`,
      new Entry<Copy>(
        isExpanded(kind)
          ? withEntities(expandWith(document, fragments, registry).document, entityOf)
          : kind === 'form'
            ? withEntities(document, entityOf)
            : document,
      ),
    ]),
  );
  const routes = bundled
    .flatMap(({ kind, id, document }): Route[] =>
      isRouted(kind) && typeof document.path === 'string' ? [{ kind, id, path: document.path }] : [],
    )
    .sort((left, right) => byPrecision(left.path, right.path));

  const get: Definitions['get'] = (grants, kind, id) => {
    const entry = entries.get(`${kind}/${id}`);
    if (entry === undefined) return brokenKeys.has(`${kind}/${id}`) ? 'broken' : 'unknown';
    if (!entry.mayOpen(grants)) return 'forbidden';
    return { ...entry.copyFor(grants, (allowed) => prunedCopy(entry.document, allowed)), ...bundledFacts };
  };

  return {
    get,
    all: bundled,
    entities,
    routes,
    document: (kind, id) => documents.get(`${kind}/${id}`) ?? null,
    fragmentsOf: (kind, id) => allFragments(documents.get(`${kind}/${id}`), fragments),
    resolve(grants, address) {
      const match = matchRoute(routes, address);
      if (match === null) return 'unknown';
      const found = get(grants, match.kind, match.id);
      return typeof found === 'string' ? found : { ...found, params: match.params };
    },
  };
}

/** Whether a kind is served with the content of its fragments in it. */
export const isExpanded = (kind: DefinitionKind): boolean => kind === 'screen' || kind === 'dashboard';

function bundledFragments(bundled: readonly BundledDefinition[]): Map<string, JsonObject> {
  return new Map(
    bundled.flatMap(({ kind, id, document }) =>
      isUsable(kind) ? [[contentName({ kind, id }), document] as const] : [],
    ),
  );
}

function allFragments(document: unknown, fragments: ReadonlyMap<string, JsonObject>): Set<string> {
  const ids = usedFragments(document);
  // A set that grows while it is iterated also yields what is added.
  for (const id of ids) for (const inner of usedFragments(fragments.get(id))) ids.add(inner);
  return ids;
}

/** Prunes the document and validates the result, so that the diagnostics' pointers fit the copy that the browser gets. */
function prunedCopy(document: JsonObject, allowed: readonly Access[]): Copy {
  const rules = new Set(allowed);
  const definition = prune(document, (rule) => rules.has(rule));
  return { definition: withScreenTexts(definition), faults: validateParts(definition, registry) };
}

/** Returns every error of every bundled definition, one line each, for the server's log. */
export async function diagnosticLines(
  bundled: readonly BundledDefinition[],
  broken: readonly BrokenDefinition[],
): Promise<string[]> {
  const lines = broken.map(({ file, reason }) => `screens/${file}: DEFINITION_BROKEN ${reason}`);
  const fragments = bundledFragments(bundled);
  const options = { fragments: () => Promise.resolve(fragments) };
  for (const { file, document } of bundled) {
    for (const { pointer, code, values, severity } of await validateDocument(document, registry, options)) {
      if (severity === 'error') lines.push(`screens/${file}${pointer}: ${code} ${JSON.stringify(values)}`);
    }
  }
  return lines;
}

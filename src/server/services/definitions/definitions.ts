import type { Access, Grants } from '../../../contracts/access.ts';
import type { DefinitionKind, DefinitionReply, ResolvedScreen } from '../../../contracts/definitions.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { validateParts, validateDocument } from '../../../engine/core/index.ts';
import type { BrokenDefinition, BundledDefinition } from './bundled.ts';
import { Entry, type Copy, type Facts } from './entry.ts';
import { byPrecision, isRouted, matchRoute, type Route } from './path-match.ts';
import { prune } from './prune.ts';
import { registry } from './registry.ts';

/** Why there is no definition for the caller: it does not exist, is not theirs to see, or its file holds none. */
export type Refused = 'unknown' | 'forbidden' | 'broken';

export interface Definitions {
  /** The definition as the caller may see it. */
  get(grants: Grants, kind: DefinitionKind, id: string): DefinitionReply | Refused;
  /** The screen or dashboard whose path matches the address, with the route's parameters. */
  resolve(grants: Grants, address: string): ResolvedScreen | Refused;
  /** As it ships, for who may edit; null where there is none. */
  document(kind: DefinitionKind, id: string): JsonObject | null;
  readonly all: readonly BundledDefinition[];
  /** Paths of screens and dashboards, literal segments before parameters. */
  readonly routes: readonly Route[];
}

const bundledFacts: Facts = { version: 0, source: 'bundled', publishedVersion: 0 };

/**
 * The definitions that ship with the product, pruned by the caller's grants and checked: one at fault is delivered with
 * its faults, and the browser leaves out the parts they name.
 * A definition's `version` 0 is the bundled one.
 */
export function createDefinitions(
  bundled: readonly BundledDefinition[],
  broken: readonly BrokenDefinition[] = [],
): Definitions {
  const lost = new Set(broken.map((one) => `${one.kind}/${one.id}`));
  const entries = new Map(bundled.map((one) => [`${one.kind}/${one.id}`, new Entry<Copy>(one.document)]));
  const routes = bundled
    .flatMap(({ kind, id, document }): Route[] =>
      isRouted(kind) && typeof document.path === 'string' ? [{ kind, id, path: document.path }] : [],
    )
    .sort((left, right) => byPrecision(left.path, right.path));

  const get: Definitions['get'] = (grants, kind, id) => {
    const entry = entries.get(`${kind}/${id}`);
    if (entry === undefined) return lost.has(`${kind}/${id}`) ? 'broken' : 'unknown';
    if (!entry.mayOpen(grants)) return 'forbidden';
    return { ...entry.copyFor(grants, (allowed) => copied(entry.document, allowed)), ...bundledFacts };
  };

  return {
    get,
    all: bundled,
    routes,
    document: (kind, id) => entries.get(`${kind}/${id}`)?.document ?? null,
    resolve(grants, address) {
      const match = matchRoute(routes, address);
      if (match === null) return 'unknown';
      const found = get(grants, match.kind, match.id);
      return typeof found === 'string' ? found : { ...found, params: match.params };
    },
  };
}

/** A copy without what is not allowed, checked: its pointers are what the reader's browser finds. */
function copied(document: JsonObject, allowed: readonly Access[]): Copy {
  const rules = new Set(allowed);
  const definition = prune(document, (rule) => rules.has(rule));
  return { definition, faults: validateParts(definition, registry) };
}

/** Every fault of every bundled definition, one line each, for the log of who runs the server. */
export async function diagnosticLines(
  bundled: readonly BundledDefinition[],
  broken: readonly BrokenDefinition[],
): Promise<string[]> {
  const lines = broken.map(({ file, reason }) => `screens/${file}: DEFINITION_BROKEN ${reason}`);
  for (const { file, document } of bundled) {
    for (const { pointer, code, values, severity } of await validateDocument(document, registry)) {
      if (severity === 'error') lines.push(`screens/${file}${pointer}: ${code} ${JSON.stringify(values)}`);
    }
  }
  return lines;
}

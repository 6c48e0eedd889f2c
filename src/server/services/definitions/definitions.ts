import { allows, type Access, type Grants } from '../../../contracts/access.ts';
import type { DefinitionKind, DefinitionReply, ResolvedScreen } from '../../../contracts/definitions.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import {
  checkDocument,
  checkRegistry,
  createRegistry,
  loadSpecs,
  validateDocument,
} from '../../../engine/core/index.ts';
import { widgets } from '../../../../widgets/index.ts';
import type { BrokenDefinition, BundledDefinition } from './bundled.ts';
import { byPrecision, matchPath } from './path-match.ts';
import { accessRules, prune } from './prune.ts';

/** Why there is no definition for the caller: it does not exist, is not theirs to see, or its file holds none. */
export type Refused = 'unknown' | 'forbidden' | 'broken';

export interface Definitions {
  /** The definition as the caller may see it. */
  get(grants: Grants, kind: DefinitionKind, id: string): DefinitionReply | Refused;
  /** The screen whose path matches the address, with the route's parameters. */
  resolve(grants: Grants, address: string): ResolvedScreen | Refused;
}

interface Entry {
  document: JsonObject;
  screen: string | undefined;
  access: Access | undefined;
  rules: Access[];
  /** Pruned copies by what the caller's grants say to each rule: few shapes, however many people. */
  copies: Map<string, DefinitionReply>;
}

const maxCopies = 64;

const registry = createRegistry(await loadSpecs(widgets));
checkRegistry(registry);

/**
 * The definitions that ship with the product, pruned by the caller's grants and checked: one at fault is delivered with
 * its faults, and the browser leaves out the parts they name.
 * A definition's `version` 0 is the bundled one.
 */
export function createDefinitions(
  bundled: BundledDefinition[],
  broken: readonly BrokenDefinition[] = [],
): Definitions {
  const lost = new Set(broken.map((one) => `${one.kind}/${one.id}`));
  const entries = new Map(bundled.map((one) => [`${one.kind}/${one.id}`, toEntry(one.document)]));
  const routes = bundled
    .filter((one) => one.kind === 'screen')
    .map((one) => ({ id: one.id, path: String(one.document.path) }))
    .sort((left, right) => byPrecision(left.path, right.path));

  const get: Definitions['get'] = (grants, kind, id) => {
    const entry = entries.get(`${kind}/${id}`);
    if (entry === undefined) return lost.has(`${kind}/${id}`) ? 'broken' : 'unknown';
    const allowed = (access: Access) => allows(grants, access, entry.screen);
    if (entry.access !== undefined && !allowed(entry.access)) return 'forbidden';
    const shape = entry.rules.map((rule) => (allowed(rule) ? '1' : '0')).join('');
    const known = entry.copies.get(shape);
    if (known !== undefined) return known;
    const definition = prune(entry.document, allowed);
    const made: DefinitionReply = {
      definition,
      version: 0,
      source: 'bundled',
      publishedVersion: 0,
      // Of the copy: its pointers are what the reader's browser finds, and nobody learns what was left out.
      faults: checkDocument(definition, registry),
    };
    if (entry.copies.size >= maxCopies) entry.copies.clear();
    entry.copies.set(shape, made);
    return made;
  };

  return {
    get,
    resolve(grants, address) {
      for (const { id, path } of routes) {
        const params = matchPath(path, address);
        if (params === null) continue;
        const found = get(grants, 'screen', id);
        if (typeof found === 'string') return found;
        return { ...found, params };
      }
      return 'unknown';
    },
  };
}

/** Every fault of every bundled definition, one line each, for the log of who runs the server. */
export async function faultLines(
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

function toEntry(document: JsonObject): Entry {
  // Reading it made sure that an object stands there; what is no rule in it allows nothing.
  const access = document.access as unknown as Access | undefined;
  const screen = access !== undefined && 'screen' in access ? access.screen : undefined;
  return { document, screen, access, rules: accessRules(document), copies: new Map() };
}

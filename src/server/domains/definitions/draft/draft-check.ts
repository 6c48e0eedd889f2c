import type { Access } from '../../../../contracts/access.ts';
import type { Diagnostic } from '../../../../contracts/definitions.ts';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import { isReservedPath } from '../../../../contracts/reserved-paths.ts';
import { diagnostic, nearestValue } from '../../../../engine/core/index.ts';
import { ruleBroken } from '../../../kernel/errors.ts';
import type { BundledMenu } from '../store/bundled.ts';
import type { NamedDocument } from '../inspection/inspect.ts';
import { isRouted, shapeOf, type Route } from '../catalogue/path-match.ts';
import { accessRules } from '../prune/prune.ts';
import type { DefinitionKey } from '../store/stored-definitions.ts';

/** Checks that need more than the document: its own address, the paths of others and the known permissions. */

/**
 * Refuses an entity: the product makes tables and routes of its entities when it starts, so a tenant's would change nothing.
 * @throws AppError RULE_BROKEN
 */
export function assertTenantKind({ kind, id }: DefinitionKey): void {
  if (kind !== 'entity') return;
  const key = 'errors.definitions.entityOfProduct';
  throw ruleBroken(key, { params: { id }, errors: [{ path: '/kind', key, params: { id } }] });
}

/** Reports a kind or an id that differs from the address under which the document is saved. */
export function identityDiagnostics(document: JsonObject, { kind, id }: DefinitionKey): Diagnostic[] {
  const expected: [string, string][] = [
    ['kind', kind],
    ['id', id],
  ];
  return expected
    .filter(([name, value]) => document[name] !== value)
    .map(([name, value]) => {
      const found = JSON.stringify(document[name] ?? null).slice(0, 100);
      return diagnostic(`/${name}`, 'other-identity', { found, expected: value });
    });
}

/** Reports a path that is reserved or that another definition has already. Names of parameters make no difference. */
export function pathDiagnostics(
  path: string | null,
  { kind, id }: DefinitionKey,
  others: readonly Route[],
): Diagnostic[] {
  if (!isRouted(kind) || path === null) return [];
  if (isReservedPath(path)) return [diagnostic('/path', 'path-reserved', { path })];
  const other = others.find(
    (one) => (one.kind !== kind || one.id !== id) && shapeOf(one.path) === shapeOf(path),
  );
  return other ? [diagnostic('/path', 'path-taken', { path, id: other.id })] : [];
}

/** Returns the screens that permissions are granted on: those of the menu and of bundled definitions. */
export function knownScreens(
  menu: BundledMenu,
  bundled: { readonly all: readonly { document: JsonObject }[] },
): ReadonlySet<string> {
  const keys = [...menu.overview, ...menu.settings]
    .flatMap((group) => group.submenu)
    .map((item) => item.key.split('/').find((segment) => segment !== '') ?? '');
  const named = bundled.all.flatMap(({ document }) => screensOf(document.access as unknown as Access));
  return new Set([...keys, ...named.map((one) => one.screen)]);
}

/**
 * Reports rules that name a screen without a permission: if one of that name is added later, the rule would open to its
 * readers.
 */
export function accessDiagnostics(
  document: JsonObject,
  { kind, id }: DefinitionKey,
  known: ReadonlySet<string>,
): Diagnostic[] {
  const own = isRouted(kind) && bringsPermission(id, document.access) ? id : null;
  return accessRules(document)
    .flatMap(({ rule, pointer }) => screensOf(rule, `${pointer}/access`))
    .filter(({ screen }) => screen !== own && !known.has(screen))
    .map(({ screen, pointer }) =>
      diagnostic(`${pointer}/screen`, 'unknown-screen', { screen, ...nearestValue(screen, known) }),
    );
}

/**
 * Reports a view of one widget that has several, and none where it is about to be published.
 * @param isPublished whether readers get the document.
 */
export function layoutDiagnostics(document: JsonObject, isPublished: boolean): Diagnostic[] {
  if (document['kind'] !== 'dashboard' || document['x-layoutType'] !== 'U') return [];
  const count = Array.isArray(document['body']) ? document['body'].length : 0;
  if (count > 1) return [diagnostic('/body', 'view-one-node', { count })];
  return count === 0 && isPublished ? [diagnostic('/body', 'view-no-node', {})] : [];
}

/** Whether a screen or dashboard has a permission of its own: its `access` names itself. */
export const bringsPermission = (id: string, access: Json | undefined): boolean =>
  namesScreen(id, access as unknown as Access);

/** Whether a rule names a screen. */
export const namesScreen = (id: string, rule: Access | undefined): boolean =>
  screensOf(rule).some(({ screen }) => screen === id);

/** Reports forms and datasets that the document names by an id that does not exist. */
export function namedDiagnostics(
  named: readonly NamedDocument[],
  isKnown: (kind: NamedDocument['kind'], id: string) => boolean,
): Diagnostic[] {
  return named
    .filter(({ kind, id }) => !isKnown(kind, id))
    .map(({ kind, id, ...place }) => ({
      ...(kind === 'form'
        ? diagnostic('', 'unknown-form-document', { form: id })
        : diagnostic('', 'unknown-dataset', { dataset: id })),
      ...place,
    }));
}

/** Returns the screens that a rule names, none for a malformed rule. */
function screensOf(access: Access | undefined, pointer = ''): { screen: string; pointer: string }[] {
  if (typeof access !== 'object' || access === null) return [];
  for (const [key, rules] of Object.entries(access)) {
    if (key !== 'any' && key !== 'all') continue;
    if (!Array.isArray(rules)) return [];
    return rules.flatMap((one: Access, index) => screensOf(one, `${pointer}/${key}/${index}`));
  }
  return 'screen' in access && typeof access.screen === 'string' ? [{ screen: access.screen, pointer }] : [];
}

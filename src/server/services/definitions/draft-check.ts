import type { Access } from '../../../contracts/access.ts';
import type { Diagnostic } from '../../../contracts/definitions.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { isReservedPath } from '../../../contracts/reserved-paths.ts';
import { diagnostic } from '../../../engine/core/index.ts';
import type { BundledMenu } from './bundled.ts';
import type { Definitions } from './definitions.ts';
import type { NamedForm } from './inspect.ts';
import { isRouted, type Route } from './path-match.ts';
import { accessRules } from './prune.ts';
import type { DefinitionKey } from './stored.ts';

/** Checks that need more than the document: its own address, the paths of others and the known permissions. */

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
export function knownScreens(menu: BundledMenu, bundled: Definitions): ReadonlySet<string> {
  const keys = [...menu.overview, ...menu.settings]
    .flatMap((group) => group.submenu)
    .map((item) => item.key.split('/').find((segment) => segment !== '') ?? '');
  const named = bundled.all.flatMap(({ document }) => screensOf(document.access as unknown as Access));
  return new Set([...keys, ...named.map((one) => one.screen)]);
}

/** Reports rules that name an unknown screen: if a screen of that name is added later, the rule would open to its readers. */
export function accessDiagnostics(
  document: JsonObject,
  { id }: DefinitionKey,
  known: ReadonlySet<string>,
): Diagnostic[] {
  return accessRules(document)
    .flatMap(({ rule, pointer }) => screensOf(rule, `${pointer}/access`))
    .filter(({ screen }) => screen !== id && !known.has(screen))
    .map(({ screen, pointer }) => diagnostic(`${pointer}/screen`, 'unknown-screen', { screen }));
}

/** Reports forms that the document opens by an id that does not exist. */
export function formDiagnostics(forms: readonly NamedForm[], isKnown: (id: string) => boolean): Diagnostic[] {
  return forms
    .filter(({ form }) => !isKnown(form))
    .map(({ form, ...place }) => ({ ...diagnostic('', 'unknown-form-document', { form }), ...place }));
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

function shapeOf(path: string): string {
  return path.replaceAll(/:[^/]+/g, ':').replace(/\/$/, '');
}

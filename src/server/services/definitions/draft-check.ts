import type { Access } from '../../../contracts/access.ts';
import type { Diagnostic } from '../../../contracts/definitions.ts';
import type { Json, JsonObject } from '../../../contracts/json.ts';
import { diagnostic } from '../../../engine/core/index.ts';
import type { BundledMenu } from './bundled.ts';
import type { Definitions } from './definitions.ts';
import { isRouted, type Route } from './path-match.ts';
import { accessPlaces, partsOf } from './prune.ts';
import type { DefinitionKey } from './stored.ts';

/** What no document can know by itself: its address, the paths of others, and which permissions there are. */

/** A document says whose it is; at another address it would be another's. */
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

const reserved = new Set(
  ' login restricted-access profile authenticate int-monitorv2 adm api handler docs assets metrics healthz readyz'.split(
    ' ',
  ),
);

/** Two of them can't answer one address; names of parameters make no difference. */
export function pathDiagnostics(
  path: string | null,
  { kind, id }: DefinitionKey,
  others: readonly Route[],
): Diagnostic[] {
  if (!isRouted(kind) || path === null) return [];
  // Addresses that the product answers by itself: a screen there could never be opened.
  if (reserved.has(path.split('/')[1] ?? ''))
    return [diagnostic('/path', 'path-taken', { path, id: 'Molde' })];
  const other = others.find(
    (one) => (one.kind !== kind || one.id !== id) && shapeOf(one.path) === shapeOf(path),
  );
  return other ? [diagnostic('/path', 'path-taken', { path, id: other.id })] : [];
}

/** The screens that permissions are given on: those of the menu and of what ships, and the document's own. */
export function knownScreens(menu: BundledMenu, bundled: Definitions): ReadonlySet<string> {
  const keys = [...menu.overview, ...menu.settings]
    .flatMap((group) => group.submenu)
    .map((item) => item.key.split('/').find((segment) => segment !== '') ?? '');
  const named = bundled.all.flatMap(({ document }) => screensOf(document.access as unknown as Access));
  return new Set([...keys, ...named.map((one) => one.screen)]);
}

/** A permission that nobody can have or that means something else one day opens what should be closed. */
export function accessDiagnostics(
  document: JsonObject,
  { id }: DefinitionKey,
  known: ReadonlySet<string>,
): Diagnostic[] {
  return accessPlaces(document)
    .flatMap(({ rule, pointer }) => screensOf(rule, `${pointer}/access`))
    .filter(({ screen }) => screen !== id && !known.has(screen))
    .map(({ screen, pointer }) => diagnostic(`${pointer}/screen`, 'unknown-screen', { screen }));
}

/** Forms that a document opens by their id, where nobody wrote one. */
export function formDiagnostics(document: JsonObject, isKnown: (id: string) => boolean): Diagnostic[] {
  return [...partsOf(document)].flatMap(({ part, pointer }) => {
    const form = formOf(part);
    if (form === null || isKnown(form)) return [];
    return [diagnostic(`${pointer}/props/form`, 'unknown-form-document', { form })];
  });
}

/** The document that a node of type form names. */
function formOf(part: Json): string | null {
  if (part === null || typeof part !== 'object' || Array.isArray(part) || part.type !== 'form') return null;
  const { props } = part;
  const named = props !== null && typeof props === 'object' && !Array.isArray(props) ? props?.form : null;
  return typeof named === 'string' ? named : null;
}

/** The screens that a rule names; whatever is no rule names none. */
function screensOf(access: Access | undefined, pointer = ''): { screen: string; pointer: string }[] {
  if (typeof access !== 'object' || access === null) return [];
  if ('any' in access) {
    if (!Array.isArray(access.any)) return [];
    return access.any.flatMap((one, index) => screensOf(one, `${pointer}/any/${index}`));
  }
  return 'screen' in access && typeof access.screen === 'string' ? [{ screen: access.screen, pointer }] : [];
}

function shapeOf(path: string): string {
  return path.replaceAll(/:[^/]+/g, ':').replace(/\/$/, '');
}

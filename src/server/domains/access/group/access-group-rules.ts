import { allows, type Grants, type Verb } from '../../../../contracts/access.ts';
import type { Language } from '../../../../contracts/language.ts';
import { specialPermissions } from '../../../../contracts/permissions.ts';
import { AppError, invalid, ruleBroken, type KeyedError } from '../../../kernel/errors.ts';
import { resolveText } from '../../../kernel/texts.ts';
import type { PermissionScreen } from './permission-screen.ts';
import { screenNumber } from './permission-screen.ts';
import type { ScreenRow, StoredGroup } from './access-group-rows.ts';
import type { GroupBody } from './access-group-schema.ts';

const verbs = ['read', 'create', 'update', 'delete'] as const satisfies Verb[];

/** Permissions of a group that a call changes. */
export interface PermissionChange {
  /** Rows to set. */
  screens: ScreenRow[];
  /** Screens whose rows are removed. */
  removed: string[];
  /** Special permissions, allowed or not. */
  specials: Map<string, boolean>;
}

/** A group without permissions, before it is stored. */
export const noPermissions = { screens: [], specials: [], administrators: false } as const;

/** Parts of a stored group that decide what its members may do. */
export type GroupPermissions = Readonly<
  Pick<StoredGroup, 'administrators'> & { screens: readonly ScreenRow[]; specials: readonly string[] }
>;

/**
 * Reads the permissions of a body. Any right to write brings the right to read.
 * @throws AppError VALIDATION_FAILED for numbers that name no screen or permission, or one twice
 */
export function readPermissions(body: GroupBody, known: readonly PermissionScreen[]): PermissionChange {
  const keys = new Map(known.map(({ screen }) => [screenNumber(screen), screen]));
  const errors: KeyedError[] = [];
  const named = new Set<number>();
  const screenAt = (number: number, path: string): string => {
    const screen = keys.get(number);
    if (screen === undefined) errors.push({ path, key: 'errors.accessGroup.unknownScreen' });
    else if (named.has(number))
      errors.push({ path, key: 'errors.accessGroup.screenTwice', params: { screen } });
    named.add(number);
    return screen ?? '';
  };
  const screens = (body.newPermissions ?? []).map((row, at): ScreenRow => {
    const screen = screenAt(row.telaId, `/newPermissions/${at}/telaId`);
    const [create, update, remove] = [row.flagInclusao, row.flagAlteracao, row.flagExclusao].map(
      (flag) => flag === 'Y',
    ) as [boolean, boolean, boolean];
    return {
      screen,
      read: row.flagConsulta === 'Y' || create || update || remove,
      create,
      update,
      delete: remove,
    };
  });
  const removed = (body.deletedPermScreen ?? []).map((number, at) =>
    screenAt(number, `/deletedPermScreen/${at}`),
  );
  const specials = new Map<string, boolean>();
  (body.specialPermissions ?? []).forEach(({ id, flgAllow }, at) => {
    const permission = specialPermissions.find((one) => one.id === id)?.permission;
    const path = `/specialPermissions/${at}/id`;
    if (permission === undefined) errors.push({ path, key: 'errors.accessGroup.unknownSpecial' });
    else if (specials.has(permission))
      errors.push({ path, key: 'errors.accessGroup.screenTwice', params: { screen: permission } });
    else specials.set(permission, flgAllow);
  });
  if (errors.length > 0) throw invalid(errors);
  return { screens, removed, specials };
}

/** The permissions of a group after a change. */
export function changedPermissions(before: GroupPermissions, change: PermissionChange): GroupPermissions {
  const screens = new Map(before.screens.map((row) => [row.screen, row]));
  for (const screen of change.removed) screens.delete(screen);
  for (const row of change.screens) {
    if (row.read) screens.set(row.screen, row);
    else screens.delete(row.screen);
  }
  const specials = new Set(before.specials);
  for (const [permission, allow] of change.specials) {
    if (allow) specials.add(permission);
    else specials.delete(permission);
  }
  return { administrators: before.administrators, screens: [...screens.values()], specials: [...specials] };
}

/** Granting person, their language, and the names of the screens. */
interface Granting {
  grants: Grants;
  lang: Language;
  screens: readonly PermissionScreen[];
}

/**
 * Checks that nobody grants what they do not hold: neither by adding a permission to a group, nor by adding people to a
 * group or activating one with permissions that the caller lacks.
 * Whoever cannot activate a group cannot deactivate it either: nobody switches off what they cannot switch on again.
 * @param reach key of the body that gives the group's permissions to people who did not have them, or takes them from all
 * by deactivating it; null: none does.
 * @throws AppError FORBIDDEN; RULE_BROKEN at the key of the body that grants
 */
export function assertMayGrant(
  { grants, lang, screens }: Granting,
  before: GroupPermissions,
  after: GroupPermissions,
  reach: 'newUsers' | 'active' | 'inactive' | null,
): void {
  if (grants.allScreens) return;
  if (before.administrators) throw new AppError('FORBIDDEN', { message: 'errors.user.administratorOnly' });
  const had = new Map(before.screens.map((row) => [row.screen, row]));
  const titles = new Map(screens.map(({ screen, title }) => [screen, title]));
  const lacks = (row: ScreenRow, isGranted: (verb: Verb) => boolean) =>
    verbs.some((verb) => row[verb] && isGranted(verb) && !allows(grants, { screen: row.screen, verb }));
  const titleOf = ({ screen }: ScreenRow) => titles.get(screen) ?? screen;
  const lacksSpecial = (permission: string) => !allows(grants, { special: permission });
  const specialTitle = (permission: string) => {
    const found = specialPermissions.find((one) => one.permission === permission);
    return found === undefined ? permission : resolveText(lang, found.description);
  };
  const added = after.screens.filter((row) => lacks(row, (verb) => !had.get(row.screen)?.[verb]));
  refuse('newPermissions', added.map(titleOf));
  const addedSpecials = after.specials.filter((one) => !before.specials.includes(one) && lacksSpecial(one));
  refuse('specialPermissions', addedSpecials.map(specialTitle));
  if (reach === null) return;
  const names = [
    ...after.screens.filter((row) => lacks(row, () => true)).map(titleOf),
    ...after.specials.filter(lacksSpecial).map(specialTitle),
  ];
  if (reach === 'inactive') refuse('active', names, 'errors.accessGroup.notActivated');
  else refuse(reach, names);
}

/** @throws AppError RULE_BROKEN if there are names */
function refuse(at: string, names: readonly string[], key = 'errors.accessGroup.notHeld'): void {
  if (names.length === 0) return;
  const params = { names: listed(names) };
  throw ruleBroken(key, { params, errors: [{ path: `/${at}`, key, params }] });
}

/** Whether two groups hold the same permissions. */
export function samePermissions(a: GroupPermissions, b: GroupPermissions): boolean {
  const held = (group: GroupPermissions) =>
    [
      ...group.screens.flatMap((row) =>
        verbs.filter((verb) => row[verb]).map((verb) => `${row.screen} ${verb}`),
      ),
      ...group.specials,
    ]
      .sort()
      .join('\n');
  return held(a) === held(b);
}

/**
 * Checks that the permissions of the administrators' group, which it holds by rule, are not changed.
 * @throws AppError RULE_BROKEN
 */
export function assertPermissionsChange(group: GroupPermissions, change: PermissionChange): void {
  const changes = change.screens.length + change.removed.length + change.specials.size;
  if (group.administrators && changes > 0) throw ruleBroken('errors.accessGroup.administratorsHoldAll');
}

function listed(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(', ')}…` : names.join(', ');
}

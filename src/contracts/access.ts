/**
 * The four flags of a screen permission, by their wire meaning:
 * flagConsulta = read, flagInclusao = create, flagAlteracao = update, flagExclusao = delete.
 */
export type Verb = 'read' | 'create' | 'update' | 'delete';

export type VerbFlags = Record<Verb, boolean>;

/**
 * Permission that a node, document or menu entry requires. Without `screen` it is the document's screen. `session` is held by
 * everybody who is signed in.
 */
export type Access =
  | { screen?: string; verb: Verb }
  | { special: string }
  | { session: true }
  | { any: Access[] }
  | { all: Access[] };

/** Permissions of a signed-in person. `allScreens` belongs to administrators. */
export interface Grants {
  allScreens: boolean;
  screens: ReadonlyMap<string, VerbFlags>;
  specials: ReadonlySet<string>;
}

/**
 * Whether grants satisfy an access rule. The server checks every call with it; the client hides with it.
 * @param screen the document's screen, for an access rule that names none.
 */
export function allows(grants: Grants, access: Access, screen?: string): boolean {
  if ('any' in access) return access.any.some((one) => allows(grants, one, screen));
  if ('all' in access) return access.all.every((one) => allows(grants, one, screen));
  if ('session' in access) return true;
  if ('special' in access) return grants.specials.has(access.special);
  const key = access.screen ?? screen;
  if (key === undefined) return false;
  return grants.allScreens || grants.screens.get(key)?.[access.verb] === true;
}

/**
 * The four flags of a screen permission, by their wire meaning:
 * flagConsulta = read, flagInclusao = create, flagAlteracao = update, flagExclusao = delete.
 */
export type Verb = 'read' | 'create' | 'update' | 'delete';

export type VerbFlags = Record<Verb, boolean>;

/** What a node, document or menu entry asks of the caller. Without `screen` it means the document's own. */
export type Access = { screen?: string; verb: Verb } | { special: string } | { any: Access[] };

/** What a signed-in person may do; `allScreens` is the administrators' group. */
export interface Grants {
  allScreens: boolean;
  screens: ReadonlyMap<string, VerbFlags>;
  specials: ReadonlySet<string>;
}

/**
 * The one answer to "may they?", asked by the server on every call and by the client to hide.
 * @param screen the document's screen, for an access rule that names none.
 */
export function allows(grants: Grants, access: Access, screen?: string): boolean {
  if ('any' in access) return access.any.some((one) => allows(grants, one, screen));
  if ('special' in access) return grants.specials.has(access.special);
  const key = access.screen ?? screen;
  if (key === undefined) return false;
  return grants.allScreens || grants.screens.get(key)?.[access.verb] === true;
}

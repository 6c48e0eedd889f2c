export type DefinitionKind = 'screen' | 'form' | 'dashboard' | 'entity';

/** A fault of a document: where, which rule, what to do. `code` names the rule; texts are errors.definition.<code>.message and .remedy. */
export interface DefinitionFault {
  pointer: string;
  code: string;
  /** What fills the placeholders of the code's text. */
  values: Record<string, string | number>;
  severity: 'error' | 'warning';
}

/** GET /adm/v2/def/{kind}/{id}; `version` 0 is the bundled definition. */
export interface DefinitionReply {
  definition: unknown;
  version: number;
  source: 'bundled' | 'tenant';
  publishedVersion: number;
  /** What keeps parts of it from being drawn, by their pointers in `definition` as it is here. */
  faults: DefinitionFault[];
}

/**
 * GET /adm/v2/def/screen?path=/admin-user/12: the screen whose `path` matches, with the route's parameters.
 * A literal segment wins over a `:parameter` (so /admin-user/create is not the user "create").
 */
export interface ResolvedScreen extends DefinitionReply {
  params: Record<string, string>;
}

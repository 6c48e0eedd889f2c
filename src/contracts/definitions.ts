import type { Json } from './json.ts';

export const definitionKinds = ['screen', 'form', 'dashboard', 'entity'] as const;
export type DefinitionKind = (typeof definitionKinds)[number];

/** A fault of a document: where, which rule, what to do. `code` names the rule; texts are faults.<code>.message and .remedy. */
export interface Diagnostic {
  pointer: string;
  code: string;
  /** What fills the placeholders of the code's text. */
  values: Record<string, string | number>;
  severity: 'error' | 'warning';
}

/** Who saved a draft, and when. */
export interface DefinitionDraft {
  version: number;
  /** Null for a person who is not there any more. */
  author: string | null;
  updatedAt: string;
}

/**
 * GET /adm/v2/def/{kind}/{id}. A tenant's versions of one definition are counted in one row, drafts and published ones
 * alike; 0 is the bundled definition.
 */
export interface DefinitionReply {
  definition: unknown;
  /** Of this document: what a save of it names as the version it began with. */
  version: number;
  source: 'bundled' | 'tenant';
  /** What everybody gets; 0 is the bundled one. */
  publishedVersion: number;
  /** What keeps parts of it from being drawn, by their pointers in `definition` as it is here. */
  faults: Diagnostic[];
  /** Told to who may edit: the published version is invalid, so another stands in for it. */
  fallback?: { from: number; reason: string };
  /** With ?draft=1: the draft there is; null when the document is the published or bundled one, to begin with. */
  draft?: DefinitionDraft | null;
  /** With ?draft=1: one ships with the product, which version 0 brings back. */
  bundled?: boolean;
}

/**
 * GET /adm/v2/def/screen?path=/admin-user/12: the screen whose `path` matches, with the route's parameters.
 * A literal segment wins over a `:parameter` (so /admin-user/create is not the user "create").
 */
export interface ResolvedScreen extends DefinitionReply {
  params: Record<string, string>;
}

/** One place of a document that two people changed. */
export interface DefinitionChange {
  /** The node it is in; null for the document's own keys. */
  nodeId: string | null;
  /** Below the node, or below the document. */
  pointer: string;
}

/** A place that both changed, differently. A side that has nothing there lacks its key. */
export interface DefinitionConflict extends DefinitionChange {
  base?: Json;
  mine?: Json;
  theirs?: Json;
}

/** PUT /adm/v2/def/{kind}/{id}: the draft as it is now. */
export interface SavedDefinition extends DefinitionReply {
  /** Null: nobody else had saved meanwhile. Else what of theirs came in beside one's own changes. */
  merged: { version: number; author: string | null; changes: DefinitionChange[] } | null;
}

/** `data` of a 409 to a save: the current document, and where both sides differ. */
export interface DefinitionConflictReply extends DefinitionReply {
  /** Empty when the version one began with is not kept any more, so that nothing can be compared. */
  conflicts: DefinitionConflict[];
}

/** `draft`: never published; `published+draft`: a draft over a published one; `invalid`: another version stands in. */
export const definitionStates = ['bundled', 'draft', 'published', 'published+draft', 'invalid'] as const;
export type DefinitionState = (typeof definitionStates)[number];

/** A row of GET /adm/v2/def. */
export interface DefinitionRow {
  kind: DefinitionKind;
  /** Unique within its kind. */
  id: string;
  /** `kind/id`: unique among all. */
  key: string;
  title: string;
  /** Of a screen. */
  path: string | null;
  source: 'bundled' | 'tenant';
  state: DefinitionState;
  /** Why it is invalid, in the reader's language; null otherwise. */
  reason: string | null;
  /** Who saved or published last; null for a bundled one. */
  author: string | null;
  updatedAt: string | null;
  publishedVersion: number;
  draftVersion: number | null;
}

/** A row of GET /adm/v2/def/{kind}/{id}/history, newest first. */
export interface DefinitionHistoryRow {
  version: number;
  comment: string;
  author: string | null;
  publishedAt: string;
  /** The version that a rollback brought back; 0 is the bundled one. */
  rollbackOf: number | null;
  /** Is it what everybody gets now? */
  current: boolean;
}

import type { Json } from './json.ts';

export const definitionKinds = [
  'screen',
  'form',
  'dashboard',
  'entity',
  'fragment',
  'dataset',
  'widget',
] as const;
export type DefinitionKind = (typeof definitionKinds)[number];

/** Fields of the rows of every kind of document that people compose: views, saved widgets. */
export interface DocumentRow {
  id: number | string;
  title: string;
  createdBy: string | null;
  updatedBy: string | null;
  createdAt: string;
  updatedAt: string;
  /** Version of the draft, else of what is published. */
  version: number;
  /** 0 for one that is not published. */
  publishedVersion: number;
  state: 'draft' | 'published' | 'published+draft';
}

/** A problem in a document. `code` names the rule; its texts are `diagnostics.<code>.message` and `.hint` in locales/. */
export interface Diagnostic {
  pointer: string;
  code: string;
  /** Values of the placeholders in the text. */
  values: Record<string, string | number>;
  severity: 'error' | 'warning';
  /** Position in the fragment that brought the content; `pointer` is then the use in the document. */
  fragment?: { id: string; pointer: string } | undefined;
}

/** The position in a fragment as it follows a message: ` [person-picker /body/0]`; empty outside of fragments. */
export function fragmentSuffix({ fragment }: Pick<Diagnostic, 'fragment'>): string {
  return fragment ? ` [${[fragment.id, fragment.pointer].filter((part) => part !== '').join(' ')}]` : '';
}

/** Remedy for a diagnostic, beginning with the known name that is most like the written one, if there is one. */
export function diagnosticHint(
  { code, values }: Diagnostic,
  translate: (key: string, values: Diagnostic['values']) => string,
): string {
  const hint = translate(`diagnostics.${code}.hint`, values);
  return values['nearest'] ? `${translate('diagnosticHints.nearest', values)} ${hint}` : hint;
}

/** The stored draft of a definition. */
export interface DefinitionDraft {
  version: number;
  /** Null for a person who was deleted. */
  author: string | null;
  updatedAt: string;
}

/**
 * GET /adm/v2/def/{kind}/{id}. Drafts and published versions of a tenant's definition share one sequence of numbers; 0 is
 * the bundled definition.
 */
export interface DefinitionReply {
  definition: unknown;
  /** Version of this document, which a save names as the one that it is based on. */
  version: number;
  source: 'bundled' | 'tenant';
  /** Published version; 0 is the bundled one. */
  publishedVersion: number;
  /** Diagnostics of the parts that cannot be rendered, by their pointers in `definition`. */
  faults: Diagnostic[];
  /** Present for editors when the published version is invalid and another one is served. */
  fallback?: { from: number; reason: string };
  /** With ?draft=1: the stored draft; null when there is none and the document is the published or bundled one. */
  draft?: DefinitionDraft | null;
  /** With ?draft=1: whether a bundled definition exists, which version 0 restores. */
  bundled?: boolean;
  /** With ?draft=1: the title in the reader's language. */
  title?: string;
  /** With ?draft=1: the document that everybody gets; null for a definition that is not published. */
  published?: unknown;
}

/**
 * GET /adm/v2/def/screen?path=/admin-user/12: the screen whose `path` matches, with the route's parameters.
 * A literal segment wins over a `:parameter` (so /admin-user/create is not the user "create").
 */
export interface ResolvedScreen extends DefinitionReply {
  params: Record<string, string>;
}

/** A position in a document that somebody changed. */
export interface DefinitionChange {
  /** Node that contains it; null for the document's own keys. */
  nodeId: string | null;
  /** JSON pointer within the node, or within the document. */
  pointer: string;
}

/** A position that both changed differently. A side without a value there lacks its key. */
export interface DefinitionConflict extends DefinitionChange {
  base?: Json;
  mine?: Json;
  theirs?: Json;
}

/** PUT /adm/v2/def/{kind}/{id}: the saved draft. */
export interface SavedDefinition extends DefinitionReply {
  /** Changes of somebody who saved in between, merged into the draft; null when nobody did. */
  merged: { version: number; author: string | null; changes: DefinitionChange[] } | null;
}

/** `data` of a save's 409: the current document and the conflicts. */
export interface DefinitionConflictReply extends DefinitionReply {
  /** Empty when the version that the save is based on is no longer stored, so that nothing can be compared. */
  conflicts: DefinitionConflict[];
}

/** `draft`: never published. `published+draft`: published, with a draft. `invalid`: another version is served instead. */
export const definitionStates = ['bundled', 'draft', 'published', 'published+draft', 'invalid'] as const;
export type DefinitionState = (typeof definitionStates)[number];

/** A row of GET /adm/v2/def. */
export interface DefinitionRow {
  kind: DefinitionKind;
  /** Unique within the kind. */
  id: string;
  /** `kind/id`, unique among all. */
  key: string;
  title: string;
  /** Path of a screen; null for other kinds. */
  path: string | null;
  source: 'bundled' | 'tenant';
  state: DefinitionState;
  /** Why it is invalid, in the reader's language; null otherwise. */
  reason: string | null;
  /** Last person who saved or published; null for a bundled definition. */
  author: string | null;
  updatedAt: string | null;
  publishedVersion: number;
  draftVersion: number | null;
}

/** A row of GET /adm/v2/def/{kind}/{id}/references: a definition that needs another one. */
export interface DefinitionReference {
  kind: DefinitionKind;
  id: string;
  title: string;
  /** `menu`: the definition itself stands in the menu. */
  relation: 'menu' | 'form' | 'dataset' | 'use' | 'entity' | 'link' | 'permission';
}

/** A row of GET /adm/v2/def/{kind}/{id}/history, newest first. */
export interface DefinitionHistoryRow {
  version: number;
  comment: string;
  author: string | null;
  publishedAt: string;
  /** Version that a rollback restored; 0 is the bundled one. */
  rollbackOf: number | null;
  /** Whether this is no version but the end of the publication, which cannot be restored. */
  ended: boolean;
  /** Whether it is the published version. */
  current: boolean;
}

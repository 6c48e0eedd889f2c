import type { DocumentRow } from './definitions.ts';
import type { MissingTexts } from './view.ts';

/** Beginning of a use that stands for a saved widget: `widget/sales` in place of the id of a fragment. */
const prefix = 'widget/';

/** Kinds of documents that are the content of others. */
export const usableKinds = ['fragment', 'widget'] as const;

/** The definition whose content stands in the place of a use. */
export interface UsedDefinition {
  kind: (typeof usableKinds)[number];
  id: string;
}

/** The definition that `use` names. */
export function usedDefinition(use: string): UsedDefinition {
  return use.startsWith(prefix)
    ? { kind: 'widget', id: use.slice(prefix.length) }
    : { kind: 'fragment', id: use };
}

/** Name that a document writes in `use` for a definition. */
export const contentName = ({ kind, id }: UsedDefinition): string => (kind === 'widget' ? prefix + id : id);

/** `kind/id` of what `use` names. */
export function usedKey(use: string): string {
  const { kind, id } = usedDefinition(use);
  return `${kind}/${id}`;
}

/** Whether documents of a kind are the content of others. */
export const isUsable = (kind: unknown): kind is UsedDefinition['kind'] =>
  usableKinds.some((one) => one === kind);

/** A row of GET /adm/v2/widget. */
export interface SavedWidgetRow extends DocumentRow {
  id: string;
  description: string;
  /** Type of its node; empty for one without content, and for one that shows something else that is saved. */
  type: string;
  /** Number of documents that show it themselves, drafts included. */
  uses: number;
}

/** A published widget, as the palette of an editor offers it. */
export interface PaletteWidget {
  id: string;
  title: string;
  description: string;
  type: string;
  /** Columns and rows that it takes at first; null for those of its type. */
  size: { w: number; h: number } | null;
}

/** A document that shows a saved widget, itself or through another one. */
export interface WidgetUser {
  kind: string;
  id: string;
  /** Number of a view; null for other documents. */
  dashId: number | null;
  title: string;
  /** Whether people see it: a draft alone shows the widget to nobody yet. */
  published: boolean;
}

/** Check of a saved widget before it is published. */
export interface WidgetPublicationCheck {
  title: string;
  state: SavedWidgetRow['state'];
  /** Documents that show it. */
  users: WidgetUser[];
  /** Keys of its texts that a language lacks. */
  missing: MissingTexts[];
  /** Why it cannot be published; null when it can. */
  refused: string | null;
}

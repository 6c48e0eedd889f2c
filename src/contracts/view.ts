import type { DocumentRow } from './definitions.ts';
import type { Json } from './json.ts';

/** `U`: one widget. `C`: a layout of several. */
export const layoutTypes = ['U', 'C'] as const;
export type LayoutType = (typeof layoutTypes)[number];

/** An element of a view: a node of the stored dashboard in its wire form. */
export interface ViewElement {
  /** Id of the node. */
  id: string;
  i: string;
  /** Type of the widget; `use` for a fragment. */
  type: string;
  /** Variant of the widget, or empty. */
  subtype: string;
  /** Type of a filter's value, or empty. */
  ptype: string;
  /** Path of the state that the element is bound to, or empty. */
  model: string;
  required: boolean;
  x: number;
  y: number;
  w: number;
  h: number;
  /** Id of the element that contains it. */
  parent: string | null;
  /** Props of the node. */
  options: Record<string, Json>;
}

/** Place of a view in the menu. */
export interface ViewMenu {
  /** Title of the entry; null shows the view's own. */
  title: string | null;
  /** Id of a menu group of the product; null for a group of the tenant's own. */
  moduleId: number | null;
  /** Title of the group. */
  module: string;
}

/** A row of GET /adm/v2/dash. */
export interface ViewRow extends DocumentRow {
  id: number;
  dashId: number;
  headTitle: string;
  menu: ViewMenu;
  layout: ViewElement[];
  layoutType: LayoutType;
  /** Id of the saved widget that a view of one widget shows. */
  widgetId: string | null;
  /** Its next publication, when one is scheduled. */
  scheduledId: number | null;
  scheduledAt: string | null;
}

/** A publication of views that is to happen, or that has ended. */
export interface ScheduledPublication {
  id: number;
  at: string;
  /** Numbers of the views, and their titles. */
  ids: number[];
  titles: string;
  comment: string;
  /** Person who scheduled it. */
  by: string;
  state: 'waiting' | 'done' | 'failed' | 'cancelled';
  /** Why it failed. */
  message: string;
  /** Whether it failed, and one of its views was neither published nor scheduled since. */
  needsAttention: boolean;
}

/** Check of a view before it is published. */
export interface PublicationCheck {
  dashId: number;
  title: string;
  /** Version of the draft that was checked. */
  version: number;
  state: ViewRow['state'];
  /** Names of the groups that may open it. */
  readers: string[];
  missing: MissingTexts[];
  /** Widgets that would show nothing, or an error, in sentences that name the remedy. */
  warnings: string[];
  /** Why it cannot be published; null when it can. */
  refused: string | null;
}

/** Texts of a document that a language lacks. */
export interface MissingTexts {
  language: string;
  keys: string[];
  /** Their words in another language, in the order of the keys. */
  texts: string[];
}

/** A difference between two versions of a view, in a sentence. */
export interface ViewDifference {
  /** Tells apart differences with the same sentence. */
  id: string;
  kind: 'added' | 'removed' | 'moved' | 'changed';
  text: string;
}

/** Result of an import for a definition of the file, done or predicted. */
export interface ImportedDefinition {
  kind: string;
  id: string;
  title: string;
  /** `new`: written as a draft. `same`: here already. The others keep the whole file from being imported. */
  outcome: 'new' | 'same' | 'conflict' | 'forbidden' | 'invalid';
  /** Number of a view that was written. */
  dashId: number | null;
  message: string;
}

/** Result of an import, done or predicted. */
export interface ImportReport {
  definitions: ImportedDefinition[];
  /** Definitions that the file names and neither has nor finds here; `by` is the definition that names it. */
  missing: { kind: string; id: string; by: string }[];
  mayImport: boolean;
}

/** Keys of a dataset's source beside the written ones, in the copy of a published view that its readers get. */
export interface ReadersSource {
  /** Address of the call that loads it: it names the view and an element, and takes values of parameters as `filters`. */
  load?: string;
}

/** Key of a view among the definitions, which is also the key of its permission. */
export const viewKey = (dashId: number): string => `dash-${dashId}`;

/** Address of a view's page. */
export const viewPath = (dashId: number): string => `/dashboard/${dashId}`;

/** The number of a view, by its key; null for the key of another definition. */
export function viewNumber(kind: unknown, id: unknown): number | null {
  const found = kind === 'dashboard' && typeof id === 'string' ? /^dash-([1-9]\d{0,14})$/.exec(id) : null;
  return found ? Number(found[1]) : null;
}

import type { Access } from '../../contracts/access.ts';
import type { Json, JsonObject } from '../../contracts/json.ts';
import type { ReadersSource } from '../../contracts/view.ts';
import type { Diagnostic, Host, HostFailure, WidgetSpec } from './contract.ts';
import type { OptimisticWrites } from './actions/optimistic-writes.ts';
import type { Query, QueryParameter } from './screen/address-query.ts';
import type { CompiledExpression } from './expressions/expression.ts';
import type { NodePosition, ScreenDocument, Source, Steps, Text } from './generated/documents.ts';
import type { Registry } from './language/registry.ts';
import type { Path, Scope, Store } from './screen/store.ts';
import type { Texts } from './language/texts.ts';

/** A computed value in a node's props: a text to translate or an expression to evaluate. */
export interface Binding {
  path: readonly (string | number)[];
  /** An address is resolved by the widget, and rendered again when a value that it refers to has changed. */
  kind: 'text' | 'expression' | 'address' | 'bind' | 'repeat';
  /** The text, key, address or state path from the definition, unless the text is an expression. */
  text?: string;
  /** Set for kind 'expression', and for a text that is an expression. */
  expression?: CompiledExpression;
  /** Values for the placeholders of a text that is a key. */
  values?: readonly (readonly [name: string, value: CompiledExpression | string | number | boolean | null])[];
  /** Set for kind 'repeat': the item at `path` stands for one item per element. */
  repeat?: CompiledRepeat & RepeatedTemplate;
  /** References whose change can change the value. */
  refs: readonly Path[];
}

/** An item of a list in props that is repeated. Its paths begin at the item. */
export interface RepeatedTemplate {
  item: JsonObject;
  bindings: Binding[];
  /** Row expressions and steps, which the widget evaluates with the names of their instance. */
  scoped: (readonly (string | number)[])[];
}

/** A `repeat` of a node, or of an item of a list in props. */
export interface CompiledRepeat {
  each: CompiledExpression;
  as: string;
  /** Path of an element's key; null: its position. */
  key: Path | null;
}

/** A node compiled once per document; nothing in it changes afterwards. */
export interface CompiledNode {
  id: string;
  type: string;
  pointer: string;
  /** Undefined when no widget has the type; `diagnostics` then reports it. */
  spec: WidgetSpec | undefined;
  /** When not empty, a notice is rendered in the node's position and its siblings are left alone. */
  diagnostics: readonly Diagnostic[];
  /** The definition's props over the type's defaults; texts and expressions are unresolved. */
  props: JsonObject;
  bindings: readonly Binding[];
  visible: boolean | CompiledExpression;
  source: string | null;
  /** Ids of its named sources, by the widget's names. */
  sources: Readonly<Record<string, string>>;
  /** Every reference whose change can change this node: those of its bindings, `visible` and source. */
  refs: readonly Path[];
  on: Readonly<Record<string, Steps>>;
  access: Access | undefined;
  /** Position in a grid parent. */
  at: NodePosition | undefined;
  /** Set when the node is rendered once per element of a list; `list` observes the list as a node of its own. */
  repeat?: CompiledRepeat & { list: CompiledNode };
  /** Names that its expressions see beside the names that every expression sees. */
  names: readonly string[];
  children: readonly CompiledNode[];
  slots: Readonly<Record<string, readonly CompiledNode[]>>;
  /** Position in document order, from 1. */
  order: number;
  /** Nodes in its subtree, itself included. */
  size: number;
}

type QueryScalar = string | number | boolean;

export interface CompiledSource {
  id: string;
  definition: Source & ReadersSource;
  /** Address of its data; null for a value. */
  address: string | null;
  query: readonly { name: string; value: QueryScalar | null | readonly QueryScalar[] | CompiledExpression }[];
  /** Body of a post: as written, and the values of its list; null for a get. */
  body: { written: unknown; list: CompiledSource['query'] } | null;
  /** Paths in the reply. */
  paths: { rows: string | undefined; total: string | undefined; record: string | undefined };
  /** The expression of a value. */
  value: CompiledExpression | null;
  /** References that must have a value before the source loads: those of `needs` and those in its address. */
  needs: readonly { name: string; path: Path }[];
  /** Every reference whose change can change the address or the needs. */
  refs: readonly Path[];
  /** Of a source that reads `args`: the dialogs that use it. */
  dialogs: readonly string[];
}

export interface CompiledScreen {
  id: string;
  document: ScreenDocument;
  registry: Registry;
  /** The screen whose permissions `can` and the access of nodes refer to. */
  accessScreen: string;
  title: Text;
  breadcrumb: readonly { name: Text; link?: string }[];
  /** Whether it is a work surface, which has the whole window. */
  work: boolean;
  body: readonly CompiledNode[];
  dialogs: readonly CompiledNode[];
  /** Every node by id, those of dialogs included. */
  nodes: ReadonlyMap<string, CompiledNode>;
  sources: ReadonlyMap<string, CompiledSource>;
  /** Sources of a dashboard that load with the first mounted node that reads them, so that data out of view is not loaded. */
  deferred: ReadonlySet<string>;
  /** State values that the address carries. */
  query: readonly QueryParameter[];
  /** Diagnostics of the document itself; those of a node are in the node. */
  diagnostics: readonly Diagnostic[];
}

/** Value of `data.<id>` in expressions; each change creates a new object. */
export interface SourceState {
  status: 'idle' | 'loading' | 'ready' | 'error' | 'missing';
  rows: readonly Record<string, Json>[];
  total: number;
  record: Record<string, Json> | null;
  /** Result of a computed source. */
  value?: unknown;
  error: HostFailure | null;
  /** Needs of the source that have no value yet and that the user can fill in. */
  missing: readonly string[];
  refreshing: boolean;
  /** Whether the rows belong to the previous address (another page or filter) while those of the new one load. */
  stale: boolean;
}

/** A change of rows that is shown before the server has confirmed it. */
export interface RowPatch {
  /** Field that identifies a row. */
  field: string;
  keys: readonly unknown[];
  /** New values of fields; null removes the rows. */
  values: JsonObject | null;
}

/** A patch whose request is in flight. */
export interface PendingPatch {
  /** The request has succeeded: the patch stays until a reply to a later load arrives. */
  confirm(): void;
  takeBack(): void;
}

/** Current state of a node. It stays the same object until a dependency changes. */
export interface NodeSnapshot {
  /** Whether the node is rendered. False when its condition is false or pending, or a permission is missing. */
  visible: boolean;
  /** Whether an expression of the node is still pending; only expressions that need JSONata are ever pending. */
  pending: boolean;
  /** Resolved props: texts translated, node-scope expressions evaluated. The same object while no value changes. */
  props: JsonObject;
  /** State of the node's source; undefined when it names none. */
  data: SourceState | undefined;
  /** States of the node's named sources, by the widget's names; the same object while none changes. */
  sources: Readonly<Record<string, SourceState | undefined>>;
  /** Error of a failed expression; a notice is rendered. */
  error: Error | null;
}

/** An observable value, in the shape that React's useSyncExternalStore takes. */
export interface Observable<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** Identifies the origin of a list of steps. A trigger never runs twice at a time. */
export interface Trigger {
  node: string;
  /** Name of the event, or id of the row action. */
  event: string;
  /** Key of the row, for steps of a row. */
  rowKey?: string | number;
}

/** Values of the names that a scope gives its nodes: `row`, or the element that a `repeat` names. */
export type ScopeNames = Readonly<Record<string, unknown>>;

/** Values that an `open` step gives a dialog. */
export type DialogArgs = Readonly<Record<string, unknown>>;

/** Values in the scope of one list of steps. */
export interface ActionLocals {
  row?: unknown;
  event?: unknown;
  /** Values of the form that contains the steps. */
  form?: unknown;
}

/**
 * Outcome of a list of steps. done: every step ran. stopped: the user declined, a form was invalid, or the screen
 * was left. handled: a step failed and its onError ran. Only after done does the enclosing list continue.
 */
export type StepsEnd = 'done' | 'stopped' | 'handled';

/**
 * Context of a running list of steps. `screen.run` creates it for a trigger. Inner lists (`then`, `do`, `onError`)
 * and the event of a form that a `submit` step submits derive theirs from it, so a confirmation or a navigation in
 * them affects the whole run.
 */
export interface ActionContext {
  readonly screen: Screen;
  readonly host: Host;
  readonly locals: ActionLocals;
  scope(): Scope;
  /** Whether the user left the screen, other than by a step of this run. */
  isAbandoned(): boolean;
  /** Called by a step that leaves the screen itself, so that the steps after it still run. */
  leave(): void;
  /** Awaits an answer of the user. Meanwhile no trigger of this run is busy. */
  ask<T>(question: () => Promise<T>): Promise<T>;
  /** Runs an inner list with additional locals. Throws a failure that no onError handles. */
  run(steps: Steps, locals?: ActionLocals): Promise<StepsEnd>;
  /** Like `run`, for one item of several: its failure takes back its own optimistic writes only. */
  runItem(steps: Steps, locals: ActionLocals): Promise<StepsEnd>;
  /** Called with the index of each item that an `each` step handled to its end; undefined within an item. */
  readonly itemDone: ((index: number) => void) | undefined;
  /** Writes of this run that a failure of a later step takes back; null before the first one. */
  readonly optimistic: { writes: OptimisticWrites | null };
  /** Takes back the optimistic writes, and notifies when a value stays because it was changed since. */
  takeBack(): void;
  /** Offers steps that undo what a step did, in the next toast of the run. `names` are in their scope. */
  offerUndo(steps: Steps, names: ScopeNames): void;
  /** Shows a failure, until this trigger succeeds. `detail`: a line below the text. */
  notifyFailure(text: string, detail?: string): void;
  /** A function that undoes, once, everything offered so far; undefined when nothing was. */
  takeUndo(): (() => void) | undefined;
}

export interface RunOptions extends ActionLocals {
  /** The run that contains these steps: a `submit` step passes its own to the form. */
  parent?: ActionContext | undefined;
  /** Names of the scope that the steps run in. */
  names?: ScopeNames;
  /**
   * Subject of the run, as the name of a changed field. While its trigger is running, the run waits instead of being
   * busy; a later one of the same name takes its place.
   */
  waits?: string;
  /** The trigger whose failure these steps show; without it, this run's own. */
  failureOf?: Trigger;
  /** Shows an unhandled failure instead of a toast, as errors at fields; false when it cannot. */
  showFailure?(failure: HostFailure): boolean;
  /** Called with the index of each item that an `each` step among the steps handled to its end. */
  itemDone?(index: number): void;
}

/** done, stopped: as `StepsEnd` · busy: the trigger was running already · failed: the user has seen the failure. */
export type RunOutcome = { status: 'done' | 'stopped' | 'busy' } | { status: 'failed'; failure: HostFailure };

/** A mounted form, as `submit` and `reset` steps access it. */
export interface FormController {
  /** Validates and submits; false when the form is invalid and shows its errors. `parent` is the calling step's run. */
  submit(parent?: ActionContext): Promise<boolean>;
  reset(): void;
}

/** A compiled screen with its state, sources, dialogs and running actions. */
export interface Screen {
  /** The current definition; another one after `replaceDefinition`. */
  readonly compiled: CompiledScreen;
  /** `compiled` as an observable. */
  readonly observedDefinition: Observable<CompiledScreen>;
  readonly host: Host;
  readonly store: Store;
  readonly texts: Texts;
  /** Subscribes to the screen's loads; called in an effect. It may be called again after dispose. */
  start(): void;
  dispose(): void;
  /**
   * Replaces the definition by a newly published version. State, open dialogs, loaded data and running actions stay
   * as far as the new definition declares them.
   * @param samePermissions the person may do what they could before, as while they edit it: nothing is derived anew from that.
   */
  replaceDefinition(next: CompiledScreen, samePermissions?: boolean): void;
  /** Whether the server refuses the screen by now. Then no permission holds, and forms are read-only. */
  readonly refused: Observable<boolean>;
  /** Sets `refused`, for a screen that stays open because of what was typed in it. */
  refuse(isRefused: boolean): void;
  /** Decides anew what the person may see after the permissions of `host.can` changed under the same definition. */
  permissionsChanged(): void;
  /** Another object whenever `can` may answer otherwise than before. */
  readonly permissions: Observable<object>;
  /** The scope of expressions, with additional local values. */
  scope(extra?: ActionLocals & { now?: string }): Scope;
  observeNode(node: CompiledNode): Observable<NodeSnapshot>;
  /** Opens what a node reads as it is mounted, so that rows that are there already are in what it renders first. */
  openSourcesOf(node: CompiledNode): void;
  /** Whether a node reads a source that is kept fresh by time or by events. */
  isLive(node: CompiledNode): boolean;
  /** Says that a mounted node is out of view, until the returned function is called. */
  hide(node: CompiledNode): () => void;
  source(id: string): SourceState;
  /** Values of the current load of a source, by their names: its query, or its body. */
  sourceValues(id: string): Readonly<Record<string, unknown>>;
  /** Reloads sources while their current rows stay visible. Never rejects: a failure is in the source's state. */
  refresh(ids: readonly string[]): Promise<void>;
  /** Shows a change of a source's rows before the server has confirmed it; null without the source. */
  patchRows(source: string, patch: RowPatch): Promise<PendingPatch | null>;
  run(trigger: Trigger, steps: Steps, options?: RunOptions): Promise<RunOutcome>;
  /** Whether the trigger's steps are running. False while they await an answer of the user. */
  busy(trigger: Trigger): Observable<boolean>;
  /** Whether the dialog with this node id is open. */
  isOpen(dialog: string): Observable<boolean>;
  /** Counts how often the dialog was opened with new arguments; 0 while it is closed. */
  opening(dialog: string): Observable<number>;
  /** Opens a dialog, whose nodes read the arguments as `args`. */
  open(dialog: string, args?: DialogArgs): void;
  close(dialog: string): void;
  /** The screen for the nodes of a dialog: `args` is in their scope, and their steps run with it. */
  dialog(dialog: string): Screen;
  /** Registers a mounted form under its node's id; returns the function that removes it. */
  registerForm(node: string, controller: FormController): () => void;
  form(node: string): FormController | undefined;
  /** The query of the screen's address; a new object only when it changes. Another observable after `replaceDefinition`. */
  readonly query: Observable<Query>;
  /** Writes the values of an address that changed from outside into the state. */
  visit(query: Query): void;
  /** Resolves every text again after `host.lang` changed. */
  languageChanged(): void;
  /** Whether the user has the access, as far as the client knows. */
  can(access: Access | undefined): boolean;
}

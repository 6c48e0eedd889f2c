import type { Access } from '../../contracts/access.ts';
import type { Json, JsonObject } from '../../contracts/json.ts';
import type { Diagnostic, Host, HostFailure, WidgetSpec } from './contract.ts';
import type { Query, QueryPart } from './address-query.ts';
import type { CompiledExpression } from './expressions/expression.ts';
import type { NodePlace, ScreenDocument, Source, Steps, Text } from './generated/documents.ts';
import type { Registry } from './registry.ts';
import type { Path, Scope, Store } from './store.ts';
import type { Texts } from './texts.ts';

/** A computed value in a node's props: a text to translate or an expression to evaluate. */
export interface Binding {
  path: readonly (string | number)[];
  kind: 'text' | 'expression';
  /** The text or key as written, unless the text is an expression. */
  text?: string;
  /** Set for kind 'expression', and for a text that is an expression. */
  expression?: CompiledExpression;
}

/** A node compiled once per document; nothing in it changes afterwards. */
export interface CompiledNode {
  id: string;
  type: string;
  pointer: string;
  /** Undefined when no widget has the type; `diagnostics` then says so. */
  spec: WidgetSpec | undefined;
  /** When not empty, a notice is rendered in the node's position and its siblings are left alone. */
  diagnostics: readonly Diagnostic[];
  /** As written, over the type's defaults; texts and expressions are still raw. */
  props: JsonObject;
  bindings: readonly Binding[];
  visible: boolean | CompiledExpression;
  source: string | null;
  /** Every reference whose change can change this node: those of its props, `visible` and its source. */
  refs: readonly Path[];
  on: Readonly<Record<string, Steps>>;
  access: Access | undefined;
  /** Position in a grid parent. */
  at: NodePlace | undefined;
  children: readonly CompiledNode[];
  /** Position in document order, from 1. */
  order: number;
  /** Nodes in its subtree, itself included. */
  size: number;
}

export interface CompiledSource {
  id: string;
  definition: Source;
  query: readonly { name: string; value: string | number | boolean | CompiledExpression }[];
  /** References that must have a value before the source loads: those of `needs` and those in its address. */
  needs: readonly { name: string; path: Path }[];
  /** Every reference whose change can change the address or the needs. */
  refs: readonly Path[];
}

export interface CompiledScreen {
  id: string;
  document: ScreenDocument;
  registry: Registry;
  /** The screen whose permissions `can` and the access of nodes refer to. */
  accessScreen: string;
  title: Text;
  breadcrumb: readonly { name: Text; link?: string }[];
  body: readonly CompiledNode[];
  dialogs: readonly CompiledNode[];
  /** Every node by id, those of dialogs included. */
  nodes: ReadonlyMap<string, CompiledNode>;
  sources: ReadonlyMap<string, CompiledSource>;
  /** The values of the state that the address carries. */
  query: readonly QueryPart[];
  /** Diagnostics of the document itself; those of a node are in the node. */
  diagnostics: readonly Diagnostic[];
}

/** What expressions see as `data.<id>`; a new object for every change. */
export interface SourceState {
  status: 'idle' | 'loading' | 'ready' | 'error' | 'missing';
  rows: readonly Record<string, Json>[];
  total: number;
  record: Record<string, Json> | null;
  error: HostFailure | null;
  /** Needs of the source that have no value yet and that the person can fill in. */
  missing: readonly string[];
  refreshing: boolean;
  /** The rows belong to the previous address (another page, another filter) while those of the new one load. */
  stale: boolean;
}

/** The current state of a node. The same object until something it depends on changes. */
export interface NodeSnapshot {
  /** False: the node is not rendered (its condition is false or not known yet, or permission is missing). */
  visible: boolean;
  /** An expression of the node still has to be computed; only expressions that need JSONata are ever pending. */
  pending: boolean;
  /** Resolved props: texts translated, node-scope expressions evaluated. Keeps its identity while nothing in it changes. */
  props: JsonObject;
  /** State of the node's source; undefined when it names none. */
  data: SourceState | undefined;
  /** An expression failed: a notice is rendered. */
  error: Error | null;
}

/** A value to watch, in the shape that React's useSyncExternalStore takes. */
export interface Observable<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** Identifies what started a list of steps. The same trigger never runs twice at a time. */
export interface Trigger {
  node: string;
  /** Name of the event, or id of the row action. */
  event: string;
  /** Key of the row, for steps of a row. */
  rowKey?: string | number;
}

/** Values that only the steps of one place see. */
export interface ActionLocals {
  row?: unknown;
  event?: unknown;
  /** Values of the form that contains the steps. */
  form?: unknown;
}

/**
 * How a list of steps ended. done: every step ran. stopped: the person declined, a form refused, or the screen was left.
 * handled: a step failed and its onError ran. Only done lets the list around it go on.
 */
export type StepsEnd = 'done' | 'stopped' | 'handled';

/**
 * Context of a running list of steps. `screen.run` creates it for a trigger. Lists inside (`then`, `do`, `onError`) and the
 * event of a form that a `submit` step sends derive theirs from it, so a question or a navigation in them counts for
 * the whole run.
 */
export interface ActionContext {
  readonly screen: Screen;
  readonly host: Host;
  readonly locals: ActionLocals;
  scope(): Scope;
  /** Whether the person left the screen, other than by a step of this run. */
  isAbandoned(): boolean;
  /** Called by a step that leaves the screen itself, so that the steps after it still run. */
  leave(): void;
  /** Awaits an answer of the person. Until it comes, no trigger of this run is busy. */
  ask<T>(question: () => Promise<T>): Promise<T>;
  /** Runs a list inside this one, with further locals. Throws a failure that no onError handled. */
  run(steps: Steps, locals?: ActionLocals): Promise<StepsEnd>;
}

export interface RunOptions extends ActionLocals {
  /** The run that these steps belong to: a `submit` step passes its own to the form. */
  parent?: ActionContext | undefined;
  /** Shows an unhandled failure instead of a toast, as errors at fields; false when it cannot. */
  showFailure?(failure: HostFailure): boolean;
}

/** done: every step ran · stopped: the person declined or a form refused · busy: it already runs · failed: it was shown. */
export type RunOutcome = { status: 'done' | 'stopped' | 'busy' } | { status: 'failed'; failure: HostFailure };

/** A mounted form, as `submit` and `reset` steps reach it. */
export interface FormController {
  /** Validates and sends; false: it refused and shows why. `parent` is the run of the step that asked. */
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
  /** Subscribes to its loads; call in an effect. It can start again after dispose. */
  start(): void;
  dispose(): void;
  /**
   * Goes on with a definition that was published meanwhile. State, open dialogs, loaded data and running actions stay as
   * far as the new definition still has them.
   */
  replaceDefinition(next: CompiledScreen): void;
  /** The values that expressions see, with further ones of their place. */
  scope(extra?: ActionLocals & { now?: string }): Scope;
  observeNode(node: CompiledNode): Observable<NodeSnapshot>;
  source(id: string): SourceState;
  /** Loads again behind the current rows. Never rejects: a failure is in the source's state. */
  refresh(ids: readonly string[]): Promise<void>;
  run(trigger: Trigger, steps: Steps, options?: RunOptions): Promise<RunOutcome>;
  /** Whether the trigger's steps are at work. False while a question of theirs is open. */
  busy(trigger: Trigger): Observable<boolean>;
  /** Whether the dialog with this node id is open. */
  isOpen(dialog: string): Observable<boolean>;
  open(dialog: string): void;
  close(dialog: string): void;
  /** Registers a mounted form under its node's id; returns the release. */
  registerForm(node: string, controller: FormController): () => void;
  form(node: string): FormController | undefined;
  /** The query of the screen's address; a new object only when it changes. Another observable after `replaceDefinition`. */
  readonly query: Observable<Query>;
  /** Takes the values of an address that was changed from outside into the state. */
  visit(query: Query): void;
  /** Looks up every text again after `host.lang` changed. */
  languageChanged(): void;
  /** Whether the caller has the access, as far as the client knows. */
  can(access: Access | undefined): boolean;
}

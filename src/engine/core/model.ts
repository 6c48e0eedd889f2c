import type { Access } from '../../contracts/access.ts';
import type { Json, JsonObject } from '../../contracts/json.ts';
import type { Diagnostic, Host, HostFailure, WidgetSpec } from './contract.ts';
import type { Query, QueryPart } from './address-query.ts';
import type { CompiledExpression } from './expressions/expression.ts';
import type { NodePlace, ScreenDocument, Source, Steps, Text } from './generated/documents.ts';
import type { Registry } from './registry.ts';
import type { Path, Scope, Store } from './store.ts';
import type { Texts } from './texts.ts';

/** One place in a node's props that is computed: a text to translate or an expression to evaluate. */
export interface Binding {
  path: readonly (string | number)[];
  kind: 'text' | 'expression';
  /** Of a text: its words or key as written. */
  text?: string;
  /** Of an expression, and of a text that is one. */
  expression?: CompiledExpression;
}

/** A node made ready once per document; nothing in it changes afterwards. */
export interface CompiledNode {
  id: string;
  type: string;
  pointer: string;
  /** Undefined when nobody registered the type (then `faults` says so). */
  spec: WidgetSpec | undefined;
  /** Not empty: draw the notice in the node's place, leave its siblings alone. */
  diagnostics: readonly Diagnostic[];
  /** As written, over the type's defaults; texts and expressions still raw. */
  props: JsonObject;
  bindings: readonly Binding[];
  visible: boolean | CompiledExpression;
  source: string | null;
  /** Everything that a change of can change this node: props, visible, source. */
  refs: readonly Path[];
  on: Readonly<Record<string, Steps>>;
  access: Access | undefined;
  /** Its place in a grid parent. */
  at: NodePlace | undefined;
  children: readonly CompiledNode[];
}

export interface CompiledSource {
  id: string;
  definition: Source;
  query: readonly { name: string; value: string | number | boolean | CompiledExpression }[];
  needs: readonly { name: string; path: Path }[];
  /** Everything the address hangs on. */
  refs: readonly Path[];
}

export interface CompiledScreen {
  id: string;
  document: ScreenDocument;
  registry: Registry;
  /** The screen whose permissions `can` shows and node access means. */
  accessScreen: string;
  title: Text;
  breadcrumb: readonly { name: Text; link?: string }[];
  body: readonly CompiledNode[];
  dialogs: readonly CompiledNode[];
  /** Every node by id, dialogs' included. */
  nodes: ReadonlyMap<string, CompiledNode>;
  sources: ReadonlyMap<string, CompiledSource>;
  /** What of the state stands in the address. */
  query: readonly QueryPart[];
  /** Faults of the document itself (a node's own are with the node). */
  diagnostics: readonly Diagnostic[];
}

/** What expressions see as `data.<id>`; a new object for every change. */
export interface SourceState {
  status: 'idle' | 'loading' | 'ready' | 'error' | 'missing';
  rows: readonly Record<string, Json>[];
  total: number;
  record: Record<string, Json> | null;
  error: HostFailure | null;
  /** References named in `needs` that have no value yet. */
  missing: readonly string[];
  refreshing: boolean;
  /** The rows are those of the address before (another page, another filter): what is asked for is on its way. */
  stale: boolean;
}

/** What a node looks like right now. The same object until something it depends on changes. */
export interface NodeSnapshot {
  /** False: nothing is drawn (condition false or not known yet, or no permission). */
  visible: boolean;
  /** An expression of it still has to be computed (only ever the case when it needs JSONata). */
  pending: boolean;
  /** Resolved props: texts translated, node-scope expressions evaluated. Keeps its identity when nothing in it changed. */
  props: JsonObject;
  /** State of the node's source; undefined when it names none. */
  data: SourceState | undefined;
  /** An expression failed: draw the notice. */
  error: Error | null;
}

/** Something React's useSyncExternalStore takes as it is. */
export interface Observable<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** What a mounted form offers to `submit` and `reset` steps. */
export interface FormController {
  /** Checks and sends; false: it was refused and has shown why, so the list that asked ends quietly. */
  submit(onAsking?: RunOptions['onPause']): Promise<boolean>;
  reset(): void;
}

/** Who started a list of steps. The same trigger is never started twice at a time. */
export interface Trigger {
  node: string;
  /** Event, or id of the row action. */
  event: string;
  /** Key of the row, where the steps belong to one. */
  rowKey?: string | number;
}

export interface RunOptions {
  row?: unknown;
  event?: unknown;
  /** Values of the form the steps stand in. */
  form?: unknown;
  /**
   * Asked before an unhandled failure is told to the person; true: it has been shown elsewhere (a form puts it at its fields).
   */
  onFailure?: (failure: HostFailure) => boolean;
  /** Told when the steps begin to wait for the person's answer, and when they go on: waiting is no work under way. */
  onPause?: (asking: boolean) => void;
}

/** done: every step ran · stopped: the person declined or a form refused · busy: it already runs · failed: told already. */
export type RunOutcome = { status: 'done' | 'stopped' | 'busy' } | { status: 'failed'; failure: HostFailure };

/** A screen at work: its store, sources, dialogs, forms and actions. */
export interface Screen {
  /** The definition at work; another one after `renew`. */
  readonly compiled: CompiledScreen;
  /** The same, to be watched. */
  readonly observedDefinition: Observable<CompiledScreen>;
  readonly host: Host;
  readonly store: Store;
  readonly texts: Texts;
  /** Begins to listen to its loads; call in an effect. Can be started again after dispose. */
  start(): void;
  dispose(): void;
  /**
   * The same screen by a definition that was published meanwhile: what was typed, opened, loaded and is running stays, as
   * far as the new definition still has a place for it.
   */
  replaceDefinition(next: CompiledScreen): void;
  /** What expressions see, with what is only there in their place (row, event, form). */
  scope(extra?: { row?: unknown; event?: unknown; form?: unknown; now?: string }): Scope;
  observeNode(node: CompiledNode): Observable<NodeSnapshot>;
  source(id: string): SourceState;
  /** Loads again behind what is shown; rejects never: the failure is in the source's state. */
  refresh(ids: readonly string[]): Promise<void>;
  run(trigger: Trigger, steps: Steps, options?: RunOptions): Promise<RunOutcome>;
  /** Is the trigger's work under way? Not while a question of its own waits for an answer. */
  busy(trigger: Trigger): Observable<boolean>;
  /** Is the dialog with this node id open? */
  isOpen(dialog: string): Observable<boolean>;
  open(dialog: string): void;
  close(dialog: string): void;
  /** Registers a mounted form under its node's id; returns the release. */
  registerForm(node: string, controller: FormController): () => void;
  form(node: string): FormController | undefined;
  /** What the screen's address has to carry; a new object only when it changes. Another observable after `renew`. */
  readonly query: Observable<Query>;
  /** The address was changed from outside: what it carries is put into the state. */
  visit(query: Query): void;
  /** host.lang changed: every text is looked up again. */
  languageChanged(): void;
  /** May the caller, as far as the client knows? */
  can(access: Access | undefined): boolean;
}

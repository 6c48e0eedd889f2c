import type { Access } from '../../contracts/access.ts';
import type { DefinitionKind, DefinitionReply } from '../../contracts/definitions.ts';
import type { FieldError } from '../../contracts/errors.ts';
import type { Json, JsonObject } from '../../contracts/json.ts';
import type { Language } from '../../contracts/language.ts';

export type { Diagnostic } from '../../contracts/definitions.ts';

/** A JSON Schema (2020-12 for widgets, draft-07 keywords for forms). */
export type JsonSchema = JsonObject;

export type I18nKey = `$${string}`;
export type WidgetGroup = 'data' | 'input' | 'chart' | 'layout' | 'content';

/** Events with the same meaning and payload in every widget: schemas/event.schema.json. */
export const gestures = ['select', 'move', 'drop'] as const;
export type Gesture = (typeof gestures)[number];

export interface EventSpec {
  name: string;
  description: I18nKey;
  /** Schema of the value that steps read as `event`; undefined when the event has none. */
  payload?: JsonSchema;
  gesture?: Gesture;
}

/** Part of a list's state. */
export type ListPart = 'page' | 'perPage' | 'order' | 'filters';
/** A list of nodes of a widget beside its children. */
export interface SlotSpec {
  name: string;
  description: I18nKey;
  /** Names that the expressions of its nodes see in addition, e.g. row. */
  scope?: readonly string[];
  /** Whether props name single nodes of it (annotation `child`); otherwise all are rendered. */
  named?: boolean;
}

/** A source of a widget beside its main one. */
export interface SourceSpec {
  name: string;
  description: I18nKey;
  data: 'rows' | 'record';
  /** Whether the frame renders the source's states (loading, failed, empty) instead of the widget. */
  required?: boolean;
}

/**
 * Complete description of a widget type. The runtime, the property panel, completion, docs, palette and story
 * controls are derived from it. `Component` is the framework's component type, since core has no React.
 */
export interface WidgetSpec<Component = unknown, Props = unknown> {
  /** Folder, schema file, locale key and the JSON's `type`: one word for all four. */
  type: string;
  /** Raised when propsSchema changes; migrations[n] migrates props from version n to n + 1. */
  version: number;
  title: I18nKey;
  description: I18nKey;
  icon: string;
  group: WidgetGroup;
  size: { w: number; h: number; minW?: number; minH?: number };
  propsSchema: JsonSchema;
  defaults: JsonObject & Props;
  events?: EventSpec[];
  /** 'nodes': takes child nodes. 'placed': takes child nodes positioned by their `at`. */
  children?: 'nodes' | 'placed';
  slots?: readonly SlotSpec[];
  /** Props that are bound to the list of the node's source when the definition leaves them out. */
  list?: Readonly<Record<string, ListPart>>;
  /** Whether `submit` and `reset` steps can name it. */
  submits?: boolean;
  /** Data that the widget's frame loads before the widget renders. */
  data: 'nothing' | 'rows' | 'record';
  /** Sources that nodes name in `sources`, in addition to the main one in `source`. */
  sources?: readonly SourceSpec[];
  /** Whether the widget renders the states loading, empty, error and missing itself; otherwise its frame does. */
  rendersStates?: boolean;
  /** Whether the widget renders itself while its source loads for the first time, in the shape that it will have. */
  rendersLoading?: boolean;
  migrations?: Record<number, (old: JsonObject) => JsonObject>;
  load(): Promise<{ default: Component }>;
}

/** A failed call; every source of failure reports this shape. */
export interface HostFailure {
  code: string;
  status: number;
  message: string;
  errors: FieldError[];
  /** The current row with VERSION_CONFLICT. */
  data?: unknown;
  /** Seconds after which the server asked to be called again. */
  retryAfter?: number;
}

export interface RunRequest {
  /** The data of a `head` is whether there is something at the address. */
  method: 'get' | 'head' | 'post' | 'put' | 'delete';
  /** Resolved address with its query. */
  address: string;
  body?: Json;
  /** Parts of a form, in place of a body. */
  parts?: Readonly<Record<string, string | PickedFile>>;
  /** Version of the row that the user saw; the server rejects another one with VERSION_CONFLICT. */
  version?: number;
}

/** A file that the user chose; the host holds its content. */
export interface PickedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Media type according to the operating system; '' when unknown. */
  readonly type: string;
}

/** The content of a file that the page has made. */
export interface FileContent {
  bytes: Uint8Array<ArrayBuffer>;
  /** Media type. */
  type: string;
}

export interface PickRequest {
  /** Media types (image/*, text/csv) and extensions (.pdf); all when empty. Callers check the result. */
  accept: readonly string[];
  multiple: boolean;
}

export interface UploadRequest {
  method: 'post' | 'put';
  address: string;
  /** Name of the multipart field that carries each file. */
  field: string;
  files: readonly PickedFile[];
  /** Further multipart fields. */
  values: Readonly<Record<string, string>>;
  version?: number;
}

/** A load shared by its address and cached. Snapshots are immutable: each change creates a new object. */
export interface LoadSnapshot {
  status: 'loading' | 'ready' | 'error';
  /** The reply's body. It stays available during a refresh. */
  reply: unknown;
  error: HostFailure | null;
  refreshing: boolean;
}

export interface Load {
  get(): LoadSnapshot;
  subscribe(listener: () => void): () => void;
  refresh(): Promise<void>;
}

export interface ConfirmRequest {
  kind: 'action' | 'delete';
  title: string;
  subtitle?: string;
  text?: string;
  persistent?: boolean;
  confirmText?: string;
  cancelText?: string;
}

/**
 * Preferences of the user, stored on the server by key. Reads come from this browser's copy; changes from other
 * devices apply on the next page load.
 */
export interface Preferences {
  /** Null when nothing is stored. */
  get(key: string): Json;
  /** Null deletes the preference. At most 16 KB. */
  set(key: string, value: Json): void;
  /** Notifies about changes of the value under a key. */
  subscribe(key: string, listener: () => void): () => void;
}

/** Text files loaded on demand: messages about definitions, widget names of the editors. */
export type DeferredTexts =
  | 'kanban'
  | 'chat'
  | 'code-editor'
  | 'diagnostics'
  | 'palette'
  | 'screens'
  | 'forms'
  | 'structured'
  | 'charts'
  | 'views'
  | 'outbox'
  | 'editor'
  | 'panel';

/** Values that a person has entered and not saved. */
export interface Draft {
  values: JsonObject;
  /** ISO time. */
  savedAt: string;
}

/**
 * Entries of the user that are not saved or sent, on this device: values of a form by form and record, texts by what they are
 * about. Signing out deletes them, and an old one is none.
 */
export interface Drafts {
  read(key: string): Draft | null;
  /**
   * Returns false when this device cannot keep it.
   * @param savedAt of values that are only moved; now for entered ones.
   */
  write(key: string, values: JsonObject, savedAt?: string): boolean;
  remove(key: string): void;
}

/** A change of data on the server. Without a key, whatever the topic is about may have changed. */
export interface DataEvent {
  topic: string;
  /** Key of the record. */
  key?: string | number;
  action?: 'created' | 'updated' | 'deleted';
  /** Version of the record after the change: who has it needs no load. */
  version?: number;
  /** The record after the change, or its changed fields. */
  record?: JsonObject;
  /** Type and data of an event of a topic with a shape of its own, such as an operation of a board. */
  type?: string;
  data?: Json;
}

/** People who are in a place at this moment, this person among them. */
export interface PeopleHere {
  /** The first ones, by name. */
  people: readonly {
    id: number;
    name: string;
    photourl?: string | null;
    /** Records within the place that they have open, such as cards of a board. */
    open?: readonly number[];
  }[];
  total: number;
}

/** Changes of data, as they happen. */
export interface Events {
  /** Calls the listener for each event of the topics until the returned function is called. */
  subscribe(topics: readonly string[], listener: (event: DataEvent) => void): () => void;
  /**
   * Counts the person among those who are in the place of a topic, such as `record:user:5`, and calls the listener with all of
   * them whenever they change, until the returned function is called.
   */
  enter(topic: string, listener: (here: PeopleHere) => void): () => void;
}

/** Whether somebody can see the page: it is visible and the browser is online. */
export interface Presence {
  get(): boolean;
  subscribe(listener: () => void): () => void;
}

/** An event of a widget, as it was fired. */
export interface FiredEvent {
  document: string;
  node: string;
  spec: WidgetSpec;
  event: string;
  payload: unknown;
}

/** The engine's only access to its environment. client/ and app/ implement it; stories and tests fake it. */
export interface Host {
  readonly lang: Language;
  readonly user: { id: number; name: string; login: string };
  readonly tenant: { key: string; name: string; timeZone: string };
  /** Text of a key of locales/ (without its $), or null when the key has no text. */
  translate(key: string, values?: Record<string, unknown>): string | null;
  /** Loads deferred text files; null when they are loaded. Never rejects. */
  loadTexts(files: readonly DeferredTexts[]): Promise<void> | null;
  can(access: Access, screen?: string): boolean;
  /**
   * Starts or joins a load; loads are shared and cached by address and body. With a body it is a search, sent as a POST that
   * the server refuses unless its route only reads. Addresses that begin with `shell:` are what the shell knows by itself.
   */
  load(address: string, body?: Json): Load;
  /** Rejects with HostFailure. */
  run(request: RunRequest): Promise<unknown>;
  /** Saves a reply as a file. */
  save(address: string, filename: string): Promise<void>;
  /** Saves what the page itself has made as a file. */
  saveContent(content: FileContent, filename: string): Promise<void>;
  /** Opens the file picker; resolves to an empty list when the user cancels. */
  pick(request: PickRequest): Promise<readonly PickedFile[]>;
  /** Uploads files that `pick` returned, as multipart. Rejects with HostFailure. */
  upload(request: UploadRequest): Promise<unknown>;
  readonly drafts: Drafts;
  /** Encrypts a password for the server. Fields whose schema has the format `sealed-password` use it. */
  seal(text: string): Promise<string>;
  definition(kind: DefinitionKind, id: string): Promise<DefinitionReply>;
  /** A definition that was loaded before, which may be outdated; undefined for any other. */
  knownDefinition?(kind: DefinitionKind, id: string): DefinitionReply | undefined;
  /** Notifies about newly published versions of a definition until the returned function is called. */
  onDefinition(kind: DefinitionKind, id: string, listener: (reply: DefinitionReply) => void): () => void;
  readonly preferences: Preferences;
  navigate(to: string, options?: { replace?: boolean; back?: boolean }): void;
  /**
   * Shows a message for a while, with a line below it (`detail`) and a button that calls `undo` or does something else
   * (`action`); it is removed once `until` resolves.
   * @returns the function that removes it.
   */
  notify(
    kind: 'success' | 'error' | 'info' | 'warning',
    text: string,
    options?: {
      detail?: string;
      undo?: () => void;
      action?: { text: string; run: () => void };
      until?: Promise<void>;
    },
  ): () => void;
  confirm(request: ConfirmRequest): Promise<boolean>;
  /**
   * Confirms before leaving while `isDirty` returns true: by default also for other pages of the product, with `tab` only before the
   * tab closes. Returns the function that removes the guard.
   */
  guard(isDirty: () => boolean, leaving?: 'page' | 'tab'): () => void;
  /** Logs an error that the engine contained; the user is not notified. */
  report(failure: { document: string; node: string; error: unknown }): void;
  /** Throws for a payload that the widget does not declare. In production there is none: steps read what was fired. */
  checkEvent?(fired: FiredEvent): void;
  readonly presence: Presence;
  readonly events: Events;
  now(): Date;
  /** Calls back once after some milliseconds, unless the returned function is called before. */
  after(milliseconds: number, callback: () => void): () => void;
}

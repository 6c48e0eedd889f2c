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

export interface EventSpec {
  name: string;
  description: I18nKey;
}

/**
 * All there is to say of a widget type, from which come the runtime, the property panel, completion, docs,
 * palette and story controls. `Component` is the framework's component type: core knows no React.
 */
export interface WidgetSpec<Component = unknown, Props = unknown> {
  /** Folder, schema file, locale key and the JSON's `type`: one word for all four. */
  type: string;
  /** Raised when propsSchema changes; migrations[n] lifts n to n + 1. */
  version: number;
  title: I18nKey;
  description: I18nKey;
  icon: string;
  group: WidgetGroup;
  size: { w: number; h: number; minW?: number; minH?: number };
  propsSchema: JsonSchema;
  defaults: JsonObject & Props;
  events?: EventSpec[];
  /**
   * 'nodes': it takes children. 'placed': children that say their place with `at`. 'row': it draws them once per row of
   * its data, with `row` in their scope.
   */
  children?: 'nodes' | 'placed' | 'row';
  /** `submit` and `reset` steps may name it. */
  submits?: boolean;
  /** What its frame loads for it before it is drawn. */
  data: 'nothing' | 'rows' | 'record';
  /** The widget itself draws loading, empty, error and missing, in its own shape; else its frame does. */
  rendersStates?: boolean;
  migrations?: Record<number, (old: JsonObject) => JsonObject>;
  load(): Promise<{ default: Component }>;
}

/** What a failed call tells; the same shape from every source of failure. */
export interface HostFailure {
  code: string;
  status: number;
  message: string;
  errors: FieldError[];
  /** The current row with VERSION_CONFLICT. */
  data?: unknown;
}

export interface RunRequest {
  method: 'get' | 'post' | 'put' | 'delete';
  /** Resolved address with its query. */
  address: string;
  body?: Json;
  /** Version of the row that the person saw; another one there is a VERSION_CONFLICT. */
  version?: number;
}

/** A file that the person chose; what is in it stays with the host. */
export interface PickedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Media type, as the person's system says; '' when it does not know. */
  readonly type: string;
}

export interface PickRequest {
  /** Media types (image/*, text/csv) and endings (.pdf); all when empty. A hint to the person: it is checked behind. */
  accept: readonly string[];
  multiple: boolean;
}

export interface UploadRequest {
  method: 'post' | 'put';
  address: string;
  /** Name of the part that carries each file. */
  field: string;
  files: readonly PickedFile[];
  /** Further parts. */
  values: Readonly<Record<string, string>>;
  version?: number;
}

/** One shared, cached load. Snapshots are immutable: a new object for every change. */
export interface LoadSnapshot {
  status: 'loading' | 'ready' | 'error';
  /** The reply's body; kept while it is refreshed behind. */
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
}

/**
 * What a person set up for themselves, kept by the server under a key and at hand at once from this browser's copy.
 * A copy of another device shows with the next page, never under somebody's hands.
 */
export interface Preferences {
  /** Null: nothing is kept. */
  get(key: string): Json;
  /** Null forgets it. At most 16 KB. */
  set(key: string, value: Json): void;
  /** Told when the value under a key becomes another one. */
  subscribe(key: string, listener: () => void): () => void;
}

/** Texts that come when something asks for them: of a document's faults, and of widgets as editors name them. */
export type DeferredTexts = 'diagnostics' | 'palette';

/** What was typed into a form and not saved. */
export interface Draft {
  values: JsonObject;
  /** When, as an ISO time. */
  savedAt: string;
}

/** Drafts of the person on this device, by a key of the form and its record. They are forgotten with the sign-out. */
export interface Drafts {
  read(key: string): Draft | null;
  write(key: string, draft: Draft): void;
  remove(key: string): void;
}

/** All that the engine knows of the outside. client/ and app/ implement it; stories and tests fake it. */
export interface Host {
  readonly lang: Language;
  readonly user: { id: number; name: string; login: string };
  readonly tenant: { key: string; name: string; timeZone: string };
  /** Text of a locales/ key (without its $), or null when there is none. */
  translate(key: string, values?: Record<string, unknown>): string | null;
  /** Loads further files of texts, which a plain screen does without; null when they are there. Never rejects. */
  loadTexts(files: readonly DeferredTexts[]): Promise<void> | null;
  can(access: Access, screen?: string): boolean;
  /** Starts or joins the load of an address; shared and cached by it. */
  load(address: string): Load;
  /** Rejects with HostFailure. */
  run(request: RunRequest): Promise<unknown>;
  save(address: string, filename: string): Promise<void>;
  /** Lets the person choose files; none when they close the window without. */
  pick(request: PickRequest): Promise<readonly PickedFile[]>;
  /** Sends files that `pick` answered, as multipart. Rejects with HostFailure. */
  upload(request: UploadRequest): Promise<unknown>;
  readonly drafts: Drafts;
  /** A password as it may leave the browser: fields whose schema has the format `sealed-password` go through it. */
  seal(text: string): Promise<string>;
  definition(kind: DefinitionKind, id: string): Promise<DefinitionReply>;
  /** Tells of a newer one that was published, for as long as somebody listens. Returns the release. */
  onDefinition(kind: DefinitionKind, id: string, listener: (reply: DefinitionReply) => void): () => void;
  readonly preferences: Preferences;
  navigate(to: string, options?: { replace?: boolean; back?: boolean }): void;
  notify(kind: 'success' | 'error' | 'info' | 'warning', text: string): void;
  confirm(request: ConfirmRequest): Promise<boolean>;
  /** While `isDirty` answers true, leaving asks first. Returns the release. */
  guard(isDirty: () => boolean): () => void;
  /** A fault that was contained: to the log, never to the user's way. */
  report(what: { document: string; node: string; error: unknown }): void;
  now(): Date;
}

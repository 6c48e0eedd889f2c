import type { WidgetSpec } from '../contract.ts';

/** An entry of the widget list: the type, and the import of its spec. */
export interface WidgetEntry<Component = unknown> {
  type: string;
  load(): Promise<{ default: WidgetSpec<Component> }>;
}

/** The registered widgets. */
export interface Registry<Component = unknown> {
  /** Spec of a type. Until it is loaded, a placeholder whose component never resolves. */
  get(type: string): WidgetSpec<Component> | undefined;
  /** Spec of a type, if it is loaded. */
  loaded(type: string): WidgetSpec<Component> | undefined;
  readonly types: readonly string[];
  /** Loads the specs of these types, unknown ones excepted; null when all are loaded. Never rejects. */
  prepare(types: Iterable<string>): Promise<void> | null;
  /** A new object after a spec replaced its placeholder: screens compiled with the placeholder are outdated. */
  readonly revision: object;
  /** Notifies about every new revision. */
  subscribe(listener: () => void): () => void;
}

/** @throws Error naming a repeated type. */
function requireDistinct(types: readonly string[]): void {
  const repeated = types.find((type, index) => types.indexOf(type) !== index);
  if (repeated !== undefined) throw new Error(`Two widgets have the type "${repeated}"`);
}

/** @throws Error naming a widget with an invalid version, or with another type than it is listed under. */
function requireValid(spec: WidgetSpec, listed = spec.type): void {
  if (spec.type !== listed) throw new Error(`The widget listed as "${listed}" has the type "${spec.type}"`);
  if (!Number.isInteger(spec.version) || spec.version < 1) {
    throw new Error(`The widget "${spec.type}" has no whole version from 1`);
  }
}

/**
 * Creates a registry of loaded widgets. `validateRegistry` checks their defaults.
 * @throws Error naming a repeated type.
 */
export function createRegistry<Component>(specs: readonly WidgetSpec<Component>[]): Registry<Component> {
  const types = specs.map(({ type }) => type);
  requireDistinct(types);
  for (const spec of specs) requireValid(spec);
  const byType = new Map(specs.map((spec) => [spec.type, spec]));
  return {
    get: (type) => byType.get(type),
    loaded: (type) => byType.get(type),
    types,
    prepare: () => null,
    revision: byType,
    subscribe: () => () => undefined,
  };
}

/** Loads the specs of all listed widgets. @throws Error naming a widget that cannot be loaded or has another type. */
export async function loadSpecs<Component>(
  entries: readonly WidgetEntry<Component>[],
): Promise<WidgetSpec<Component>[]> {
  return Promise.all(
    entries.map(async ({ type, load }) => {
      const spec = (await load()).default;
      requireValid(spec, type);
      return spec;
    }),
  );
}

/**
 * Creates a registry that loads the specs of a document's widgets when it is prepared, so a page's cost depends on
 * its own widgets and not on the number of registered ones.
 * @throws Error naming a repeated type.
 */
export function createLazyRegistry<Component>(
  entries: readonly WidgetEntry<Component>[],
): Registry<Component> {
  const types = entries.map(({ type }) => type);
  requireDistinct(types);
  const listed = new Map(entries.map((entry) => [entry.type, entry]));
  const specs = new Map<string, WidgetSpec<Component>>();
  const placeholders = new Map<string, WidgetSpec<Component>>();
  const pending = new Map<string, Promise<void>>();
  const listeners = new Set<() => void>();
  let revision: object = {};

  async function load(entry: WidgetEntry<Component>): Promise<void> {
    const spec = (await entry.load()).default;
    requireValid(spec, entry.type);
    specs.set(entry.type, spec);
    if (!placeholders.delete(entry.type)) return;
    revision = {};
    for (const listener of listeners) listener();
  }

  function loadOnce(entry: WidgetEntry<Component>): Promise<void> {
    const known = pending.get(entry.type);
    if (known) return known;
    const started = load(entry).finally(() => pending.delete(entry.type));
    pending.set(entry.type, started);
    return started;
  }

  function placeholder(entry: WidgetEntry<Component>): WidgetSpec<Component> {
    const known = placeholders.get(entry.type);
    if (known) return known;
    const spec: WidgetSpec<Component> = {
      type: entry.type,
      version: 1,
      title: '$widgets.frame.loading',
      description: '$widgets.frame.loading',
      icon: 'document',
      group: 'content',
      size: { w: 1, h: 1 },
      propsSchema: {},
      defaults: {},
      data: 'nothing',
      // Never resolves: the loaded spec creates a new revision, which compiles the document again without the
      // placeholder.
      load: () => loadOnce(entry).then(() => new Promise(() => undefined)),
    };
    placeholders.set(entry.type, spec);
    return spec;
  }

  return {
    get(type) {
      const known = specs.get(type);
      if (known) return known;
      const entry = listed.get(type);
      return entry && placeholder(entry);
    },
    loaded: (type) => specs.get(type),
    types,
    prepare(wanted) {
      const missing = [...new Set(wanted)].flatMap((type) => {
        const entry = specs.has(type) ? undefined : listed.get(type);
        return entry ? [entry] : [];
      });
      if (missing.length === 0) return null;
      return Promise.allSettled(missing.map(loadOnce)).then(() => undefined);
    },
    get revision() {
      return revision;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

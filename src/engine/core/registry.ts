import type { WidgetSpec } from './contract.ts';

/** A line of the list of widgets: its type at once, what it is when somebody needs it. */
export interface WidgetEntry<Component = unknown> {
  type: string;
  load(): Promise<{ default: WidgetSpec<Component> }>;
}

/** The widgets there are. */
export interface Registry<Component = unknown> {
  /** What a widget is; of one that is not loaded yet, a stand-in whose component never comes before the widget does. */
  get(type: string): WidgetSpec<Component> | undefined;
  /** What a widget is, once that is loaded. */
  loaded(type: string): WidgetSpec<Component> | undefined;
  readonly types: readonly string[];
  /** Loads what widgets of these types are, as far as they exist; null when all of them are there. Never rejects. */
  prepare(types: Iterable<string>): Promise<void> | null;
  /** Another object after a stand-in gave way to its widget: what was compiled with the stand-in is out of date. */
  readonly revision: object;
  /** Told of every new edition. */
  subscribe(listener: () => void): () => void;
}

/** @throws naming the type that is there twice. */
function requireDistinct(types: readonly string[]): void {
  const twice = types.find((type, index) => types.indexOf(type) !== index);
  if (twice !== undefined) throw new Error(`Two widgets have the type "${twice}"`);
}

/** @throws naming the widget whose version is none, or whose type is not the one it is listed by. */
function requireSound(spec: WidgetSpec, listed = spec.type): void {
  if (spec.type !== listed) throw new Error(`The widget listed as "${listed}" has the type "${spec.type}"`);
  if (!Number.isInteger(spec.version) || spec.version < 1) {
    throw new Error(`The widget "${spec.type}" has no whole version from 1`);
  }
}

/**
 * Makes a registry of widgets that are all there.
 * @throws at start, naming the type, when two widgets have one type. `validateRegistry` looks at their defaults.
 */
export function createRegistry<Component>(specs: readonly WidgetSpec<Component>[]): Registry<Component> {
  const types = specs.map(({ type }) => type);
  requireDistinct(types);
  for (const spec of specs) requireSound(spec);
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

/** Loads what every listed widget is. @throws naming the first that can't be loaded or is not what it is listed as. */
export async function loadSpecs<Component>(
  entries: readonly WidgetEntry<Component>[],
): Promise<WidgetSpec<Component>[]> {
  return Promise.all(
    entries.map(async ({ type, load }) => {
      const spec = (await load()).default;
      requireSound(spec, type);
      return spec;
    }),
  );
}

/**
 * Makes a registry that loads what a widget is with the first document that has one: a page costs the widgets it draws,
 * however many there are.
 * @throws naming the type that is listed twice.
 */
export function createLazyRegistry<Component>(
  entries: readonly WidgetEntry<Component>[],
): Registry<Component> {
  const types = entries.map(({ type }) => type);
  requireDistinct(types);
  const listed = new Map(entries.map((entry) => [entry.type, entry]));
  const specs = new Map<string, WidgetSpec<Component>>();
  const placeholders = new Map<string, WidgetSpec<Component>>();
  const underWay = new Map<string, Promise<void>>();
  const listeners = new Set<() => void>();
  let revision: object = {};

  async function load(entry: WidgetEntry<Component>): Promise<void> {
    const spec = (await entry.load()).default;
    requireSound(spec, entry.type);
    specs.set(entry.type, spec);
    if (!placeholders.delete(entry.type)) return;
    revision = {};
    for (const listener of listeners) listener();
  }

  function join(entry: WidgetEntry<Component>): Promise<void> {
    const known = underWay.get(entry.type);
    if (known) return known;
    const started = load(entry).finally(() => underWay.delete(entry.type));
    underWay.set(entry.type, started);
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
      // When the widget is there a new edition takes the stand-in's place; what was compiled with it is never drawn.
      load: () => join(entry).then(() => new Promise(() => undefined)),
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
      return Promise.allSettled(missing.map(join)).then(() => undefined);
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

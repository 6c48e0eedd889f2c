import type { WidgetSpec } from './contract.ts';

/** The widgets there are. */
export interface Registry<Component = unknown> {
  get(type: string): WidgetSpec<Component> | undefined;
  readonly types: readonly string[];
}

/**
 * Makes the registry from the list of widgets.
 * @throws at start, naming the type, when two widgets have one type. `checkRegistry` looks at their defaults.
 */
export function createRegistry<Component>(
  definitions: readonly WidgetSpec<Component>[],
): Registry<Component> {
  const byType = new Map<string, WidgetSpec<Component>>();
  for (const definition of definitions) {
    if (byType.has(definition.type)) throw new Error(`Two widgets have the type "${definition.type}"`);
    if (!Number.isInteger(definition.version) || definition.version < 1) {
      throw new Error(`The widget "${definition.type}" has no whole version from 1`);
    }
    byType.set(definition.type, definition);
  }
  return { get: (type) => byType.get(type), types: [...byType.keys()] };
}

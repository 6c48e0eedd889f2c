import type { ComponentType } from 'react';
import { lazyComponent } from '../../ui/index.ts';
import type { LazySource } from '../../ui/index.ts';
import type { CompiledNode, Registry, WidgetSpec } from '../core/index.ts';
import type { WidgetProps } from './contract.ts';

type WidgetCode = LazySource<WidgetProps<never>>;

const sources = new WeakMap<WidgetSpec, WidgetCode>();

/** The code of a widget type, shared by all its nodes. */
export function widgetCode(spec: WidgetSpec): WidgetCode {
  let source = sources.get(spec);
  if (!source) {
    // The core has no React types and declares a component as unknown.
    source = lazyComponent(spec.load as () => Promise<{ default: ComponentType<WidgetProps<never>> }>);
    sources.set(spec, source);
  }
  return source;
}

/** Starts to load the code of these types. */
export function preloadWidgets(registry: Registry, types: readonly string[]): void {
  for (const type of types) {
    const spec = registry.loaded(type);
    if (spec) widgetCode(spec).preload();
  }
}

/** Starts to load the code of all these nodes at once, so that a container does not delay its children's. */
export function preloadNodes(nodes: readonly CompiledNode[]): void {
  for (const { spec, children, slots } of nodes) {
    if (spec) widgetCode(spec).preload();
    preloadNodes(children);
    Object.values(slots).forEach(preloadNodes);
  }
}

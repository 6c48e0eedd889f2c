import type { ComponentType } from 'react';
import { lazyComponent } from '../../../ui/index.ts';
import type { LazySource } from '../../../ui/index.ts';
import { documentTypes } from '../../core/index.ts';
import type { CompiledNode, Registry, WidgetSpec } from '../../core/index.ts';
import type { WidgetProps } from '../contract.ts';

type WidgetCode = LazySource<WidgetProps<never>>;
export type WidgetCodeState = ReturnType<WidgetCode['get']>;

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

/** Widget types of the body. Dialogs load their code when they open. */
export const bodyTypes = (document: unknown): string[] =>
  documentTypes({ ...(document as object | null), dialogs: [] });

/** Resolves when the code has arrived or failed; null when it has already. */
function whenSettled(code: WidgetCode): Promise<void> | null {
  code.preload();
  if (code.get().status !== 'loading') return null;
  return new Promise((resolve) => {
    const release = code.subscribe(() => {
      if (code.get().status === 'loading') return;
      release();
      resolve();
    });
  });
}

/** Resolves when the code of the body has arrived or failed; null when it has. */
function whenBodySettled(registry: Registry, document: unknown): Promise<unknown> | null {
  const pending = bodyTypes(document).flatMap((type) => {
    const spec = registry.loaded(type);
    return (spec && whenSettled(widgetCode(spec))) ?? [];
  });
  return pending.length === 0 ? null : Promise.all(pending);
}

/** Loads the widgets of a document and the code of its body. Resolves when all have arrived or failed; null when they have. */
export function whenPrepared(registry: Registry, document: unknown): Promise<unknown> | null {
  const specs = registry.prepare(documentTypes(document));
  // A widget that failed is not asked for again here: without a connection that would have no end.
  return specs ? specs.then(() => whenBodySettled(registry, document)) : whenBodySettled(registry, document);
}

/** Starts to load the code of all these nodes at once, so that a container does not delay its children's. */
export function preloadNodes(nodes: readonly CompiledNode[]): void {
  for (const { spec, children, slots } of nodes) {
    if (spec) widgetCode(spec).preload();
    preloadNodes(children);
    Object.values(slots).forEach(preloadNodes);
  }
}

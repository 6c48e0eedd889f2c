import type { Diagnostic } from './contract.ts';
import type { Lists } from './lists.ts';
import type { CompiledNode } from './model.ts';
import type { Registry } from './registry.ts';

/**
 * Compiled nodes of the versions of a document that is being edited, by the JSON that they were compiled from. A node whose
 * JSON is the same object stays the same compiled node, so that a change renders what it changes and nothing else.
 */
export class CompileCache {
  private nodes = new WeakMap<object, CompiledNode>();
  private readonly errors = new WeakMap<object, readonly Diagnostic[]>();
  private surroundings = '';
  private revision: object | null = null;

  /** Forgets everything when what all nodes depend on has changed: the widgets, and the lists of sources. */
  open(registry: Registry, lists: Lists): void {
    const surroundings = JSON.stringify([...lists]);
    if (registry.revision === this.revision && surroundings === this.surroundings) return;
    this.revision = registry.revision;
    this.surroundings = surroundings;
    this.nodes = new WeakMap();
  }

  /** The compiled node of the same JSON that sees the same names. */
  known(value: unknown, names: readonly string[]): CompiledNode | undefined {
    const found = typeof value === 'object' && value !== null ? this.nodes.get(value) : undefined;
    return found?.names.slice(0, names.length).join() === names.join() ? found : undefined;
  }

  keep(value: object, compiled: CompiledNode): void {
    const below = [...compiled.children, ...Object.values(compiled.slots).flat()];
    if (compiled.diagnostics.length === 0 && below.every((node) => this.clean.has(node))) {
      this.nodes.set(value, compiled);
      this.clean.add(compiled);
    }
  }

  /** Nodes without errors in their whole subtree, which alone are kept. */
  private readonly clean = new WeakSet<CompiledNode>();

  /** Errors of a node, which are known until its JSON is another. */
  errorsOf(value: object): readonly Diagnostic[] {
    return this.errors.get(value) ?? [];
  }

  keepErrors(value: object, errors: readonly Diagnostic[]): void {
    this.errors.set(value, errors);
    if (errors.length > 0) this.nodes.delete(value);
  }
}

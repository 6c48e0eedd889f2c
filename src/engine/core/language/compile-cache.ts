import type { Diagnostic } from '../contract.ts';
import { isObject } from '../../../contracts/json.ts';
import type { Lists } from '../sources/lists.ts';
import type { CompiledNode } from '../compiled-screen.ts';
import type { Registry } from './registry.ts';

/**
 * Compiled nodes of the versions of a document that is being edited, by the JSON that they were compiled from. A node whose
 * JSON is the same object stays the same compiled node, so that a change renders what it changes and nothing else.
 */
export class CompileCache {
  private nodes = new WeakMap<object, CompiledNode>();
  private readonly errors = new WeakMap<object, readonly Diagnostic[]>();
  private surroundings = '';
  private strings: unknown;
  /** How a text is named that was another in the version before. */
  private changed: readonly string[] = [];
  private revision: object | null = null;

  /** Forgets everything when what all nodes depend on has changed: the widgets, and the lists of sources. */
  open(registry: Registry, lists: Lists, strings: unknown): void {
    this.changed = changedTexts(this.strings, strings);
    this.strings = strings;
    const surroundings = JSON.stringify([...lists]);
    if (registry.revision === this.revision && surroundings === this.surroundings) return;
    this.revision = registry.revision;
    this.surroundings = surroundings;
    this.nodes = new WeakMap();
  }

  /** The compiled node of the same JSON that sees the same names, and whose texts are the same. */
  known(value: unknown, names: readonly string[]): CompiledNode | undefined {
    if (this.changed.length > 0) {
      const written = JSON.stringify(value);
      if (this.changed.some((name) => written.includes(name))) return undefined;
    }
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

/** How the texts are named that differ between two tables of languages. */
function changedTexts(before: unknown, after: unknown): string[] {
  if (before === after) return [];
  const tables = (strings: unknown) => (isObject(strings) ? strings : {});
  const [old, next] = [tables(before), tables(after)];
  const changed = [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((language) => {
    const [one, other] = [tables(old[language]), tables(next[language])];
    if (one === other) return [];
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
      (key) => one[key] !== other[key],
    );
  });
  return [...new Set(changed)].map((key) => `$${key}`);
}

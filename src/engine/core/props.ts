import { type JsonObject, deepEqual } from '../../contracts/json.ts';
import { addressRefs } from './address.ts';
import type { WidgetSpec } from './contract.ts';
import { compileExpression, isExpression } from './expressions/expression.ts';
import type { LocalRoot } from './expressions/references.ts';
import { walkAnnotations } from './schema-annotations.ts';
import type { Binding } from './model.ts';
import type { Path } from './paths.ts';
import { resolveText, type Texts } from './texts.ts';

/** Finds the values of a node's props that are computed before the widget renders. */
export function bindingsOf(spec: WidgetSpec, props: JsonObject, names: readonly LocalRoot[] = []): Binding[] {
  const bindings: Binding[] = [];
  walkAnnotations(spec.propsSchema, props, (annotation, path, value) => {
    if (annotation === 'text' && typeof value === 'string') {
      // Only texts that begin with $ are translated.
      if (value.startsWith('$')) bindings.push({ path, kind: 'text', text: value, refs: [['lang']] });
    } else if ((annotation === 'expression' || annotation === 'url') && isExpression(value)) {
      const expression = compileExpression(value.$expr, names);
      bindings.push({ path, kind: 'expression', expression, refs: expression.refs });
    } else if (annotation === 'text' && isExpression(value)) {
      const expression = compileExpression(value.$expr, names);
      // The value may be the key of a text.
      bindings.push({ path, kind: 'text', expression, refs: [...expression.refs, ['lang']] });
    } else if (annotation === 'address' && typeof value === 'string') {
      const refs = addressRefsOf(value);
      if (refs.length > 0) bindings.push({ path, kind: 'address', text: value, refs });
    }
  });
  return bindings;
}

function addressRefsOf(address: string): readonly Path[] {
  try {
    return addressRefs(address);
  } catch {
    // The widget renders an address that cannot be resolved as none.
    return [];
  }
}

/** The text of a binding without an expression. */
export function staticText(binding: Binding, texts: Texts): string {
  return resolveText(binding.text ?? '', texts);
}

type Container = Record<string | number, unknown>;

function copyOf(value: unknown): Container {
  return (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Container;
}

/**
 * Inserts computed values into props. Objects without a computed value keep their identity; when no value differs
 * from the last call, its result is returned.
 */
export function resolveProps(
  props: JsonObject,
  bindings: readonly Binding[],
  values: readonly unknown[],
  last: { values: readonly unknown[]; props: JsonObject } | null,
): { values: readonly unknown[]; props: JsonObject } {
  if (bindings.length === 0) return last ?? { values, props };
  const stable = values.map((value, index) =>
    last && deepEqual(value, last.values[index]) ? last.values[index] : value,
  );
  if (last && stable.every((value, index) => Object.is(value, last.values[index]))) return last;
  const root = copyOf(props);
  const copies = new Set<unknown>([root]);
  bindings.forEach(({ path, kind, text }, index) => {
    let container = root;
    for (const key of path.slice(0, -1)) {
      if (!copies.has(container[key])) {
        container[key] = copyOf(container[key]);
        copies.add(container[key]);
      }
      container = container[key] as Container;
    }
    container[path.at(-1)!] = kind === 'address' ? text : stable[index];
  });
  return { values: stable, props: root as JsonObject };
}

import { type JsonObject, deepEqual } from '../../contracts/json.ts';
import type { WidgetSpec } from './contract.ts';
import { compileExpression, isExpression } from './expressions/expression.ts';
import { walkAnnotations } from './schema-annotations.ts';
import type { Binding } from './model.ts';
import { resolveText, type Texts } from './texts.ts';

/** The places of a node's props that are computed before its widget sees them. */
export function bindingsOf(spec: WidgetSpec, props: JsonObject): Binding[] {
  const bindings: Binding[] = [];
  walkAnnotations(spec.propsSchema, props, (annotation, path, value) => {
    if (annotation === 'text' && typeof value === 'string') {
      // Only what begins with $ can become another text.
      if (value.startsWith('$')) bindings.push({ path, kind: 'text', text: value });
    } else if ((annotation === 'expression' || annotation === 'url') && isExpression(value)) {
      bindings.push({ path, kind: 'expression', expression: compileExpression(value.$expr) });
    } else if (annotation === 'text' && isExpression(value)) {
      bindings.push({ path, kind: annotation, expression: compileExpression(value.$expr) });
    }
  });
  return bindings;
}

/** The text of a binding that is no expression. */
export function staticText(binding: Binding, texts: Texts): string {
  return resolveText(binding.text ?? '', texts);
}

type Container = Record<string | number, unknown>;

function copyOf(value: unknown): Container {
  return (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Container;
}

/**
 * Props with their computed values put in. What holds no computed value keeps its identity; and when no value differs
 * from the last time, the last props are answered.
 */
export function resolveProps(
  props: JsonObject,
  bindings: readonly Binding[],
  values: readonly unknown[],
  last: { values: readonly unknown[]; props: JsonObject } | null,
): { values: readonly unknown[]; props: JsonObject } {
  if (bindings.length === 0) return last ?? { values, props };
  const kept = values.map((value, index) =>
    last && deepEqual(value, last.values[index]) ? last.values[index] : value,
  );
  if (last && kept.every((value, index) => Object.is(value, last.values[index]))) return last;
  const root = copyOf(props);
  const copies = new Set<unknown>([root]);
  bindings.forEach(({ path }, index) => {
    let container = root;
    for (const key of path.slice(0, -1)) {
      if (!copies.has(container[key])) {
        container[key] = copyOf(container[key]);
        copies.add(container[key]);
      }
      container = container[key] as Container;
    }
    container[path.at(-1)!] = kept[index];
  });
  return { values: kept, props: root as JsonObject };
}

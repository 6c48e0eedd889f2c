import { valueAt } from '../../../contracts/json-pointer.ts';
import { type JsonObject, deepEqual } from '../../../contracts/json.ts';
import { knownAddressRefs } from './address.ts';
import type { WidgetSpec } from '../contract.ts';
import { compileExpression, isExpression, type CompiledExpression } from '../expressions/expression.ts';
import type { LocalRoot } from '../expressions/references.ts';
import { walkAnnotations, type AnnotationVisitor } from './schema-annotations.ts';
import type { Binding } from '../compiled-screen.ts';
import { isTextWithValues, resolveText, type Texts } from './texts.ts';

type PropPath = readonly (string | number)[];
type Template = NonNullable<Binding['repeat']>;

/** Collects the bindings of a node's props; those within a repeated item are the template's own. */
class BindingCollector {
  readonly bindings: Binding[] = [];
  private readonly templates = new Map<string, Template>();
  private readonly props: JsonObject;
  private readonly names: readonly LocalRoot[];

  constructor(props: JsonObject, names: readonly LocalRoot[]) {
    this.props = props;
    this.names = names;
  }

  readonly visit: AnnotationVisitor = (annotation, path, value, _schema, repeats) => {
    const around = repeats.at(-1);
    const template = around && this.template(around.path);
    const at = path.slice(around?.path.length ?? 0);
    const names = repeats.length === 0 ? this.names : [...this.names, ...repeats.map(({ as }) => as)];
    const add = (binding: Omit<Binding, 'path'>) =>
      (template?.bindings ?? this.bindings).push({ path: at, ...binding });
    if (annotation === 'repeat') {
      const { each, as, key } = value as Record<string, unknown>;
      if (!isExpression(each)) return;
      const own = this.template(path.slice(0, -1));
      Object.assign(own, {
        each: compileExpression(each.$expr, names),
        as: String(as),
        key: typeof key === 'string' ? key.split('.') : null,
      });
      (template?.bindings ?? this.bindings).push({
        path: at.slice(0, -1),
        kind: 'repeat',
        repeat: own,
        refs: [],
      });
    } else if (annotation === 'text' && typeof value === 'string') {
      // Only texts that begin with $ are translated.
      if (value.startsWith('$')) add({ kind: 'text', text: value, refs: [['lang']] });
    } else if (annotation === 'text' && isTextWithValues(value)) {
      const values = Object.entries(value.values).map(
        ([name, one]) => [name, isExpression(one) ? compileExpression(one.$expr, names) : one] as const,
      );
      const refs = values.flatMap(([, one]) => (one !== null && typeof one === 'object' ? one.refs : []));
      add({ kind: 'text', text: value.$text, values, refs: [...refs, ['lang']] });
    } else if ((annotation === 'expression' || annotation === 'url') && isExpression(value)) {
      const expression = compileExpression(value.$expr, names);
      add({ kind: 'expression', expression, refs: expression.refs });
    } else if (annotation === 'text' && isExpression(value)) {
      const expression = compileExpression(value.$expr, names);
      // The value may be the key of a text.
      add({ kind: 'text', expression, refs: [...expression.refs, ['lang']] });
    } else if (annotation === 'address' && typeof value === 'string') {
      const refs = knownAddressRefs(value);
      if (refs.length > 0) add({ kind: 'address', text: value, refs });
    } else if (annotation === 'bind' && typeof value === 'string' && value.includes('{')) {
      add({ kind: 'bind', text: value, refs: knownAddressRefs(value) });
    } else if (annotation === 'row-expression' || annotation === 'steps') {
      template?.scoped.push(at);
    }
  };

  private template(path: PropPath): Template {
    const pointer = path.join('/');
    const known = this.templates.get(pointer);
    if (known) return known;
    const { repeat: _, ...item } = valueAt(this.props, path.map(String)) as JsonObject;
    const made = { item, bindings: [], scoped: [] } as unknown as Template;
    this.templates.set(pointer, made);
    return made;
  }
}

/** Adds to each repeat the references of everything in its template. */
function withTemplateRefs(bindings: readonly Binding[]): Binding[] {
  return bindings.map((binding) => {
    if (!binding.repeat) return binding;
    const repeat = { ...binding.repeat, bindings: withTemplateRefs(binding.repeat.bindings) };
    return {
      ...binding,
      repeat,
      refs: [...repeat.each.refs, ...repeat.bindings.flatMap(({ refs }) => refs)],
    };
  });
}

/** Finds the values of a node's props that are computed before the widget renders. */
export function bindingsOf(spec: WidgetSpec, props: JsonObject, names: readonly LocalRoot[] = []): Binding[] {
  const collector = new BindingCollector(props, names);
  walkAnnotations(spec.propsSchema, props, collector.visit);
  return withTemplateRefs(collector.bindings);
}

/** The text of a binding that is a key, or one without an expression. A value that there is not yet is empty. */
export function textOf(
  { text = '', values = [] }: Binding,
  texts: Texts,
  valueOf: (expression: CompiledExpression) => unknown,
): string {
  const given = values.map(([name, one]) => [
    name,
    (one !== null && typeof one === 'object' ? valueOf(one) : one) ?? '',
  ]);
  return resolveText(text, texts, Object.fromEntries(given) as Record<string, unknown>);
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
  // Items of a repeat may be equal and stand in another scope: only the same ones have not changed.
  const stable = values.map((value, index) =>
    last && !bindings[index]!.repeat && deepEqual(value, last.values[index]) ? last.values[index] : value,
  );
  if (last && stable.every((value, index) => Object.is(value, last.values[index]))) return last;
  const [only] = bindings;
  // Most nodes compute one prop.
  if (bindings.length === 1 && only!.path.length === 1 && only!.expression)
    return { values: stable, props: { ...props, [only!.path[0]!]: stable[0] } as JsonObject };
  const root = copyOf(props);
  const copies = new Set<unknown>([root]);
  const repeated: { list: unknown[]; at: number; items: unknown }[] = [];
  bindings.forEach(({ path, kind, text }, index) => {
    let container = root;
    for (const key of path.slice(0, -1)) {
      if (!copies.has(container[key])) {
        container[key] = copyOf(container[key]);
        copies.add(container[key]);
      }
      container = container[key] as Container;
    }
    // An item that is repeated is replaced below, when all positions are still those of the definition.
    if (kind !== 'repeat') container[path.at(-1)!] = kind === 'address' ? text : stable[index];
    else
      repeated.unshift({
        list: container as unknown as unknown[],
        at: Number(path.at(-1)),
        items: stable[index],
      });
  });
  for (const { list, at, items } of repeated) list.splice(at, 1, ...(items as unknown[]));
  return { values: stable, props: root as JsonObject };
}

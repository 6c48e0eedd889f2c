import { valueAt } from '../../../contracts/json-pointer.ts';
import { deepEqual } from '../../../contracts/json.ts';
import { ExpressionError } from '../expressions/errors.ts';
import { parsePlain, type PlainNode } from '../expressions/parser.ts';
import { globalRoots } from '../expressions/references.ts';
import type { CompiledRepeat, ScopeNames } from '../compiled-screen.ts';
import type { Scope } from '../screen/store.ts';

/** Most elements of one repeat, and most instances of repeats inside repeats. */
export const repeatLimits = { elements: 1_000, instances: 10_000 } as const;

/** One instance of a repeated node or item. */
export interface Instance {
  key: string;
  /** The element under its name; the same object while the element is equal. */
  names: ScopeNames;
}

/** Whether what a list cannot be repeated for is so in every instance of the repeats around it. */
export function failsEverywhere({ each }: CompiledRepeat, error: Error): boolean {
  if (!(error instanceof ExpressionError)) return false;
  const isSame = each.refs.every(([root]) => (globalRoots as readonly unknown[]).includes(root));
  return error.code === 'REPEATS' || (error.code.startsWith('REPEAT') && isSame);
}

/** Whether a path meets a list, of whose values JSONata gives a single one without a list around it. */
function crossesList(scope: Scope, names: readonly string[]): boolean {
  let value: unknown = scope;
  for (const name of names) {
    if (Array.isArray(value)) return true;
    value = valueAt(value, [name]);
  }
  return false;
}

/** Whether the value of an expression, which is no list, is no list of one element either. */
function isNoList(node: PlainNode, scope: Scope): boolean {
  switch (node.kind) {
    case 'path':
      return !crossesList(scope, node.names);
    case 'group':
      return isNoList(node.inner, scope);
    case 'condition':
      return isNoList(node.then, scope) && (node.else === null || isNoList(node.else, scope));
    case 'default':
    case 'coalesce':
      return isNoList(node.value, scope) && isNoList(node.otherwise, scope);
    default:
      return node.kind !== 'list';
  }
}

/** @throws ExpressionError for a text, a number or an object in the place of a list. */
function elementsOf(value: unknown, { each }: CompiledRepeat, scope: Scope): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  const tree = parsePlain(each.source);
  if (tree && isNoList(tree, scope))
    throw new ExpressionError('REPEAT_VALUE', 0, `a repeat over a ${typeof value}`, each.source, {
      value: JSON.stringify(value).slice(0, 40),
    });
  return [value];
}

/** @throws ExpressionError for two elements with the same key. */
function keysOf(elements: readonly unknown[], { each, key: path }: CompiledRepeat): string[] {
  const used = new Set<string>();
  return elements.map((element, index) => {
    const found = path === null ? index : valueAt(element, path);
    if (typeof found !== 'string' && typeof found !== 'number') return `#${index}`;
    const key = String(found);
    if (used.has(key))
      throw new ExpressionError('REPEAT_KEY', 0, `the key ${key} twice in a repeat`, each.source, {
        key: path?.join('.') ?? '',
        value: key.slice(0, 40),
      });
    used.add(key);
    return key;
  });
}

/**
 * The instances that a list makes, in its order. An instance whose key and element have not changed is the previous one.
 * @param scope by which `value` was computed.
 * @param around number of instances that the repeats around this one make.
 * @throws ExpressionError when the value is no list, has too many elements, or two with the same key: none is left out silently.
 */
export function instancesOf(
  repeat: CompiledRepeat,
  value: unknown,
  scope: Scope,
  previous: readonly Instance[],
  around = 1,
): readonly Instance[] {
  const { each, as } = repeat;
  const elements = elementsOf(value, repeat, scope);
  const count = elements.length;
  if (count > repeatLimits.elements)
    throw new ExpressionError('REPEAT', 0, `${count} elements in a repeat`, each.source);
  if (count * around > repeatLimits.instances)
    throw new ExpressionError('REPEATS', 0, `${count * around} instances of repeats`, each.source);
  const known = new Map(previous.map((one) => [one.key, one]));
  const keys = keysOf(elements, repeat);
  const next = elements.map((element, index): Instance => {
    const before = known.get(keys[index]!);
    return before && deepEqual(before.names[as], element)
      ? before
      : { key: keys[index]!, names: { [as]: element } };
  });
  const isSame = next.length === previous.length && next.every((one, index) => one === previous[index]);
  return isSame ? previous : next;
}

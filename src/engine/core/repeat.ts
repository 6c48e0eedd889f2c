import { valueAt } from '../../contracts/json-pointer.ts';
import { deepEqual } from '../../contracts/json.ts';
import { ExpressionError } from './expressions/errors.ts';
import { globalRoots } from './expressions/references.ts';
import type { CompiledRepeat, ScopeNames } from './model.ts';
import type { Path } from './paths.ts';

/** Most elements of one repeat, and most instances of repeats inside repeats. */
export const repeatLimits = { elements: 1_000, instances: 10_000 } as const;

/** One instance of a repeated node or item. */
export interface Instance {
  key: string;
  /** The element under its name; the same object while the element is equal. */
  names: ScopeNames;
}

/** Whether a list that makes too many instances does so in every instance of the repeats around it. */
export function failsEverywhere({ each }: CompiledRepeat, error: Error): boolean {
  if (!(error instanceof ExpressionError)) return false;
  const isSame = each.refs.every(([root]) => (globalRoots as readonly unknown[]).includes(root));
  return error.code === 'REPEATS' || (error.code === 'REPEAT' && isSame);
}

function elementsOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function keysOf(elements: readonly unknown[], path: Path | null): string[] {
  const used = new Set<string>();
  return elements.map((element, index) => {
    const found = path === null ? index : valueAt(element, path);
    const key = String(found);
    // React renders two instances of one key as one.
    if ((typeof found === 'string' || typeof found === 'number') && !used.has(key)) {
      used.add(key);
      return key;
    }
    return `#${index}`;
  });
}

/**
 * The instances that a list makes, in its order. An instance whose key and element have not changed is the previous one.
 * @param around number of instances that the repeats around this one make.
 * @throws ExpressionError when there are too many: none is left out silently.
 */
export function instancesOf(
  { each, as, key }: CompiledRepeat,
  value: unknown,
  previous: readonly Instance[],
  around = 1,
): readonly Instance[] {
  const elements = elementsOf(value);
  const count = elements.length;
  if (count > repeatLimits.elements)
    throw new ExpressionError('REPEAT', 0, `${count} elements in a repeat`, each.source);
  if (count * around > repeatLimits.instances)
    throw new ExpressionError('REPEATS', 0, `${count * around} instances of repeats`, each.source);
  const known = new Map(previous.map((one) => [one.key, one]));
  const keys = keysOf(elements, key);
  const next = elements.map((element, index): Instance => {
    const before = known.get(keys[index]!);
    return before && deepEqual(before.names[as], element)
      ? before
      : { key: keys[index]!, names: { [as]: element } };
  });
  const isSame = next.length === previous.length && next.every((one, index) => one === previous[index]);
  return isSame ? previous : next;
}

import { EvaluationError } from './errors.ts';

// JSONata's rules for single values (jsonata 2.2: functions.js, utils.js); property tests compare them with the library.

/** A list that a path step through arrays creates; one with a single item is unwrapped to that item. */
class Sequence extends Array<unknown> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

function isNumeric(value: unknown, position: number): value is number {
  if (typeof value !== 'number' || Number.isNaN(value)) return false;
  if (!Number.isFinite(value)) throw new EvaluationError('D1001', position, 'Number out of range');
  return true;
}

/** Own property of an object, or of every object in a list. */
function lookUp(input: unknown, name: string): unknown {
  if (Array.isArray(input)) {
    const found = new Sequence();
    for (const item of input) {
      const value = lookUp(item, name);
      if (value === undefined) continue;
      if (Array.isArray(value)) for (const one of value) found.push(one);
      else found.push(value);
    }
    return found;
  }
  if (input === null || typeof input !== 'object' || !Object.hasOwn(input, name)) return undefined;
  return (input as Record<string, unknown>)[name];
}

function unwrap(value: unknown): unknown {
  if (!(value instanceof Sequence)) return value;
  if (value.length === 0) return undefined;
  return value.length === 1 ? value[0] : value;
}

/** Applies one path step to all values found so far. */
function step(input: readonly unknown[], name: string, last: boolean): readonly unknown[] {
  const results: unknown[] = [];
  for (const item of input) {
    const value = unwrap(lookUp(item, name));
    if (value !== undefined) results.push(value);
  }
  const [only] = results;
  if (last && results.length === 1 && Array.isArray(only) && !(only instanceof Sequence)) return only;
  const flat = new Sequence();
  for (const value of results) {
    if (Array.isArray(value)) for (const one of value) flat.push(one);
    else flat.push(value);
  }
  return flat;
}

/** Lists of so many items and more are walked once per path, not once per expression. */
const longList = 32;
/** Findings of paths in long lists. Nobody changes a list that an expression reads, so its identity stands for its content. */
const walks = new WeakMap<readonly unknown[], Map<string, unknown>>();

/** The values that a path finds in the items of a list. */
function walk(list: readonly unknown[], names: readonly string[]): unknown {
  let current = list;
  for (const [index, name] of names.entries()) {
    if (current.length === 0) return undefined;
    current = step(current, name, index === names.length - 1);
  }
  return unwrap(current);
}

function walkOnce(list: readonly unknown[], names: readonly string[]): unknown {
  if (list.length < longList) return walk(list, names);
  const known = walks.get(list) ?? new Map<string, unknown>();
  const key = names.join('\u0000');
  if (known.has(key)) return known.get(key);
  const found = walk(list, names);
  walks.set(list, known.set(key, found));
  return found;
}

export function evaluatePath(scope: unknown, names: readonly string[]): unknown {
  let value: unknown = scope;
  // Objects need no mapping, and most paths cross objects only.
  for (const [index, name] of names.entries()) {
    if (Array.isArray(value)) return walkOnce(value, names.slice(index));
    value = lookUp(value, name);
    if (value === undefined) return undefined;
  }
  return value;
}

export function toBoolean(value: unknown): boolean | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) {
    if (value.length === 1) return toBoolean(value[0]) ?? false;
    return value.some((item) => toBoolean(item) === true);
  }
  if (typeof value === 'string') return value.length > 0;
  if (isNumeric(value, 0)) return value !== 0;
  if (value !== null && typeof value === 'object') return Object.keys(value).length > 0;
  return value === true;
}

export function toText(value: unknown, position: number): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new EvaluationError('D3001', position, 'Attempting to invoke string function on Infinity or NaN');
  }
  return JSON.stringify(value, (_, item: unknown) =>
    isNumeric(item, position) && !Number.isInteger(item) ? Number(item.toPrecision(15)) : item,
  );
}

type NumericOperator = '+' | '-' | '*' | '/' | '%';

export function arithmetic(
  operator: NumericOperator,
  left: unknown,
  right: unknown,
  position: number,
): number | undefined {
  if (left !== undefined && !isNumeric(left, position)) {
    throw new EvaluationError(
      'T2001',
      position,
      `The left side of the "${operator}" operator must be a number`,
    );
  }
  if (right !== undefined && !isNumeric(right, position)) {
    throw new EvaluationError(
      'T2002',
      position,
      `The right side of the "${operator}" operator must be a number`,
    );
  }
  if (left === undefined || right === undefined) return undefined;
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
  }
}

export function negative(value: unknown, position: number): number | undefined {
  if (value === undefined) return undefined;
  if (!isNumeric(value, position))
    throw new EvaluationError('D1002', position, 'Cannot negate a non-numeric value');
  return -value;
}

export function compare(
  operator: '<' | '<=' | '>' | '>=',
  left: unknown,
  right: unknown,
  position: number,
): boolean | undefined {
  for (const side of [left, right]) {
    if (side !== undefined && typeof side !== 'string' && typeof side !== 'number') {
      throw new EvaluationError(
        'T2010',
        position,
        `Both sides of the "${operator}" operator must be numbers or texts`,
      );
    }
  }
  if (left === undefined || right === undefined) return undefined;
  if (typeof left !== typeof right) {
    throw new EvaluationError(
      'T2009',
      position,
      `Both sides of the "${operator}" operator must be of one type`,
    );
  }
  const [a, b] = [left as string, right as string];
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
  }
}

export function isIn(left: unknown, right: unknown): boolean {
  if (left === undefined || right === undefined) return false;
  // Not Array.includes: like the library's ===, it must not find NaN.
  return Array.isArray(right) ? right.some((item) => item === left) : right === left;
}

/** Adds a value to a list under construction, as JSONata's array constructor does. */
export function appendTo(list: unknown[], value: unknown, keepAsItem: boolean): unknown[] {
  if (value === undefined) return list;
  if (keepAsItem || !Array.isArray(value)) return [...list, value];
  return [...list, ...(value as unknown[])];
}

interface Totals {
  sum: number;
  least: number;
  greatest: number;
}

/** Totals of long lists, for all expressions that read them: see `walks`. */
const totals = new WeakMap<readonly unknown[], Totals>();

function totalsOf(name: string, numbers: readonly unknown[], position: number): Totals {
  const known = totals.get(numbers);
  if (known) return known;
  const found = { sum: 0, least: Infinity, greatest: -Infinity };
  // The array methods take fifty times as long on a subclass of Array.
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index];
    if (typeof number !== 'number')
      throw new EvaluationError(
        'T0412',
        position,
        `Argument 1 of function "${name}" must be a list of numbers`,
      );
    found.sum += number;
    found.least = Math.min(found.least, number);
    found.greatest = Math.max(found.greatest, number);
  }
  if (numbers.length >= longList) totals.set(numbers, found);
  return found;
}

/** Sum, mean, least or greatest of numbers; undefined for a missing value and, but for the sum, for an empty list. */
export function aggregate(
  name: 'sum' | 'average' | 'min' | 'max',
  value: unknown,
  position: number,
): number | undefined {
  if (value === undefined) return undefined;
  const numbers: readonly unknown[] = Array.isArray(value) ? value : [value];
  const { sum, least, greatest } = totalsOf(name, numbers, position);
  if (name === 'sum') return sum;
  if (numbers.length === 0) return undefined;
  return { average: sum / numbers.length, min: least, max: greatest }[name];
}

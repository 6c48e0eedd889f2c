import { deepEqual } from '../../../contracts/json.ts';
import { limits } from './limits.ts';
import { toText } from './semantics.ts';

/** Why an evaluation was ended by us and not by JSONata. */
export function refuse(code: string, message: string): never {
  // JSONata adds the position to what its functions throw, so it has to be a plain object.
  // eslint-disable-next-line no-throw-literal
  throw { code, message };
}

function tooLarge(): never {
  return refuse('OUTPUT', `The expression makes more than ${limits.textLength} characters`);
}

/** JSONata's functions are objects that hold their whole surroundings; they are no part of an answer. */
export function isFunctionRecord(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    ('_jsonata_function' in value || '_jsonata_lambda' in value)
  );
}

/**
 * Counts what a value would be as text and refuses what is over the limit, before anything is built. A small value may
 * hold the same part many times over, so it is the visits that count, not the objects.
 */
export function measured<T>(value: T): T {
  let size = 0;
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const one = stack.pop();
    size += typeof one === 'string' ? one.length : 4;
    if (isFunctionRecord(one)) continue;
    if (size > limits.textLength) tooLarge();
    if (Array.isArray(one)) {
      if (one.length > limits.textLength) tooLarge();
      for (const item of one) stack.push(item);
    } else if (one !== null && typeof one === 'object') {
      for (const [key, item] of Object.entries(one)) {
        size += key.length;
        stack.push(item);
      }
    }
  }
  return value;
}

function checkedText(text: unknown): unknown {
  if (typeof text === 'string' && text.length > limits.textLength) tooLarge();
  return text;
}

type Implementation = (this: unknown, ...args: unknown[]) => unknown;

/** Pictures of numbers and dates name widths; one of many digits is an allocation, not a format. */
function checkedPicture(picture: unknown): void {
  if (typeof picture !== 'string') return;
  if (picture.length > 200 || /\d{4,}/.test(picture.replaceAll(/0{1,8}|#/g, ''))) {
    refuse('OUTPUT', 'The picture of the format is too long');
  }
}

const pictureArguments: Readonly<Record<string, number>> = {
  formatNumber: 1,
  formatInteger: 1,
  parseInteger: 1,
  toMillis: 1,
  fromMillis: 1,
  now: 0,
};

const inputsChecked = [
  'base64encode',
  'base64decode',
  'encodeUrlComponent',
  'encodeUrl',
  'decodeUrlComponent',
  'decodeUrl',
  'uppercase',
  'lowercase',
  'split',
  'match',
  'contains',
  'trim',
  'string',
  'clone',
  'boolean',
  'not',
  'spread',
  'merge',
  'substring',
  'substringBefore',
  'substringAfter',
  'length',
  'number',
];

/** JSONata's own functions that we stand in front of. */
export const guardedFunctions: readonly string[] = [
  ...Object.keys(pictureArguments),
  ...inputsChecked,
  'pad',
  'join',
  'replace',
  'distinct',
];

function beforeReplace(args: unknown[]): unknown[] {
  const [text, pattern, replacement, ...rest] = args;
  if (typeof text !== 'string') return args;
  checkedText(text);
  if (typeof replacement === 'string') {
    // A string finds at most its own number of pieces; a pattern may match between any two characters.
    const places =
      typeof pattern === 'string' && pattern !== '' ? text.split(pattern).length : text.length + 1;
    if (places * replacement.length + text.length > limits.textLength * 10) tooLarge();
    return args;
  }
  if (typeof replacement !== 'function') return args;
  let made = 0;
  const counted = async (...given: unknown[]): Promise<unknown> => {
    const one: unknown = await (replacement as Implementation)(...given);
    made += typeof one === 'string' ? one.length : 0;
    if (made > limits.textLength) tooLarge();
    return one;
  };
  Object.defineProperty(counted, 'arity', { value: 1 });
  return [text, pattern, counted, ...rest];
}

function before(name: string, args: unknown[]): unknown[] {
  if (name === 'pad') {
    if (typeof args[1] === 'number' && Math.abs(args[1]) > limits.textLength) tooLarge();
    // Padding repeats its characters as often as it is wide.
    const pad = typeof args[2] === 'string' ? args[2].length : 1;
    if (typeof args[1] === 'number' && Math.abs(args[1]) * pad > limits.textLength * 10) tooLarge();
  } else if (name === 'join') {
    const [list, separator] = args;
    measured(list);
    const length = typeof separator === 'string' ? separator.length : 0;
    if (Array.isArray(list) && list.length * length > limits.textLength) tooLarge();
  } else if (name === 'replace') {
    return beforeReplace(args);
  } else if (name === 'distinct') {
    measured(args[0]);
    // It compares each with each.
    if (Array.isArray(args[0]) && args[0].length > 5_000) {
      refuse('OUTPUT', '$distinct takes at most 5000 items');
    }
  } else if (Object.hasOwn(pictureArguments, name)) {
    checkedPicture(args[pictureArguments[name]!]);
    checkedText(args[0]);
  } else {
    for (const argument of args) if (typeof argument !== 'function') measured(argument);
  }
  return args;
}

/** One of JSONata's functions with our limits before and behind it. */
export function guarded(name: string, original: Implementation): Implementation {
  return function (this: unknown, ...args: unknown[]): unknown {
    const result = original.apply(this, before(name, args));
    return result instanceof Promise ? result.then(checkedText) : checkedText(result);
  };
}

/**
 * Operators that build or walk values run outside of JSONata's guards; the tree calls these in their place.
 * They answer exactly what the operators do.
 */
export const operatorFunctions: Readonly<Record<string, Implementation>> = {
  '&': (left, right) => {
    const text = toText(measured(left), 0) + toText(measured(right), 0);
    return checkedText(text);
  },
  '=': (left, right) => {
    if (left === undefined || right === undefined) return false;
    return deepEqual(measured(left), measured(right));
  },
  '!=': (left, right) => {
    if (left === undefined || right === undefined) return false;
    return !deepEqual(measured(left), measured(right));
  },
};

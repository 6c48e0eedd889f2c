import { deepEqual } from '../../../contracts/json.ts';
import { limits } from './limits.ts';
import { toText } from './semantics.ts';

/** Ends an evaluation with an error of the engine. */
export function refuse(code: string, message: string): never {
  // JSONata adds the position to errors that its functions throw, so the error has to be a plain object.
  // eslint-disable-next-line no-throw-literal
  throw { code, message };
}

function tooLarge(): never {
  return refuse('OUTPUT', `The expression makes more than ${limits.textLength} characters`);
}

/** Whether a value is a JSONata function, which holds its whole environment and is never a result. */
export function isFunctionRecord(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    ('_jsonata_function' in value || '_jsonata_lambda' in value)
  );
}

/**
 * Checks the size that a value would have as text before it is built, and throws when it exceeds the limit.
 * Repeated references to one object count each time, since the text would repeat them.
 */
export function checkSize<T>(value: T): T {
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

function checkText(text: unknown): unknown {
  if (typeof text === 'string' && text.length > limits.textLength) tooLarge();
  return text;
}

type Implementation = (this: unknown, ...args: unknown[]) => unknown;

/** Number and date pictures state widths; a width of many digits would allocate memory. */
function checkPicture(picture: unknown): void {
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

const inputCheckedFunctions = [
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

/** JSONata functions that run with the engine's limits. */
export const guardedFunctions: readonly string[] = [
  ...Object.keys(pictureArguments),
  ...inputCheckedFunctions,
  'pad',
  'join',
  'replace',
  'distinct',
];

function checkReplaceArguments(args: unknown[]): unknown[] {
  const [text, pattern, replacement, ...rest] = args;
  if (typeof text !== 'string') return args;
  checkText(text);
  if (typeof replacement === 'string') {
    // A string occurs at most once per piece of a split; a regular expression may match between any two characters.
    const matches =
      typeof pattern === 'string' && pattern !== '' ? text.split(pattern).length : text.length + 1;
    if (matches * replacement.length + text.length > limits.textLength * 10) tooLarge();
    return args;
  }
  if (typeof replacement !== 'function') return args;
  let length = 0;
  const counted = async (...given: unknown[]): Promise<unknown> => {
    const one: unknown = await (replacement as Implementation)(...given);
    length += typeof one === 'string' ? one.length : 0;
    if (length > limits.textLength) tooLarge();
    return one;
  };
  Object.defineProperty(counted, 'arity', { value: 1 });
  return [text, pattern, counted, ...rest];
}

function checkArguments(name: string, args: unknown[]): unknown[] {
  if (name === 'pad') {
    if (typeof args[1] === 'number' && Math.abs(args[1]) > limits.textLength) tooLarge();
    // $pad repeats its characters up to the width.
    const pad = typeof args[2] === 'string' ? args[2].length : 1;
    if (typeof args[1] === 'number' && Math.abs(args[1]) * pad > limits.textLength * 10) tooLarge();
  } else if (name === 'join') {
    const [list, separator] = args;
    checkSize(list);
    const length = typeof separator === 'string' ? separator.length : 0;
    if (Array.isArray(list) && list.length * length > limits.textLength) tooLarge();
  } else if (name === 'replace') {
    return checkReplaceArguments(args);
  } else if (name === 'distinct') {
    checkSize(args[0]);
    // $distinct compares each item with each other one.
    if (Array.isArray(args[0]) && args[0].length > 5_000) {
      refuse('OUTPUT', '$distinct takes at most 5000 items');
    }
  } else if (Object.hasOwn(pictureArguments, name)) {
    checkPicture(args[pictureArguments[name]!]);
    checkText(args[0]);
  } else {
    for (const argument of args) if (typeof argument !== 'function') checkSize(argument);
  }
  return args;
}

/** Wraps a JSONata function with limits on its arguments and its result. */
export function guarded(name: string, original: Implementation): Implementation {
  return function (this: unknown, ...args: unknown[]): unknown {
    const result = original.apply(this, checkArguments(name, args));
    return result instanceof Promise ? result.then(checkText) : checkText(result);
  };
}

/**
 * Implementations of operators that build or walk values, which JSONata's own guards do not cover. The rewritten
 * tree calls them; their results equal the operators'.
 */
export const operatorFunctions: Readonly<Record<string, Implementation>> = {
  '&': (left, right) => {
    const text = toText(checkSize(left), 0) + toText(checkSize(right), 0);
    return checkText(text);
  },
  '=': (left, right) => {
    if (left === undefined || right === undefined) return false;
    return deepEqual(checkSize(left), checkSize(right));
  },
  '!=': (left, right) => {
    if (left === undefined || right === undefined) return false;
    return !deepEqual(checkSize(left), checkSize(right));
  },
};

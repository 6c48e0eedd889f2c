import { deepEqual } from '../../../contracts/json.ts';
import { limits } from './limits.ts';
import { toText } from './semantics.ts';
import { currentWork, refuse } from './work.ts';

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

/** Characters that $pad adds for one step, one after the other. */
const padCharactersPerStep = 16;
/** Size of a value as text that is walked for one step. */
const sizePerStep = 64;

/**
 * Checks the size that a value would have as text before it is built, and throws when it exceeds the limit. The size counts as
 * steps. Repeated references to one object count each time, since the text would repeat them.
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
  currentWork().spend(size / sizePerStep);
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
  if (
    picture.length > 200 ||
    /\d{4,}/.test(picture.replaceAll(/0{1,8}|#/g, '')) ||
    /[,-]\s*\d{4,}/.test(picture)
  ) {
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

/** Functions that read or build a text or a value of any depth. */
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

/** Functions that walk lists, whose items their signatures check too. */
const listFunctions = [
  'sum',
  'count',
  'max',
  'min',
  'average',
  'map',
  'filter',
  'single',
  'reduce',
  'each',
  'sift',
  'sort',
  'zip',
  'append',
  'reverse',
  'shuffle',
  'keys',
  'lookup',
];

/** JSONata functions that run with the engine's limits. */
export const guardedFunctions: readonly string[] = [
  ...Object.keys(pictureArguments),
  ...inputCheckedFunctions,
  ...listFunctions,
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
    if (typeof args[1] === 'number') currentWork().spend(Math.abs(args[1]) / padCharactersPerStep);
  } else if (name === 'join') {
    const [list, separator] = args;
    checkSize(list);
    const length = typeof separator === 'string' ? separator.length : 0;
    if (Array.isArray(list) && list.length * length > limits.textLength) tooLarge();
  } else if (name === 'replace') {
    return checkReplaceArguments(args);
  } else if (name === 'distinct') {
    checkSize(args[0]);
  } else if (listFunctions.includes(name)) {
    for (const argument of args) currentWork().spendValue(argument);
    if (name === 'sort' && Array.isArray(args[0])) currentWork().spend(args[0].length);
  } else if (Object.hasOwn(pictureArguments, name)) {
    checkPicture(args[pictureArguments[name]!]);
    checkText(args[0]);
  } else {
    for (const argument of args) if (typeof argument !== 'function') checkSize(argument);
  }
  return args;
}

/**
 * Sorts texts or numbers as $sort does without a function; the library's own sort copies the list for each item.
 * @returns null for other lists, of which the library reports the error.
 */
function sorted(list: unknown): unknown[] | null {
  if (!Array.isArray(list)) return null;
  const [first] = list as unknown[];
  const type = typeof first;
  if (type !== 'string' && type !== 'number') return null;
  if (!list.every((item) => typeof item === type && (type === 'string' || Number.isFinite(item))))
    return null;
  return (list as (string | number)[]).toSorted((a, b) => (a > b ? 1 : Number(b > a) * -1));
}

/** A value as text that is the same for equal values, whatever the order of their keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const record = value as Record<string, unknown>;
  const keys = Object.keys(record).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(record[key])}`).join()}}`;
}

interface Focus {
  createSequence(): unknown[];
}

/**
 * The distinct items as $distinct finds them; the library compares each item with each other one.
 * @returns null for what the library returns as it is.
 */
function distinct(focus: Focus, list: unknown): unknown[] | null {
  if (!Array.isArray(list) || list.length <= 1) return null;
  const found = 'sequence' in list ? focus.createSequence() : [];
  const seen = new Set<unknown>();
  for (const item of list as unknown[]) {
    const isPlain = typeof item !== 'object' || item === null || isFunctionRecord(item);
    // The mark tells an object from a string that looks like it.
    const key = isPlain ? item : `\u0000${canonical(item)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    found.push(item);
  }
  return found;
}

/** Wraps a JSONata function with limits on its arguments and its result. */
export function guarded(name: string, original: Implementation): Implementation {
  function limited(this: unknown, ...args: unknown[]): unknown {
    const checked = checkArguments(name, args);
    const own =
      name === 'sort' && checked[1] === undefined
        ? sorted(checked[0])
        : name === 'distinct'
          ? distinct(this as Focus, checked[0])
          : null;
    const result = own ?? original.apply(this, checked);
    return result instanceof Promise ? result.then(checkResult) : checkResult(result);
  }
  // JSONata reads the parameters of a function from its text and their number from its length.
  return Object.defineProperties(limited, {
    length: { value: original.length },
    toString: { value: () => original.toString() },
  });
}

function checkResult(result: unknown): unknown {
  checkText(result);
  currentWork().spendValue(result);
  return result;
}

/**
 * Implementations of operators that build or walk values, which JSONata's own guards do not cover. The rewritten
 * tree calls them; their results equal the operators'.
 */
export const operatorFunctions: Readonly<Record<string, Implementation>> = {
  '&': (left, right) => checkResult(toText(checkSize(left), 0) + toText(checkSize(right), 0)),
  '=': (left, right) => {
    if (left === undefined || right === undefined) return false;
    return deepEqual(checkSize(left), checkSize(right));
  },
  '!=': (left, right) => {
    if (left === undefined || right === undefined) return false;
    return !deepEqual(checkSize(left), checkSize(right));
  },
};

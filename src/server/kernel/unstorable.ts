import { toPointer } from '../../contracts/json-pointer.ts';

/** Levels of lists and objects. Definitions may have 200; they are refused with a diagnostic of their own up to here. */
const MAX_DEPTH = 250;

/** In a pattern with the flag u, pairs are one character, so that only halves match. */
const UNPAIRED_SURROGATE = /\p{Cs}/u;

/** Keywords of errors that no schema has a keyword for. Each has a text `errors.input.<keyword>`. */
export const unstorableKeywords = ['nul', 'surrogate', 'infinite', 'inexact', 'tooDeep'] as const;
export type UnstorableKeyword = (typeof unstorableKeywords)[number];

/**
 * A text from outside as the database can store it, where it is kept and not refused: NUL and halves of surrogate pairs become
 * U+FFFD.
 */
export const storable = (text: string): string =>
  // Encoding replaces halves of surrogate pairs.
  Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '\uFFFD');

/** Controls, among them all that end a line, and what turns the direction of the text around it. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * A name from outside within a text of ours, such as a subject: storable, in one line, and without characters that would turn
 * the words beside it.
 * @param most characters, of which the last one says that there are more
 */
export function oneLine(text: string, most = Infinity): string {
  const line = storable(text.replaceAll(DIRECTIONS, '').replaceAll(CONTROLS, ' ')).trim();
  const characters = line.length > most ? [...line] : [];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}

export interface Unstorable {
  keyword: UnstorableKeyword;
  /** JSON pointer to the value, or to the property whose name is refused. */
  path: string;
  params: Record<string, number>;
}

interface Entry {
  value: unknown;
  depth: number;
  parent: Entry | null;
  key: string | number;
}

/**
 * Finds the first value that the database could not store as it was sent: text with a NUL character or with half of a
 * surrogate pair, a number beyond the range of a double (which `JSON.parse` reads as Infinity) or one that a double does not keep
 * exactly (which `markInexact` makes NaN, that no JSON has), or nesting that overflows
 * the stack of a recursive reader. The search itself is iterative for that reason.
 */
export function findUnstorable(input: unknown): Unstorable | null {
  const open: Entry[] = [{ value: input, depth: 0, parent: null, key: '' }];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const { value, depth } = entry;
    if (typeof value === 'object' && value !== null) {
      if (depth > MAX_DEPTH) return found('tooDeep', entry, { limit: MAX_DEPTH });
      for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
        const child = {
          value: (value as Record<string, unknown>)[key],
          depth: depth + 1,
          parent: entry,
          key,
        };
        const keyword = typeof key === 'string' ? unstorableText(key) : null;
        if (keyword !== null) return found(keyword, child);
        if (isChecked(child.value)) open.push(child);
      }
    } else if (typeof value === 'string') {
      const keyword = unstorableText(value);
      if (keyword !== null) return found(keyword, entry);
    } else if (typeof value === 'number' && !Number.isFinite(value)) {
      return found(Number.isNaN(value) ? 'inexact' : 'infinite', entry);
    }
  }
  return null;
}

function isChecked(value: unknown): boolean {
  return value !== null && typeof value !== 'boolean';
}

function unstorableText(text: string): UnstorableKeyword | null {
  if (text.includes('\0')) return 'nul';
  return UNPAIRED_SURROGATE.test(text) ? 'surrogate' : null;
}

function found(keyword: UnstorableKeyword, entry: Entry, params: Record<string, number> = {}): Unstorable {
  const segments: (string | number)[] = [];
  for (let at: Entry | null = entry; at?.parent; at = at.parent) segments.unshift(at.key);
  return { keyword, path: toPointer(segments), params };
}

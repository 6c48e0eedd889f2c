import { escapeSegment } from '../../../contracts/json-pointer.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { diagnostic } from '../validate/diagnostics.ts';
import { documentLimits } from '../validate/limits.ts';

/** A stretch of a text: offsets from 0, the end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** A place as people count it: line and column from 1. */
export interface TextPosition {
  line: number;
  column: number;
}

interface Entry extends Span {
  /** Where the value's own key stands, in an object. */
  key?: Span;
}

/** A JSON text that was read: its value, and where in the text each of its parts stands. */
export interface JsonText {
  /** Undefined when the text is no JSON. */
  value: Json | undefined;
  /** Where the text stops being JSON. */
  error: Span | null;
  /**
   * Where a pointer's value stands; of one that is not there, its nearest surrounding one. With `at`, the place of that
   * character of a string's value: an expression's fault lies inside its text.
   */
  span(pointer: string, at?: number): Span;
  /** Where a pointer's key stands, or its value where it has none (an item of a list, the whole). */
  keySpan(pointer: string): Span;
  position(offset: number): TextPosition;
  /** Keys that stand in their object a second time: what they name counts, what stood before is lost. */
  readonly repeated: readonly { pointer: string; key: string; span: Span }[];
}

class Broken extends Error {
  readonly offset: number;
  constructor(offset: number) {
    super('no JSON');
    this.offset = offset;
  }
}

const literals: Readonly<Record<string, Json>> = { true: true, false: false, null: null };
const space = /[\t\n\r ]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// eslint-disable-next-line no-control-regex -- JSON allows no control characters in its strings.
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const word = /[a-z]+/y;

class Reader {
  readonly text: string;
  readonly places = new Map<string, Entry>();
  readonly repeated: { pointer: string; key: string; span: Span }[] = [];
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  read(): Json {
    const value = this.value('', 0);
    this.skip();
    if (this.at < this.text.length) throw new Broken(this.at);
    return value;
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }

  private skip(): void {
    this.match(space);
  }

  private take(char: string): boolean {
    this.skip();
    if (this.text[this.at] !== char) return false;
    this.at += 1;
    return true;
  }

  private expect(char: string): void {
    if (!this.take(char)) throw new Broken(this.at);
  }

  private value(pointer: string, depth: number, key?: Span): Json {
    this.skip();
    // Deeper than any definition may be: a text of brackets alone must not overflow the stack.
    if (depth > documentLimits.jsonDepth + 1) throw new Broken(this.at);
    const start = this.at;
    // Before its parts, so that places stand in reading order.
    const entry: Entry = { start, end: start, ...(key && { key }) };
    this.places.set(pointer, entry);
    const value = this.inner(pointer, depth);
    entry.end = this.at;
    return value;
  }

  private inner(pointer: string, depth: number): Json {
    switch (this.text[this.at]) {
      case '{':
        return this.object(pointer, depth);
      case '[':
        return this.list(pointer, depth);
      case '"':
        return this.string();
      default: {
        const found = this.match(number);
        if (found !== null) return Number(found);
        const start = this.at;
        const name = this.match(word);
        if (name === null || !Object.hasOwn(literals, name)) throw new Broken(start);
        return literals[name]!;
      }
    }
  }

  private string(): string {
    const found = this.match(string);
    if (found === null) throw new Broken(this.at);
    return JSON.parse(found) as string;
  }

  private object(pointer: string, depth: number): Json {
    const entries = new Map<string, Json>();
    this.expect('{');
    if (this.take('}')) return {};
    do {
      this.skip();
      const start = this.at;
      const key = this.string();
      const span = { start, end: this.at };
      this.expect(':');
      const place = `${pointer}/${escapeSegment(key)}`;
      if (entries.has(key)) this.repeated.push({ pointer: place, key, span });
      entries.set(key, this.value(place, depth + 1, span));
    } while (this.take(','));
    this.expect('}');
    // Defines, never sets: a key that reaches a prototype is a key like any other here.
    return Object.fromEntries(entries);
  }

  private list(pointer: string, depth: number): Json {
    const items: Json[] = [];
    this.expect('[');
    if (this.take(']')) return items;
    do items.push(this.value(`${pointer}/${items.length}`, depth + 1));
    while (this.take(','));
    this.expect(']');
    return items;
  }
}

const escapeOrCharacter = /\\u[\da-fA-F]{4}|\\.|[^]/g;

/** How far into a string's JSON text, quote included, the character `index` of its value stands. */
function rawOffset(raw: string, index: number): number {
  let offset = 1;
  let seen = 0;
  for (const [unit] of raw.slice(1, -1).matchAll(escapeOrCharacter)) {
    if (seen >= index) break;
    offset += unit.length;
    seen += 1;
  }
  return offset;
}

/** Reads JSON text with the places of its parts; a text that is no JSON still has the places before its fault. */
export function parseJsonText(text: string): JsonText {
  const reader = new Reader(text);
  let value: Json | undefined;
  let error: Span | null = null;
  try {
    value = reader.read();
  } catch (thrown) {
    if (!(thrown instanceof Broken)) throw thrown;
    error = { start: thrown.offset, end: Math.min(thrown.offset + 1, text.length) };
  }
  const lines = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push(at + 1);

  const entry = (pointer: string): Entry => {
    let known = reader.places.get(pointer);
    for (let at = pointer; !known && at !== '';) {
      at = at.slice(0, at.lastIndexOf('/'));
      known = reader.places.get(at);
    }
    return known ?? { start: 0, end: text.length };
  };

  return {
    value,
    error,
    repeated: reader.repeated,
    span(pointer, at) {
      const { start, end } = entry(pointer);
      if (at === undefined || text[start] !== '"') return { start, end };
      const from = Math.min(start + rawOffset(text.slice(start, end), at), end - 1);
      return { start: from, end: end - 1 > from ? end - 1 : end };
    },
    keySpan(pointer) {
      const { start, end, key } = entry(pointer);
      return key ?? { start, end };
    },
    position(offset) {
      let low = 0;
      let high = lines.length - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (lines[middle]! <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - lines[low]! + 1 };
    },
  };
}

/** Keys that stand more than once in their object, as faults of the text; the first few are enough to mend it. */
export function repeatedKeyDiagnostics(read: JsonText): Diagnostic[] {
  return read.repeated
    .slice(0, 20)
    .map(({ pointer, key, span }) =>
      diagnostic(pointer, 'duplicate-key', { key, ...read.position(span.start) }),
    );
}

const stringAndColon = /"[^"\\]*(?:\\[^][^"\\]*)*"[\t\n\r ]*(:?)/g;

/**
 * Does any object of a valid JSON text name a key twice? Cheap: the keys that are written are counted against those of the
 * value, which `parseJsonText` then tells one by one.
 */
export function hasRepeatedKeys(text: string, value: unknown): boolean {
  let written = 0;
  for (const [, colon] of text.matchAll(stringAndColon)) if (colon === ':') written += 1;
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const one = stack.pop();
    if (typeof one !== 'object' || one === null) continue;
    const parts: unknown[] = Object.values(one);
    if (!Array.isArray(one)) written -= parts.length;
    for (const part of parts) stack.push(part);
  }
  return written !== 0;
}

import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import { parsePointer, toPointer } from '../../../contracts/json-pointer.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { diagnostic } from '../validate/diagnostics.ts';
import { documentLimits, structureDiagnostics } from '../validate/limits.ts';

/** A range of a text: offsets from 0, the end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** A position in a text: line and column from 1. */
export interface TextPosition {
  line: number;
  column: number;
}

/** A parsed JSON text: its value, and where in the text each value is written. */
export interface JsonText {
  /** Undefined when the text is not JSON. */
  value: Json | undefined;
  /** The first token that JSON does not allow. */
  error: Span | null;
  /**
   * Range of the value at a pointer, or of the nearest value around it when there is none. With `at`, the range begins at
   * that character of a string's value, as an error in an expression needs it.
   */
  span(pointer: string, at?: number): Span;
  /** Range of the key at a pointer, or of the value when it has none (an item of a list, the root). */
  keySpan(pointer: string): Span;
  position(offset: number): TextPosition;
  /** Keys that repeat one of their object. JSON keeps the value of the last. */
  readonly repeated: readonly { pointer: string; key: string; span: Span }[];
}

interface Syntax {
  tree: Node | undefined;
  error: ParseError | undefined;
}

/** JSON.parse decides whether a text is JSON; the error-tolerant parser only locates values and the first error. */
function parseSyntax(text: string): Syntax {
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    return { tree, error: errors[0] };
  } catch (error) {
    // The parser is recursive: a text of brackets alone overflows its stack.
    if (!(error instanceof RangeError)) throw error;
    return { tree: undefined, error: undefined };
  }
}

const spanOf = ({ offset, length }: { offset: number; length: number }): Span => ({
  start: offset,
  end: offset + length,
});

/** The value at a pointer with its key, or the nearest value around it. Of repeated keys the last counts, as in JSON.parse. */
function findNode(tree: Node, pointer: string): { node: Node; key: Node | undefined } {
  let found: { node: Node; key: Node | undefined } = { node: tree, key: undefined };
  for (const segment of parsePointer(pointer)) {
    const { type, children = [] } = found.node;
    let next: Node | undefined;
    let key: Node | undefined;
    if (type === 'array' && /^\d+$/.test(segment)) next = children[Number(segment)];
    else if (type === 'object') {
      [key, next] = children.findLast(({ children: pair }) => pair?.[0]?.value === segment)?.children ?? [];
    }
    if (!next) break;
    found = { node: next, key };
  }
  return found;
}

function repeatedKeys(tree: Node | undefined): JsonText['repeated'] {
  const repeated: { pointer: string; key: string; span: Span }[] = [];
  const visit = (node: Node | undefined, path: readonly (string | number)[]): void => {
    if (!node?.children || path.length > documentLimits.jsonDepth) return;
    const keys = new Set<string>();
    for (const [index, child] of node.children.entries()) {
      if (node.type === 'array') visit(child, [...path, index]);
      const [name, value] = child.type === 'property' ? child.children! : [];
      if (!name) continue;
      const key = String(name.value);
      const own = [...path, key];
      if (keys.has(key)) repeated.push({ pointer: toPointer(own), key, span: spanOf(name) });
      keys.add(key);
      visit(value, own);
    }
  };
  visit(tree, []);
  return repeated;
}

const escapeOrCharacter = /\\u[\da-fA-F]{4}|\\.|[^]/g;

/** Offset in a string's JSON text, its quote included, of the character `index` of its value. */
function rawOffset(raw: string, index: number): number {
  let offset = 1;
  let count = 0;
  for (const [unit] of raw.slice(1, -1).matchAll(escapeOrCharacter)) {
    if (count >= index) break;
    offset += unit.length;
    count += 1;
  }
  return offset;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Evaluates on the first call and answers the same value from then on. */
function once<T>(evaluate: () => T): () => T {
  let known: { value: T } | undefined;
  return () => (known ??= { value: evaluate() }).value;
}

/** Parses JSON text. Values are located when a position is first read, those before an error too. */
export function parseJsonText(text: string): JsonText {
  const syntax = once(() => parseSyntax(text));
  const repeated = once(() => repeatedKeys(syntax().tree));
  const starts = once(() => lineStarts(text));
  let value: Json | undefined;
  let error: Span | null = null;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    const found = syntax().error ?? { offset: text.length, length: 0 };
    error = { start: found.offset, end: Math.min(found.offset + Math.max(1, found.length), text.length) };
  }

  const spansOf = (pointer: string): { value: Span; key: Span | undefined } => {
    const { tree } = syntax();
    if (!tree) return { value: { start: 0, end: text.length }, key: undefined };
    const { node, key } = findNode(tree, pointer);
    return { value: spanOf(node), key: key && spanOf(key) };
  };

  return {
    value,
    error,
    get repeated() {
      return repeated();
    },
    span(pointer, at) {
      const { start, end } = spansOf(pointer).value;
      if (at === undefined || text[start] !== '"') return { start, end };
      const from = Math.min(start + rawOffset(text.slice(start, end), at), end - 1);
      return { start: from, end: end - 1 > from ? end - 1 : end };
    },
    keySpan(pointer) {
      const { value: own, key } = spansOf(pointer);
      return key ?? own;
    },
    position(offset) {
      const lines = starts();
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

/** Bytes of a text in UTF-8. Core knows neither Node nor the browser, and so no encoder. */
function byteLength(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // A surrogate pair takes four bytes: two for each half.
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff)) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}

/** Parses the JSON text of a definition. Reports texts that are too large, not JSON, or contain forbidden keys. */
export function parseDocument(
  text: string,
): { document: unknown; diagnostics: [] } | { document: null; diagnostics: Diagnostic[] } {
  const size = byteLength(text);
  if (size > documentLimits.bytes) {
    const limit = documentLimits.bytes;
    return { document: null, diagnostics: [diagnostic('', 'too-large', { size, limit })] };
  }
  const { value, error, position } = parseJsonText(text);
  if (error) {
    return { document: null, diagnostics: [diagnostic('', 'json', { ...position(error.start) })] };
  }
  const diagnostics = structureDiagnostics(value);
  return diagnostics.length > 0 ? { document: null, diagnostics } : { document: value, diagnostics: [] };
}

/** Reports repeated keys, the first few of a text. */
export function repeatedKeyDiagnostics({ repeated, position }: JsonText): Diagnostic[] {
  return repeated
    .slice(0, 20)
    .map(({ pointer, key, span }) => diagnostic(pointer, 'duplicate-key', { key, ...position(span.start) }));
}

const stringAndColon = /"[^"\\]*(?:\\[^][^"\\]*)*"[\t\n\r ]*(:?)/g;

/**
 * Whether any object of a valid JSON text repeats a key. Compares the number of keys in the text with that in the value,
 * which costs a third of what locating them does; `repeatedKeyDiagnostics` then names them.
 */
export function hasRepeatedKeys(text: string, value: unknown): boolean {
  let difference = 0;
  for (const [, colon] of text.matchAll(stringAndColon)) if (colon === ':') difference += 1;
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const one = stack.pop();
    if (typeof one !== 'object' || one === null) continue;
    const items: unknown[] = Object.values(one);
    if (!Array.isArray(one)) difference -= items.length;
    for (const item of items) stack.push(item);
  }
  return difference !== 0;
}

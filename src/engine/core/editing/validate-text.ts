import { escapeSegment } from '../../../contracts/json-pointer.ts';
import { isObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import {
  parseJsonText,
  repeatedKeyDiagnostics,
  type JsonText,
  type Span,
  type TextPosition,
} from '../json/text.ts';
import type { Registry } from '../language/registry.ts';
import { validateDocument, type ValidateOptions } from '../validate/document.ts';
import { diagnostic } from '../validate/diagnostics.ts';
import { structureDiagnostics } from '../validate/limits.ts';
import { validateNode } from '../validate/nodes.ts';
import { parseDocument } from '../json/text.ts';
import { widgetDiagnostics } from '../validate/schema-diagnostics.ts';
import { fixOf, type TextFix } from './fixes.ts';
import { outlineOf, type OutlineRow } from './outline.ts';
import type { EditedKind } from './schemas.ts';

/** A diagnostic of a definition's text, with its position in the text. */
export interface TextDiagnostic extends Diagnostic {
  from: TextPosition;
  to: TextPosition;
  /** The change that mends it; null when there is no likely one. */
  fix: TextFix | null;
}

/** A validated text; `value` is undefined when the text is not JSON. */
export interface ValidatedText {
  /** The text that fixes and outline belong to. */
  text: string;
  value: unknown;
  diagnostics: TextDiagnostic[];
  /** The parts of a definition; empty for other texts. */
  outline: OutlineRow[];
}

/** Codes of diagnostics that concern a key and not its value. */
const keyCodes: ReadonlySet<string> = new Set([
  'forbidden-key',
  'duplicate-key',
  'unknown-event',
  'no-events',
  'no-children',
  'no-slots',
  'unknown-slot',
  'no-sources',
  'unknown-source-name',
  'form-name',
]);

function spanOf(read: JsonText, text: string, { pointer, code, values }: Diagnostic): Span {
  if (code === 'json' && read.error) return read.error;
  if ((code === 'unknown-key' || code === 'key-name') && typeof values.key === 'string') {
    return read.keySpan(`${pointer}/${escapeSegment(values.key)}`);
  }
  // `position` points into an expression.
  const { position } = values;
  if (keyCodes.has(code) && position === undefined) return read.keySpan(pointer);
  const span = read.span(pointer, typeof position === 'number' ? position : undefined);
  // Objects and lists are underlined only at their start, since an underline over many lines is no help.
  return text[span.start] === '{' || text[span.start] === '[' ? startSpan(read, pointer, span) : span;
}

function startSpan(read: JsonText, pointer: string, span: Span): Span {
  const key = read.keySpan(pointer);
  return key.start === span.start ? { start: span.start, end: span.start + 1 } : key;
}

function withPositions(
  read: JsonText,
  text: string,
  found: readonly Diagnostic[],
  registry: Registry,
): TextDiagnostic[] {
  return found
    .map((one) => ({ one, span: spanOf(read, text, one) }))
    .sort((a, b) => a.span.start - b.span.start)
    .map(({ one, span }) => ({
      ...one,
      // Line and column belong in the message of a JSON syntax error.
      ...(one.code === 'json' && { values: { ...read.position(span.start) } }),
      from: read.position(span.start),
      to: read.position(Math.max(span.end, span.start + 1)),
      fix: fixOf(read, text, one, registry),
    }));
}

async function diagnosticsOf(
  value: unknown,
  kind: EditedKind,
  registry: Registry,
  options: ValidateOptions,
): Promise<Diagnostic[]> {
  if (kind === 'json') return structureDiagnostics(value);
  if (kind === 'node') return validateNode({ node: value, pointer: '', names: [] }, registry);
  if (!kind.startsWith('props:')) {
    const diagnostics = await validateDocument(value, registry, options);
    const own = isObject(value) && typeof value.kind === 'string' ? value.kind : kind;
    return own === kind
      ? diagnostics
      : [diagnostic('/kind', 'value', { expected: JSON.stringify(kind) }), ...diagnostics];
  }
  const spec = registry.get(kind.slice(6));
  if (!spec) return [diagnostic('', 'unknown-type', { type: kind.slice(6) })];
  return isObject(value) ? widgetDiagnostics(spec, value) : [diagnostic('', 'type', { expected: 'object' })];
}

/**
 * Validates a definition's text with the server's rules and returns its diagnostics in reading order. The kind
 * `json` only requires valid JSON. Never throws.
 */
export async function validateText(
  text: string,
  kind: EditedKind,
  registry: Registry,
  options: ValidateOptions = {},
): Promise<ValidatedText> {
  const read = parseJsonText(text);
  const isDocument = kind !== 'json' && kind !== 'node' && !kind.startsWith('props:');
  const outline = isDocument ? outlineOf(text, registry) : [];
  if (read.error) {
    const { line, column } = read.position(read.error.start);
    return {
      text,
      value: undefined,
      diagnostics: withPositions(read, text, [diagnostic('', 'json', { line, column })], registry),
      outline,
    };
  }
  const parsed = parseDocument(text);
  const diagnostics =
    parsed.diagnostics.length > 0
      ? parsed.diagnostics
      : await diagnosticsOf(parsed.document, kind, registry, options);
  return {
    text,
    value: read.value,
    diagnostics: withPositions(read, text, [...repeatedKeyDiagnostics(read), ...diagnostics], registry),
    outline,
  };
}

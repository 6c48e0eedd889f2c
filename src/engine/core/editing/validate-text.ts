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
import type { Registry } from '../registry.ts';
import { validateDocument, type ValidateOptions } from '../validate/document.ts';
import { diagnostic } from '../validate/diagnostics.ts';
import { structureDiagnostics } from '../validate/limits.ts';
import { validateNode } from '../validate/nodes.ts';
import { parseDocument } from '../json/text.ts';
import { widgetDiagnostics } from '../validate/schema-diagnostics.ts';
import type { EditedKind } from './schemas.ts';

/** A fault of a definition's text, with its place in the text. */
export interface TextDiagnostic extends Diagnostic {
  from: TextPosition;
  to: TextPosition;
}

/** What a checked text holds; `value` is undefined when it is no JSON. */
export interface ValidatedText {
  value: unknown;
  diagnostics: TextDiagnostic[];
}

/** Rules about a key, whose value may be fine. */
const ofKeys: ReadonlySet<string> = new Set([
  'forbidden-key',
  'duplicate-key',
  'unknown-event',
  'no-events',
  'no-children',
  'form-name',
]);

function spanOf(read: JsonText, text: string, { pointer, code, values }: Diagnostic): Span {
  if (code === 'json' && read.error) return read.error;
  if ((code === 'unknown-key' || code === 'key-name') && typeof values.key === 'string') {
    return read.keySpan(`${pointer}/${escapeSegment(values.key)}`);
  }
  // Of a place inside an expression.
  const { position } = values;
  if (ofKeys.has(code) && position === undefined) return read.keySpan(pointer);
  const span = read.span(pointer, typeof position === 'number' ? position : undefined);
  // Of a whole object or list only where it begins: an underline over many lines shows nothing.
  return text[span.start] === '{' || text[span.start] === '[' ? beginning(read, pointer, span) : span;
}

function beginning(read: JsonText, pointer: string, span: Span): Span {
  const key = read.keySpan(pointer);
  return key.start === span.start ? { start: span.start, end: span.start + 1 } : key;
}

function placed(read: JsonText, text: string, found: readonly Diagnostic[]): TextDiagnostic[] {
  return found
    .map((one) => ({ one, span: spanOf(read, text, one) }))
    .sort((a, b) => a.span.start - b.span.start)
    .map(({ one, span }) => ({
      ...one,
      // A position inside the text's own lines is what the person is told.
      ...(one.code === 'json' && { values: { ...read.position(span.start) } }),
      from: read.position(span.start),
      to: read.position(Math.max(span.end, span.start + 1)),
    }));
}

async function diagnosticsOf(
  value: unknown,
  kind: EditedKind,
  registry: Registry,
  options: ValidateOptions,
): Promise<Diagnostic[]> {
  if (kind === 'json') return structureDiagnostics(value);
  if (kind === 'node') return validateNode({ node: value, pointer: '', inRow: false }, registry);
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
 * Everything that is wrong with a definition's text, in reading order. The same rules as on the server; `json` as kind
 * asks for no more than that it is JSON. Never throws, whatever the text.
 */
export async function validateText(
  text: string,
  kind: EditedKind,
  registry: Registry,
  options: ValidateOptions = {},
): Promise<ValidatedText> {
  const read = parseJsonText(text);
  if (read.error) {
    const { line, column } = read.position(read.error.start);
    return { value: undefined, diagnostics: placed(read, text, [diagnostic('', 'json', { line, column })]) };
  }
  const parsed = parseDocument(text);
  const diagnostics =
    parsed.diagnostics.length > 0
      ? parsed.diagnostics
      : await diagnosticsOf(parsed.document, kind, registry, options);
  return {
    value: read.value,
    diagnostics: placed(read, text, [...repeatedKeyDiagnostics(read), ...diagnostics]),
  };
}

import type { JsonObject } from '../../../contracts/json.ts';
import type { DefinitionFault } from '../contract.ts';
import { readJson, repeatedKeyFaults, type ReadJson, type Span, type TextPlace } from '../json/places.ts';
import type { Registry } from '../registry.ts';
import { validateDocument, type ValidateOptions } from '../validate/document.ts';
import { escapePointer, fault } from '../validate/faults.ts';
import { structureFaults } from '../validate/limits.ts';
import { validateNode } from '../validate/node.ts';
import { parseDocument } from '../validate/parse.ts';
import { widgetFaults } from '../validate/props.ts';
import type { EditedKind } from './schemas.ts';

/** A fault of a definition's text, with its place in the text. */
export interface TextFault extends DefinitionFault {
  from: TextPlace;
  to: TextPlace;
}

/** What a checked text holds; `value` is undefined when it is no JSON. */
export interface CheckedText {
  value: unknown;
  faults: TextFault[];
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rules about a key, whose value may be fine. */
const ofKeys: ReadonlySet<string> = new Set([
  'forbidden-key',
  'duplicate-key',
  'unknown-event',
  'no-events',
  'no-children',
  'form-name',
]);

function spanOf(read: ReadJson, text: string, { pointer, code, values }: DefinitionFault): Span {
  if (code === 'json' && read.error) return read.error;
  if ((code === 'unknown-key' || code === 'key-name') && typeof values.key === 'string') {
    return read.keySpan(`${pointer}/${escapePointer(values.key)}`);
  }
  // Of a place inside an expression.
  const { position } = values;
  if (ofKeys.has(code) && position === undefined) return read.keySpan(pointer);
  const span = read.span(pointer, typeof position === 'number' ? position : undefined);
  // Of a whole object or list only where it begins: an underline over many lines shows nothing.
  return text[span.start] === '{' || text[span.start] === '[' ? beginning(read, pointer, span) : span;
}

function beginning(read: ReadJson, pointer: string, span: Span): Span {
  const key = read.keySpan(pointer);
  return key.start === span.start ? { start: span.start, end: span.start + 1 } : key;
}

function placed(read: ReadJson, text: string, found: readonly DefinitionFault[]): TextFault[] {
  return found
    .map((one) => ({ one, span: spanOf(read, text, one) }))
    .sort((a, b) => a.span.start - b.span.start)
    .map(({ one, span }) => ({
      ...one,
      // A position inside the text's own lines is what the person is told.
      ...(one.code === 'json' && { values: { ...read.place(span.start) } }),
      from: read.place(span.start),
      to: read.place(Math.max(span.end, span.start + 1)),
    }));
}

async function faultsOf(
  value: unknown,
  kind: EditedKind,
  registry: Registry,
  options: ValidateOptions,
): Promise<DefinitionFault[]> {
  if (kind === 'json') return structureFaults(value);
  if (kind === 'node') return validateNode(value, registry);
  if (!kind.startsWith('props:')) {
    const faults = await validateDocument(value, registry, options);
    const own = isObject(value) && typeof value.kind === 'string' ? value.kind : kind;
    return own === kind ? faults : [fault('/kind', 'value', { expected: JSON.stringify(kind) }), ...faults];
  }
  const spec = registry.get(kind.slice(6));
  if (!spec) return [fault('', 'unknown-type', { type: kind.slice(6) })];
  return isObject(value) ? widgetFaults(spec, value) : [fault('', 'type', { expected: 'object' })];
}

/**
 * Everything that is wrong with a definition's text, in reading order. The same rules as on the server; `json` as kind
 * asks for no more than that it is JSON. Never throws, whatever the text.
 */
export async function checkText(
  text: string,
  kind: EditedKind,
  registry: Registry,
  options: ValidateOptions = {},
): Promise<CheckedText> {
  const read = readJson(text);
  if (read.error) {
    const { line, column } = read.place(read.error.start);
    return { value: undefined, faults: placed(read, text, [fault('', 'json', { line, column })]) };
  }
  const parsed = parseDocument(text);
  const faults =
    parsed.faults.length > 0 ? parsed.faults : await faultsOf(parsed.document, kind, registry, options);
  return { value: read.value, faults: placed(read, text, [...repeatedKeyFaults(read), ...faults]) };
}

import type { Diagnostic } from '../contract.ts';
import { diagnostic } from './diagnostics.ts';
import { documentLimits, structureDiagnostics } from './limits.ts';

/** Bytes of a text in UTF-8, without an encoder: core knows neither Node nor the browser. */
function byteLength(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // A surrogate pair is four bytes: two for each of its halves.
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff)) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}

/** Where in the text the parser gave up, as people count: lines and columns from 1. */
function placeOf(error: unknown, text: string): { line: number; column: number } {
  const message = error instanceof Error ? error.message : '';
  const found = /position (\d+)/.exec(message)?.[1];
  // A text that is cut off ends too early: the engine then names no position.
  const before = text.slice(0, found === undefined ? text.length : Number(found));
  const line = before.split('\n').length;
  return { line, column: before.length - before.lastIndexOf('\n') };
}

/** Reads a definition's JSON text; cut-off or over-large texts and keys that reach a prototype are faults, not exceptions. */
export function parseDocument(
  text: string,
): { document: unknown; diagnostics: [] } | { document: null; diagnostics: Diagnostic[] } {
  const size = byteLength(text);
  if (size > documentLimits.bytes) {
    return {
      document: null,
      diagnostics: [diagnostic('', 'too-large', { size, limit: documentLimits.bytes })],
    };
  }
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return { document: null, diagnostics: [diagnostic('', 'json', placeOf(error, text))] };
  }
  const diagnostics = structureDiagnostics(document);
  return diagnostics.length > 0 ? { document: null, diagnostics } : { document, diagnostics: [] };
}

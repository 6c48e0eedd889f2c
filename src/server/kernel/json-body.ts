import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isExact } from '../../contracts/exact-number.ts';
import type { Diagnostic } from '../../contracts/definitions.ts';
import type { FieldError } from '../../contracts/errors.ts';
import {
  diagnostic,
  hasRepeatedKeys,
  parseJsonText,
  repeatedKeyDiagnostics,
  structureDiagnostics,
} from '../../engine/core/index.ts';
import { diagnosticErrors } from './diagnostic-errors.ts';
import { languageOf } from './texts.ts';

/** A body that is no JSON or has forbidden or repeated keys; each error names the position and the remedy. */
export class UnreadableBody extends Error {
  readonly errors: FieldError[];

  constructor(errors: FieldError[]) {
    super('the body is no JSON that is taken');
    this.name = 'UnreadableBody';
    this.errors = errors;
  }
}

/** Few bodies have so long a number; a text may have one too. */
const longNumber = /(?:^|[\s:,[])-?\d{16}/;
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const longInteger = /^-?\d{16,}$/;
/** Stands in a text for a number that is not kept exactly; nobody outside knows it. */
const mark = randomUUID();

/** The value of a JSON text, with NaN in place of each integer that a number does not keep exactly. */
function markInexact(text: string, body: unknown): unknown {
  if (!longNumber.test(text)) return body;
  const marked = text.replace(textOrNumber, (token) =>
    longInteger.test(token) && !isExact(token) ? `"${mark}"` : token,
  );
  return JSON.parse(marked, (_key, value: unknown) => (value === mark ? NaN : value));
}

/** Explains why the parser refused a text: it is no JSON, or has a key that reaches a prototype. */
function diagnosticsOf(text: string): Diagnostic[] {
  const read = parseJsonText(text);
  if (!read.error) return structureDiagnostics(read.value);
  return [diagnostic('', 'json', { ...read.position(read.error.start) })];
}

function unreadable(request: FastifyRequest, diagnostics: readonly Diagnostic[]): UnreadableBody {
  return new UnreadableBody(diagnosticErrors(diagnostics, languageOf(request.headers['accept-language'])));
}

/** Parses JSON bodies as Fastify does, and names the position of an error in those it refuses. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    void parse(request, text, (error, body: unknown) => {
      const { spec } = request.routeOptions.config;
      if (error) done(unreadable(request, diagnosticsOf(text)));
      else if (spec?.uniqueKeys && hasRepeatedKeys(text, body)) {
        done(unreadable(request, repeatedKeyDiagnostics(parseJsonText(text))));
      } else done(null, markInexact(text, body));
    });
  });
}

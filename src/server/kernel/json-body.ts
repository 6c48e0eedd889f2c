import type { FastifyInstance, FastifyRequest } from 'fastify';
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

/** A body that is no JSON, or says what JSON should not: where, and what to do. */
export class UnreadableBody extends Error {
  readonly errors: FieldError[];

  constructor(errors: FieldError[]) {
    super('the body is no JSON that is taken');
    this.name = 'UnreadableBody';
    this.errors = errors;
  }
}

/** Why the parser refused a text: it breaks off, or a key of it reaches a prototype. */
function diagnosticsOf(text: string): Diagnostic[] {
  const read = parseJsonText(text);
  if (!read.error) return structureDiagnostics(read.value);
  return [diagnostic('', 'json', { ...read.position(read.error.start) })];
}

function unreadable(request: FastifyRequest, diagnostics: readonly Diagnostic[]): UnreadableBody {
  return new UnreadableBody(diagnosticErrors(diagnostics, languageOf(request.headers['accept-language'])));
}

/** Reads JSON bodies as Fastify does, and says of those it refuses what is wrong where. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    void parse(request, text, (error, body: unknown) => {
      const { spec } = request.routeOptions.config;
      if (error) done(unreadable(request, diagnosticsOf(text)));
      else if (spec?.uniqueKeys && hasRepeatedKeys(text, body)) {
        done(unreadable(request, repeatedKeyDiagnostics(parseJsonText(text))));
      } else done(null, body);
    });
  });
}

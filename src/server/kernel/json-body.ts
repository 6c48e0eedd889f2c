import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DefinitionFault } from '../../contracts/definitions.ts';
import type { FieldFault } from '../../contracts/errors.ts';
import {
  fault,
  hasRepeatedKeys,
  readJson,
  repeatedKeyFaults,
  structureFaults,
} from '../../engine/core/index.ts';
import { inWords } from './fault-texts.ts';
import { languageOf } from './texts.ts';

/** A body that is no JSON, or says what JSON should not: where, and what to do. */
export class UnreadableBody extends Error {
  readonly faults: FieldFault[];

  constructor(faults: FieldFault[]) {
    super('the body is no JSON that is taken');
    this.name = 'UnreadableBody';
    this.faults = faults;
  }
}

/** Why the parser refused a text: it breaks off, or a key of it reaches a prototype. */
function faultsOf(text: string): DefinitionFault[] {
  const read = readJson(text);
  if (!read.error) return structureFaults(read.value);
  return [fault('', 'json', { ...read.place(read.error.start) })];
}

function unreadable(request: FastifyRequest, faults: readonly DefinitionFault[]): UnreadableBody {
  return new UnreadableBody(inWords(faults, languageOf(request.headers['accept-language'])));
}

/** Reads JSON bodies as Fastify does, and says of those it refuses what is wrong where. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    void parse(request, text, (error, body: unknown) => {
      const { spec } = request.routeOptions.config;
      if (error) done(unreadable(request, faultsOf(text)));
      else if (spec?.uniqueKeys && hasRepeatedKeys(text, body)) {
        done(unreadable(request, repeatedKeyFaults(readJson(text))));
      } else done(null, body);
    });
  });
}

import { Type } from 'typebox';
import type { Resource } from '../../kernel/contract.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { route } from '../../kernel/route.ts';
import {
  readDefinitions,
  type BrokenDefinition,
  type BundledDefinition,
} from '../../services/definitions/bundled.ts';
import { createDefinitions, type Refused } from '../../services/definitions/definitions.ts';

const definitionReply = {
  definition: Type.Unknown(),
  version: Type.Integer(),
  source: Type.Union([Type.Literal('bundled'), Type.Literal('tenant')]),
  publishedVersion: Type.Integer(),
  faults: Type.Array(
    Type.Object({
      pointer: Type.String(),
      code: Type.String(),
      values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
      severity: Type.Union([Type.Literal('error'), Type.Literal('warning')]),
    }),
  ),
};

/** Definitions as their reader may see them: what the caller's permissions forbid is not in the bytes. */
export function definitionsResource(
  bundled?: BundledDefinition[],
  broken: BrokenDefinition[] = [],
): Resource {
  const definitions = createDefinitions(
    bundled ?? readDefinitions(undefined, (one) => broken.push(one)),
    broken,
  );
  return {
    name: 'definitions',
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/def/screen',
        access: 'session',
        summary: 'The screen behind an address of the application, with the parameters of its path',
        etag: true,
        input: { query: Type.Object({ path: Type.String({ minLength: 1, maxLength: 2000 }) }) },
        reply: Type.Object({ ...definitionReply, params: Type.Record(Type.String(), Type.String()) }),
        handle: (ctx, { query }) => answer(definitions.resolve(ctx.caller.grants, query.path)),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/def/:kind/:id',
        access: 'session',
        summary: 'A definition: the published one of the tenant, else the one that ships with the product',
        etag: true,
        input: {
          params: Type.Object({
            kind: Type.Unsafe<'screen' | 'form' | 'dashboard' | 'entity'>({
              type: 'string',
              enum: ['screen', 'form', 'dashboard', 'entity'],
            }),
            id: Type.String({ minLength: 1, maxLength: 64 }),
          }),
        },
        reply: Type.Object(definitionReply),
        handle: (ctx, { params }) => answer(definitions.get(ctx.caller.grants, params.kind, params.id)),
      }),
    ],
  };
}

async function answer<T extends object>(found: T | Refused): Promise<T> {
  if (found === 'unknown') throw notFound();
  if (found === 'broken') throw new AppError('INTERNAL', { cause: new Error('DEFINITION_BROKEN') });
  if (found === 'forbidden') throw new AppError('FORBIDDEN');
  return found;
}

import { Type } from 'typebox';
import type { Json, JsonObject } from '../../../../contracts/json.ts';
import { Reply, type Resource } from '../../../kernel/contract.ts';
import { route } from '../../../kernel/route.ts';
import type { DatasetComposer } from '../composition/composer.ts';
import { pathUses, startChoices, type PathUse } from '../composition/path-choices.ts';
import { composition } from '../composition/wire.ts';
import { definitionScreen } from '../../definitions/index.ts';

const may = (verb: 'read' | 'create' | 'update') => ({ screen: definitionScreen, verb }) as const;

const params = Type.Object({ id: Type.String({ pattern: '^[a-z][a-z0-9-]{0,63}$' }) });
const choice = { value: Type.String(), label: Type.String() };
const saved = Type.Object({ id: Type.String(), version: Type.Integer() });
const savedBesideOthers = Type.Object({
  ...saved.properties,
  merged: Type.Union([Type.Object({ author: Type.Union([Type.String(), Type.Null()]) }), Type.Null()], {
    description: 'Person who saved in between, whose changes the draft has too; null when nobody did.',
  }),
});
const refusals = ['DEFINITION_INVALID', 'BAD_JSON', 'RULE_BROKEN'] as const;

/** Datasets as a form composes them. The form sends names of fields and values, never a query. */
export function datasetComposerResource(composer: DatasetComposer): Resource {
  return {
    name: 'datasetComposer',
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/dataset/-/entities',
        access: may('read'),
        summary: '$routes.dataset.entities',
        input: { query: Type.Object({}) },
        reply: Type.Object({
          rows: Type.Array(Type.Object(choice)),
          starts: Type.Array(
            Type.Object({ value: Type.String(), choices: Type.Array(Type.Object(choice)) }),
            { description: 'Values that parameters can begin with, by the types that have few.' },
          ),
        }),
        handle: (ctx) => Promise.resolve({ rows: composer.entities(ctx), starts: startChoices(ctx) }),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/dataset/-/paths',
        access: may('read'),
        summary: '$routes.dataset.paths',
        input: {
          query: Type.Object({
            from: Type.String({ maxLength: 64, description: 'Entity that the paths begin at.' }),
          }),
        },
        reply: Type.Object({
          rows: Type.Array(
            Type.Object({
              ...choice,
              type: Type.String(),
              uses: Type.Array(Type.Unsafe<PathUse>({ type: 'string', enum: [...pathUses] })),
              operators: Type.Array(Type.Object(choice)),
              buckets: Type.Array(Type.Object(choice)),
              choices: Type.Array(Type.Object(choice)),
            }),
          ),
        }),
        handle: (ctx, { query }) => Promise.resolve({ rows: composer.paths(ctx, query.from) }),
      }),
      route({
        method: 'POST',
        url: '/adm/v2/dataset/-/composition/rows',
        access: may('update'),
        reads: true,
        summary: '$routes.dataset.composedRows',
        errors: [...refusals, 'FORBIDDEN', 'BAD_FILTERS', 'TIMED_OUT'],
        input: { body: Type.Object({ composition }) },
        reply: Type.Object({
          columns: Type.Array(
            Type.Object({ name: Type.String(), title: Type.String(), cell: Type.String() }),
          ),
          rows: Type.Array(Type.Unsafe<JsonObject>({ type: 'object', additionalProperties: true })),
          truncated: Type.Boolean(),
          isEmpty: Type.Boolean(),
        }),
        handle: (ctx, { body }) => composer.sample(ctx, body.composition),
      }),
      route({
        method: 'POST',
        url: '/adm/v2/dataset/-/composition/explain',
        access: may('update'),
        reads: true,
        summary: '$routes.dataset.composedExplain',
        errors: [...refusals, 'FORBIDDEN', 'BAD_FILTERS', 'TIMED_OUT'],
        input: { body: Type.Object({ composition }) },
        reply: Type.Object({
          sql: Type.String(),
          parameters: Type.Array(Type.Unsafe<Json>({})),
          plan: Type.String(),
          milliseconds: Type.Union([Type.Number(), Type.Null()]),
          cache: Type.String(),
        }),
        async handle(ctx, { body }) {
          const found = await composer.explain(ctx, body.composition);
          if (found === null)
            return { sql: '', parameters: [], plan: '', milliseconds: null, cache: 'first' };
          const { sql, parameters, plan, milliseconds, cache } = found;
          return { sql, parameters, plan: plan.join('\n'), milliseconds, cache };
        },
      }),
      route({
        method: 'GET',
        url: '/adm/v2/dataset/:id/-/composition',
        access: may('read'),
        summary: '$routes.dataset.composition',
        input: { params },
        reply: Type.Object({
          composition,
          version: Type.Integer(),
          publishedVersion: Type.Integer(),
          isDraft: Type.Boolean(),
          isBundled: Type.Boolean(),
        }),
        handle: (ctx, { params: { id } }) => composer.read(ctx, id),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/dataset/:id/-/broken',
        access: may('read'),
        summary: '$routes.dataset.broken',
        input: { params },
        reply: Type.Object({
          rows: Type.Array(Type.Object({ kind: Type.String(), id: Type.String(), title: Type.String() })),
        }),
        handle: async (ctx, { params: { id } }) => ({ rows: await composer.brokenUsers(ctx, id) }),
      }),
      route({
        method: 'POST',
        url: '/adm/v2/dataset/-/composition',
        access: may('create'),
        summary: 'Save a new dataset that a form composed, as a draft',
        status: 201,
        errors: [...refusals, 'ALREADY_EXISTS', 'FORBIDDEN'],
        transaction: 'own',
        // A repeated call is refused, since the id exists already.
        idempotent: false,
        input: { body: Type.Object({ composition }) },
        reply: saved,
        handle: async (ctx, { body }) =>
          new Reply(await composer.create(ctx, body.composition), 'messages.definitions.saved'),
      }),
      route({
        method: 'PUT',
        url: '/adm/v2/dataset/:id/-/composition',
        access: may('update'),
        summary:
          'Save a dataset that a form composed, as a draft, merged with changes that others saved since its version',
        errors: [...refusals, 'VERSION_CONFLICT', 'FORBIDDEN'],
        transaction: 'own',
        input: {
          params,
          body: Type.Object({ composition, version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) }),
        },
        reply: savedBesideOthers,
        handle: async (ctx, { params: { id }, body }) =>
          new Reply(await composer.save(ctx, id, body), 'messages.definitions.saved'),
      }),
    ],
  };
}

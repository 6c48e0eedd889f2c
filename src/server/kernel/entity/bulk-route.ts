import { Type } from 'typebox';
import type { Access, Verb } from '../../../contracts/access.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { assertAllowed } from '../access.ts';
import type { Context, RouteSpec } from '../contract.ts';
import { AppError } from '../errors.ts';
import { route } from '../route.ts';
import { BULK_LIMIT, bulkResult, isChange } from './bulk.ts';
import type { EntityLists, ListInput } from './list.ts';
import { fieldLabel, type EntityModel } from './entity-model.ts';
import { filterParameters, recordBody } from './schemas.ts';

/** Gestures on records. Both answer in the order of the keys, with the error of each record that was refused. */
interface RecordGestures {
  change(ctx: Context, keys: readonly number[], set: JsonObject): Promise<readonly unknown[]>;
  remove(ctx: Context, keys: readonly number[]): Promise<readonly unknown[]>;
}

const result = Type.Object({
  id: Type.Integer(),
  ok: Type.Boolean(),
  message: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
});

/** The route that changes or deletes several records of an entity. */
export function bulkRoute(
  model: EntityModel,
  lists: EntityLists,
  { change, remove }: RecordGestures,
): RouteSpec {
  const url = model.address;
  const may = (verb: Verb): { screen: string; verb: Verb } => ({ screen: model.screen, verb });
  const labels: RouteSpec['labels'] = (lang, name) => fieldLabel(model, lang, name);
  return route({
    method: 'POST',
    url: `${url}/-/bulk`,
    access: { any: [may('update'), may('delete')] },
    summary: 'Change or delete several records',
    errors: ['BAD_FILTERS'],
    input: {
      body: Type.Object({
        ids: Type.Optional(
          Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
            minItems: 1,
            maxItems: BULK_LIMIT,
            uniqueItems: true,
          }),
        ),
        filters: Type.Optional(
          Type.Partial(Type.Object({ ...filterParameters(model), filters: Type.String() })),
        ),
        set: Type.Optional(recordBody(model, 'duplicate')),
        delete: Type.Optional(Type.Literal(true)),
      }),
    },
    labels,
    reply: Type.Object({ results: Type.Array(result) }),
    async handle(ctx, { body }) {
      const given = body as { ids?: number[]; filters?: ListInput; set?: JsonObject } & JsonObject;
      if (!isChange(given) || (given.ids === undefined) === (given.filters === undefined))
        throw new AppError('VALIDATION_FAILED', { message: 'errors.entity.bulk' });
      assertAllowed(ctx.caller, may(given.set ? 'update' : 'delete') as Access, false);
      const keys = given.ids ?? (await lists.keys(ctx, given.filters ?? {}, BULK_LIMIT));
      if (keys.length > BULK_LIMIT)
        throw new AppError('VALIDATION_FAILED', {
          message: 'errors.entity.bulkLimit',
          params: { limit: BULK_LIMIT },
        });
      const { set } = given;
      const outcomes = await (set ? change(ctx, keys, set) : remove(ctx, keys));
      return { results: keys.map((key, at) => bulkResult(ctx, key, outcomes[at])) };
    },
  });
}

import { allows, type Access, type Verb } from '../../../contracts/access.ts';
import type { Json } from '../../../contracts/json.ts';
import type { Context } from '../contract.ts';
import { filterSql, type RuleContext } from './filters.ts';
import type { EntityModel } from './entity-model.ts';
import type { Statement } from './statement.ts';

/** The conditions on the table `t` that records must match for the caller and a verb; `true` when no rule applies. */
export function rowRules(ctx: RuleContext, model: EntityModel, verb: Verb, statement: Statement): string {
  const scope = { ctx, model, statement, find: (name: string) => model.byName.get(name) };
  const parts = (model.document.rows ?? [])
    .filter(({ verbs }) => verbs === undefined || verbs.includes(verb))
    .filter(({ unless }) => !unless || !allows(ctx.caller.grants, unless as Access, model.screen))
    .map(({ where }) => filterSql(scope, where as unknown as Json));
  return parts.length === 0 ? 'true' : parts.join(' and ');
}

/** Whether a policy of the database hides records of an entity from some people, without a rule of its declaration. */
export const hidesRows = ({ document }: Pick<EntityModel, 'document'>): boolean => document.hidden === true;

/** Whether rules limit the verb for this caller. */
export const hasRowRules = (
  ctx: Pick<Context, 'caller' | 'tenant'>,
  model: EntityModel,
  verb: Verb,
): boolean =>
  (model.document.rows ?? []).some(
    ({ verbs, unless }) =>
      (verbs === undefined || verbs.includes(verb)) &&
      (!unless || !allows(ctx.caller.grants, unless as Access, model.screen)),
  );

/** Whether a rule of one of the entities refers to the caller's unit, or to the day. */
export const rulesName = (models: readonly EntityModel[], reference: 'user.unit' | 'today'): boolean =>
  models.some(({ document: { rows } }) => JSON.stringify(rows ?? []).includes(reference));

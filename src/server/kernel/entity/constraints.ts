import { violatedConstraint } from '../../db/database-errors.ts';
import type { Text } from '../../../engine/core/index.ts';
import type { Context } from '../contract.ts';
import { AppError, ruleBroken } from '../errors.ts';
import { text } from '../texts.ts';
import { entityText, type EntityModel, type ModelField } from './model.ts';

/** A set of fields whose values belong to one record, and the text for a second one. */
interface UniqueRule {
  fields: readonly ModelField[];
  message: Text | undefined;
  /** Name of the index, by convention. */
  index: string;
}

export function uniqueRules(model: EntityModel): UniqueRule[] {
  const rule = (names: readonly string[], message?: Text): UniqueRule => {
    const fields = names.flatMap((name) => model.byName.get(name) ?? []);
    const columns = fields.map(({ column }) => column);
    return { fields, message, index: `${model.table}_${columns.join('_')}_unique` };
  };
  return [
    ...model.fields.filter(({ field }) => field.unique).map(({ name }) => rule([name])),
    ...(model.document.unique ?? []).map(({ fields, message }) => rule(fields, message)),
  ];
}

export function uniqueError(
  ctx: Pick<Context, 'lang'>,
  model: EntityModel,
  rule: UniqueRule,
  cause?: unknown,
): AppError {
  const label = rule.fields.map(({ field }) => entityText(model, ctx.lang, field.title)).join(', ');
  const message =
    rule.message === undefined
      ? text(ctx.lang, 'errors.entity.unique', { fields: label })
      : entityText(model, ctx.lang, rule.message);
  return new AppError('ALREADY_EXISTS', {
    message: 'errors.entity.unique',
    params: { fields: label },
    errors: rule.fields.map(({ wire }) => ({ path: `/${wire}`, message })),
    cause,
  });
}

/** Converts the violation of a constraint by a simultaneous request, which the checks before could not see. */
export function toWriteError(ctx: Pick<Context, 'lang'>, model: EntityModel, error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === null) return error;
  const unique = uniqueRules(model).find(({ index }) => index === constraint);
  if (unique) return uniqueError(ctx, model, unique, error);
  const reference = model.fields.find(
    ({ target, column }) => target !== null && constraint.includes(`_${column}_`),
  );
  return reference ? referenceError(reference) : error;
}

/** The record that a field refers to does not exist, or the caller may not see it. */
export const referenceError = ({ wire }: ModelField): AppError =>
  ruleBroken('errors.entity.reference', { errors: [{ path: `/${wire}`, key: 'errors.entity.reference' }] });

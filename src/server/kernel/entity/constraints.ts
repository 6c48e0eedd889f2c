import { violatedConstraint } from '../../db/database-errors.ts';
import type { Text } from '../../../engine/core/index.ts';
import type { Context } from '../contract.ts';
import { AppError, ruleBroken } from '../errors.ts';
import { text } from '../texts.ts';
import type { StoredRow } from './rows.ts';
import { Statement } from './statement.ts';
import { columnTypes } from './values.ts';
import { entityText, type EntityModel, type ModelField } from './entity-model.ts';

/** A set of fields whose values belong to one record, and the text for a second one. */
export interface UniqueRule {
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

/** Values of unique fields as one text; null for a row that breaks no rule, since a field is empty or not known yet. */
function valuesOf({ fields }: UniqueRule, row: StoredRow): string | null {
  const values = fields.map(({ name }) => row[name] ?? null);
  return values.includes(null) ? null : JSON.stringify(values);
}

/** The rows whose values other stored records have already, each with the rule that it breaks. New rows have no key yet. */
export async function findDoubles(
  ctx: Pick<Context, 'db'>,
  model: EntityModel,
  rows: readonly StoredRow[],
): Promise<Map<StoredRow, UniqueRule>> {
  const doubles = new Map<StoredRow, UniqueRule>();
  for (const rule of uniqueRules(model)) {
    const open = rows.filter((row) => !doubles.has(row) && valuesOf(rule, row) !== null);
    if (open.length === 0) continue;
    const statement = new Statement();
    const lists = rule.fields.map(({ name, type }) =>
      statement.value(
        open.map((row) => row[name]),
        `${columnTypes[type]}[]`,
      ),
    );
    const own = statement.value(
      open.map((row) => row[model.key.name] ?? null),
      'bigint[]',
    );
    const names = rule.fields.map((_, at) => `c${at}`);
    const same = rule.fields.map(({ column }, at) => `t.${column} = w.c${at}`).join(' and ');
    const found = await statement.run<{ at: number }>(
      ctx.db,
      `select w.at::int as at from unnest(${lists.join(', ')}, ${own}) with ordinality w (${names.join(', ')}, own, at)
       where exists (select from ${model.table} t where ${same} and t.${model.key.column} is distinct from w.own)`,
    );
    for (const { at } of found) doubles.set(open[at - 1]!, rule);
  }
  return doubles;
}

/** The rows whose values an earlier row of the list has already, each with the rule that it breaks. */
export function findRepeats(model: EntityModel, rows: readonly StoredRow[]): Map<StoredRow, UniqueRule> {
  const repeats = new Map<StoredRow, UniqueRule>();
  for (const rule of uniqueRules(model)) {
    const seen = new Set<string>();
    for (const row of rows) {
      const values = valuesOf(rule, row);
      if (values === null) continue;
      if (seen.has(values)) repeats.set(row, rule);
      seen.add(values);
    }
  }
  return repeats;
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

import { isObject, type Json, type JsonObject } from '../../../contracts/json.ts';
import {
  compileExpression,
  ExpressionError,
  expressionLimits,
  isExpression,
  isFieldValue,
} from '../../../engine/core/index.ts';
import type { Context } from '../contract.ts';
import { invalid, ruleBroken, type KeyedError } from '../errors.ts';
import { fieldLabel, type EntityModel, type ModelField } from './entity-model.ts';
import type { StoredRow } from './rows.ts';
import { fitsScale, toStored } from './values.ts';

/** The values that a body names, by the names of fields, in their stored form. */
export function bodyValues(model: EntityModel, body: JsonObject): StoredRow {
  return Object.fromEntries(
    model.fields
      .filter(({ wire, writable }) => writable && Object.hasOwn(body, wire))
      .map((field) => [field.name, toStored(field, body[field.wire] ?? null)]),
  );
}

/** Scope of a declaration's expressions. */
function scopeOf(ctx: Context, row: StoredRow): JsonObject {
  const { caller, tenant, lang } = ctx;
  return {
    // An empty field is absent: arithmetic with null fails, with nothing it gives nothing.
    row: Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    user: { id: caller.userId, name: caller.name, login: caller.login },
    tenant: { id: tenant.id, key: tenant.key, name: tenant.name },
    lang,
    now: new Date().toISOString(),
  };
}

async function evaluated(ctx: Context, field: ModelField, expression: string, row: StoredRow): Promise<Json> {
  const failure = ruleBroken('errors.entity.computed', {
    errors: [{ path: `/${field.wire}`, key: 'errors.entity.computed' }],
  });
  let value: unknown;
  try {
    value = await compileExpression(expression).evaluateAsync(
      scopeOf(ctx, row),
      undefined,
      expressionLimits.shortSteps,
    );
  } catch (error) {
    throw error instanceof ExpressionError ? failure : error;
  }
  const { scale } = field.field;
  if (typeof value === 'number' && scale !== undefined) value = Number(value.toFixed(scale));
  const stored = toStored(field, (value ?? null) as Json);
  if (stored === null || isFieldValue(field.field, stored)) return stored;
  throw failure;
}

/** The values of fields that a new record does not name. */
export async function defaultValues(ctx: Context, model: EntityModel, named: StoredRow): Promise<StoredRow> {
  const values: StoredRow = {};
  for (const field of model.fields) {
    const initial = field.field.default;
    if (initial === undefined || Object.hasOwn(named, field.name)) continue;
    values[field.name] = isExpression(initial)
      ? await evaluated(ctx, field, initial.$expr, named)
      : (initial as Json);
  }
  return values;
}

/** Computes the fields that depend on others, each after those that it reads. Declarations have no circles. */
export async function computeValues(ctx: Context, model: EntityModel, row: StoredRow): Promise<StoredRow> {
  const computed: StoredRow = {};
  const done = new Set<string>();
  const visit = async (field: ModelField): Promise<void> => {
    if (field.compute === null || done.has(field.name)) return;
    done.add(field.name);
    for (const name of field.reads) {
      const read = model.byName.get(name);
      if (read) await visit(read);
    }
    computed[field.name] = await evaluated(ctx, field, field.compute.source, { ...row, ...computed });
  };
  for (const field of model.fields) await visit(field);
  return computed;
}

/**
 * Checks what a schema does not say.
 * @throws AppError VALIDATION_FAILED at the fields
 */
export function checkValues(
  ctx: Pick<Context, 'lang'>,
  model: EntityModel,
  values: StoredRow,
  before: StoredRow | null,
): void {
  const errors = valueErrors(ctx, model, values, before);
  if (errors.length > 0) throw invalid(errors);
}

/** The errors that a schema does not say: values that are empty once trimmed, decimals, options that are no longer offered. */
export function valueErrors(
  ctx: Pick<Context, 'lang'>,
  model: EntityModel,
  values: StoredRow,
  before: StoredRow | null,
): KeyedError[] {
  const errors: KeyedError[] = [];
  for (const field of model.fields) {
    const value = values[field.name];
    if (value === undefined) continue;
    const { required, scale, options } = field.field;
    const path = `/${field.wire}`;
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    if (required && isEmpty)
      errors.push({
        path,
        key: 'validation.required',
        params: { fields: fieldLabel(model, ctx.lang, field.wire) ?? field.wire },
      });
    if (typeof value === 'number' && scale !== undefined && !fitsScale(value, scale))
      errors.push({ path, key: 'errors.entity.scale', params: { scale } });
    const option = options?.find((one) => one.value === value);
    if (option?.disabled && before?.[field.name] !== value)
      errors.push({ path, key: 'errors.entity.disabled' });
  }
  return errors;
}

/** The changed values of two records in the wire form, for the audit. */
export function difference(before: JsonObject, after: JsonObject): { before: JsonObject; after: JsonObject } {
  const changes: { before: JsonObject; after: JsonObject } = { before: {}, after: {} };
  for (const [key, value] of Object.entries(after)) {
    const old = before[key] ?? null;
    // The records that references expand to change with their keys.
    if (isObject(value) || isObject(old) || JSON.stringify(old) === JSON.stringify(value)) continue;
    changes.before[key] = old;
    changes.after[key] = value;
  }
  return changes;
}
